#ifndef HPDL_RUNTIME_ENGINES_WORKFLOW_KEPT_ENVIRONMENT_H_
#define HPDL_RUNTIME_ENGINES_WORKFLOW_KEPT_ENVIRONMENT_H_

#include <string>

/// The environment variables that a parked job keeps in each process that runs it: the paths of
/// Hadoop's configuration and of Java, and the proxies.
namespace hpdl::rt {

/// Returns the value of JobFacts::environment for this process.
std::string KeptEnvironment();
/// Sets these variables of this process to the values in `kept`, and unsets the variables that are
/// not in `kept`. Must be called before threads start.
void TakeEnvironment(const std::string& kept);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_ENGINES_WORKFLOW_KEPT_ENVIRONMENT_H_
