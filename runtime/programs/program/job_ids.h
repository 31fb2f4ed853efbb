#ifndef HPDL_RUNTIME_PROGRAMS_PROGRAM_JOB_IDS_H_
#define HPDL_RUNTIME_PROGRAMS_PROGRAM_JOB_IDS_H_

#include <string>

#include "runtime/ground/abi/hpdl_abi.h"
#include "runtime/ground/base/result.h"
#include "runtime/store/local/state_directory.h"

namespace hpdl::rt {

/// The id of the job that a person means by `word`: a whole id; its number, with or without zeros
/// in front; the beginning of an id, if no other begins so; or `last`, the newest job that `run` or
/// `submit` of this program has made, which may have been built anew since: of a coordinator not
/// the workflows that it has started. kError E0604 if there is none, with the candidates if there
/// are several.
Result<std::string> FindJobId(StateDirectory& state, const hpdl_program& program,
                              const std::string& word);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_PROGRAMS_PROGRAM_JOB_IDS_H_
