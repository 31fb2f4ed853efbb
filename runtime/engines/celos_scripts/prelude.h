#ifndef HPDL_RUNTIME_ENGINES_CELOS_SCRIPTS_PRELUDE_H_
#define HPDL_RUNTIME_ENGINES_CELOS_SCRIPTS_PRELUDE_H_

#include "runtime/ground/javascript/context.h"

namespace hpdl::rt::celos {

/// Adds `celos` and the other names that scripts use to the global scope. The prelude calls the
/// functions of `host`.
void AddPrelude(js::Context* context, const js::Value& host);

}  // namespace hpdl::rt::celos

#endif  // HPDL_RUNTIME_ENGINES_CELOS_SCRIPTS_PRELUDE_H_
