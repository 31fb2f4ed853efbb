#ifndef HPDL_RUNTIME_ENGINES_SLA_JUDGE_SLA_JUDGE_H_
#define HPDL_RUNTIME_ENGINES_SLA_JUDGE_SLA_JUDGE_H_

#include "runtime/engines/workflow/job_sla.h"

/// The functions that check the times in the SLA agreements of workflows. Emitted code refers to
/// this symbol only if its workflows have SLA agreements.
extern "C" const hpdl_sla hpdl_sla_judge;

#endif  // HPDL_RUNTIME_ENGINES_SLA_JUDGE_SLA_JUDGE_H_
