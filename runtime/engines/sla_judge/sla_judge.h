#ifndef HPDL_RUNTIME_ENGINES_SLA_JUDGE_SLA_JUDGE_H_
#define HPDL_RUNTIME_ENGINES_SLA_JUDGE_SLA_JUDGE_H_

#include "runtime/engines/workflow/job_sla.h"

/// The functions that check the times in the SLA agreements of workflows. The emitted code of a
/// program refers to this symbol only if workflows of the program have SLA agreements.
extern "C" const hpdl_sla hpdl_sla_judge;

#endif  // HPDL_RUNTIME_ENGINES_SLA_JUDGE_SLA_JUDGE_H_
