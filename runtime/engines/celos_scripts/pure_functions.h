#ifndef HPDL_RUNTIME_ENGINES_CELOS_SCRIPTS_PURE_FUNCTIONS_H_
#define HPDL_RUNTIME_ENGINES_CELOS_SCRIPTS_PURE_FUNCTIONS_H_

#include <cstddef>
#include <vector>

#include "runtime/ground/base/result.h"
#include "runtime/ground/javascript/context.h"

namespace hpdl::rt::celos {

/// Adds the functions about times, cron expressions and addresses to `host`. Their results depend
/// only on their arguments. A time is a BigInt of milliseconds since 1970.
void AddPureFunctions(js::Context* context, const js::Value& host);

/// Throws an exception with the message of `error` in the script.
js::Value Throw(js::Context* context, const Error& error);

/// Returns one argument, or undefined if it is missing.
js::Value Argument(const std::vector<js::Value>& arguments, std::size_t index);

}  // namespace hpdl::rt::celos

#endif  // HPDL_RUNTIME_ENGINES_CELOS_SCRIPTS_PURE_FUNCTIONS_H_
