#ifndef HPDL_RUNTIME_SERVER_JOBS_COORDINATOR_WORDS_H_
#define HPDL_RUNTIME_SERVER_JOBS_COORDINATOR_WORDS_H_

#include <string>
#include <vector>

#include "runtime/server/jobs/job_verbs.h"

namespace hpdl::rt {

/// What is asked of a coordinator as its program is told it: the verb, and what stands behind the
/// id of the job. Its answer is to be JSON.
std::vector<std::string> WordsOf(const CoordinatorCommand& command);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_SERVER_JOBS_COORDINATOR_WORDS_H_
