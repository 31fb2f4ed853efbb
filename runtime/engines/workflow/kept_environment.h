#ifndef HPDL_RUNTIME_ENGINES_WORKFLOW_KEPT_ENVIRONMENT_H_
#define HPDL_RUNTIME_ENGINES_WORKFLOW_KEPT_ENVIRONMENT_H_

#include <string>

/// The environment variables that stay the same in each process that runs a parked job: the paths
/// of Hadoop's configuration and of Java, the proxies, and HADOOP_USER_NAME.
namespace hpdl::rt {

/// Returns the value of JobFacts::environment for this process.
std::string KeptEnvironment();
/// Sets the variables of this process to the values in `kept`. A variable that KeptEnvironment()
/// would return, but that is not in `kept`, is unset. Must be called before threads start.
void TakeEnvironment(const std::string& kept);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_ENGINES_WORKFLOW_KEPT_ENVIRONMENT_H_
