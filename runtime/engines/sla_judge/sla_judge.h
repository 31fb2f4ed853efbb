#ifndef HPDL_RUNTIME_ENGINES_SLA_JUDGE_SLA_JUDGE_H_
#define HPDL_RUNTIME_ENGINES_SLA_JUDGE_SLA_JUDGE_H_

#include "runtime/engines/workflow/job_sla.h"

/// Judges the agreements of workflows. Only the emitted code of programs whose workflows have
/// agreements refers to this symbol.
extern "C" const hpdl_sla hpdl_sla_judge;

#endif  // HPDL_RUNTIME_ENGINES_SLA_JUDGE_SLA_JUDGE_H_
