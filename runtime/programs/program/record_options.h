#ifndef HPDL_RUNTIME_PROGRAMS_PROGRAM_RECORD_OPTIONS_H_
#define HPDL_RUNTIME_PROGRAMS_PROGRAM_RECORD_OPTIONS_H_

#include <string>

#include "runtime/ground/base/result.h"
#include "runtime/programs/program/invocation.h"
#include "runtime/store/local/state_directory.h"

namespace hpdl::rt {

/// Records the options of `start` and `resume` with the job. The job then continues as if `run` had
/// got these options.
Result<void> RecordOptions(Invocation& call, StateDirectory& state, const std::string& id);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_PROGRAMS_PROGRAM_RECORD_OPTIONS_H_
