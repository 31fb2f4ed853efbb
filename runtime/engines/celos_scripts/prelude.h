#ifndef HPDL_RUNTIME_ENGINES_CELOS_SCRIPTS_PRELUDE_H_
#define HPDL_RUNTIME_ENGINES_CELOS_SCRIPTS_PRELUDE_H_

#include "runtime/ground/javascript/context.h"

namespace hpdl::rt::celos {

/// Puts `celos` and all else that scripts find into the global scope. `host` has the functions that
/// the prelude calls.
void AddPrelude(js::Context* context, const js::Value& host);

}  // namespace hpdl::rt::celos

#endif  // HPDL_RUNTIME_ENGINES_CELOS_SCRIPTS_PRELUDE_H_
