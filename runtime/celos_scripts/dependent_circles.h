#ifndef HPDL_RUNTIME_CELOS_SCRIPTS_DEPENDENT_CIRCLES_H_
#define HPDL_RUNTIME_CELOS_SCRIPTS_DEPENDENT_CIRCLES_H_

#include "runtime/celos/definition.h"

namespace hpdl::rt::celos {

/// Takes the workflows out whose `dependentSchedule` leads back to themselves, each with an error
/// at its place. In Celos they end every step.
void RefuseDependentCircles(Configuration* configuration);

}  // namespace hpdl::rt::celos

#endif  // HPDL_RUNTIME_CELOS_SCRIPTS_DEPENDENT_CIRCLES_H_
