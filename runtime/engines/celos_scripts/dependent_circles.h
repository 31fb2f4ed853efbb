#ifndef HPDL_RUNTIME_ENGINES_CELOS_SCRIPTS_DEPENDENT_CIRCLES_H_
#define HPDL_RUNTIME_ENGINES_CELOS_SCRIPTS_DEPENDENT_CIRCLES_H_

#include <map>
#include <string>

#include "runtime/rules/celos/definition.h"

namespace hpdl::rt::celos {

/// Returns an error for each workflow whose chain of `dependentSchedule` leads back to the
/// workflow. The key is the workflow id.
std::map<std::string, ScriptError> DependentCircles(const Configuration& configuration);

/// Removes the workflows of the circles that DependentCircles() finds, and records their errors. In
/// Celos such a workflow makes every step of the scheduler fail.
void RefuseDependentCircles(Configuration* configuration);

}  // namespace hpdl::rt::celos

#endif  // HPDL_RUNTIME_ENGINES_CELOS_SCRIPTS_DEPENDENT_CIRCLES_H_
