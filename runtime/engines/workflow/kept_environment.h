#ifndef HPDL_RUNTIME_ENGINES_WORKFLOW_KEPT_ENVIRONMENT_H_
#define HPDL_RUNTIME_ENGINES_WORKFLOW_KEPT_ENVIRONMENT_H_

#include <string>

/// Variables of the environment that a parked job goes on with, whoever wakes it: where Hadoop's
/// configuration and Java are, and proxies.
namespace hpdl::rt {

/// JobFacts::environment of this process.
std::string KeptEnvironment();
/// Makes the environment of this process that one, as far as those variables go. Before threads.
void TakeEnvironment(const std::string& kept);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_ENGINES_WORKFLOW_KEPT_ENVIRONMENT_H_
