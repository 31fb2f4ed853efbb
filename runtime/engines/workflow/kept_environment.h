#ifndef HPDL_RUNTIME_ENGINES_WORKFLOW_KEPT_ENVIRONMENT_H_
#define HPDL_RUNTIME_ENGINES_WORKFLOW_KEPT_ENVIRONMENT_H_

#include <string>

/// The environment variables that a parked job keeps, whoever wakes it: the places of Hadoop's
/// configuration and of Java, and the proxies.
namespace hpdl::rt {

/// Returns the value of JobFacts::environment for this process.
std::string KeptEnvironment();
/// Sets these variables of this process to the values in `kept` and unsets those that `kept` lacks.
/// Must be called before threads start.
void TakeEnvironment(const std::string& kept);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_ENGINES_WORKFLOW_KEPT_ENVIRONMENT_H_
