#ifndef HPDL_RUNTIME_ENGINES_CELOS_SCRIPTS_DEPENDENT_CIRCLES_H_
#define HPDL_RUNTIME_ENGINES_CELOS_SCRIPTS_DEPENDENT_CIRCLES_H_

#include <map>
#include <string>

#include "runtime/rules/celos/definition.h"

namespace hpdl::rt::celos {

/// The workflows whose `dependentSchedule` leads back to themselves, by id, each with its error.
std::map<std::string, ScriptError> DependentCircles(const Configuration& configuration);

/// Takes these workflows out, each with its error. In Celos they end every step.
void RefuseDependentCircles(Configuration* configuration);

}  // namespace hpdl::rt::celos

#endif  // HPDL_RUNTIME_ENGINES_CELOS_SCRIPTS_DEPENDENT_CIRCLES_H_
