#ifndef HPDL_RUNTIME_SERVER_JOBS_COORDINATOR_WORDS_H_
#define HPDL_RUNTIME_SERVER_JOBS_COORDINATOR_WORDS_H_

#include <string>
#include <vector>

#include "runtime/server/jobs/job_verbs.h"

namespace hpdl::rt {

/// Returns the arguments of a command for the program of a coordinator: the verb, and the arguments
/// that follow the id of the job. With these arguments, the program answers in JSON.
std::vector<std::string> WordsOf(const CoordinatorCommand& command);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_SERVER_JOBS_COORDINATOR_WORDS_H_
