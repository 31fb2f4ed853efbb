#ifndef HPDL_RUNTIME_PROGRAMS_PROGRAM_JOB_IDS_H_
#define HPDL_RUNTIME_PROGRAMS_PROGRAM_JOB_IDS_H_

#include <string>

#include "runtime/ground/abi/hpdl_abi.h"
#include "runtime/ground/base/result.h"
#include "runtime/store/local/state_directory.h"

namespace hpdl::rt {

/// Returns the id of the job that a person means by `word`. The word is a whole id; the number of a
/// job, with or without leading zeros; the beginning of exactly one id; or `last`. `last` is the
/// newest job that `run` or `submit` of this program has made, even if the program was rebuilt
/// since then. For a coordinator, `last` is never a workflow job that the coordinator has started.
/// If no job matches, the error is kError E0604. If several jobs match, the error's message lists
/// them, and the error has no code.
Result<std::string> FindJobId(StateDirectory& state, const hpdl_program& program,
                              const std::string& word);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_PROGRAMS_PROGRAM_JOB_IDS_H_
