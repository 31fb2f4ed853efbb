#ifndef HPDL_RUNTIME_ENGINES_CELOS_SCRIPTS_DEPENDENT_CIRCLES_H_
#define HPDL_RUNTIME_ENGINES_CELOS_SCRIPTS_DEPENDENT_CIRCLES_H_

#include <map>
#include <string>

#include "runtime/rules/celos/definition.h"

namespace hpdl::rt::celos {

/// Returns the errors, by workflow id, of the workflows whose chains of `dependentSchedule` lead
/// back to themselves.
std::map<std::string, ScriptError> DependentCircles(const Configuration& configuration);

/// Removes the workflows of the circles that DependentCircles() finds, and records their errors. In
/// Celos such a workflow makes every step of the scheduler fail.
void RefuseDependentCircles(Configuration* configuration);

}  // namespace hpdl::rt::celos

#endif  // HPDL_RUNTIME_ENGINES_CELOS_SCRIPTS_DEPENDENT_CIRCLES_H_
