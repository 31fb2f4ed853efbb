#ifndef HPDL_RUNTIME_ENGINES_CELOS_SCRIPTS_PURE_FUNCTIONS_H_
#define HPDL_RUNTIME_ENGINES_CELOS_SCRIPTS_PURE_FUNCTIONS_H_

#include <cstddef>
#include <vector>

#include "runtime/ground/base/result.h"
#include "runtime/ground/javascript/context.h"

namespace hpdl::rt::celos {

/// The functions of the host over times, cron expressions and addresses, which look at nothing
/// else. A time is a BigInt of milliseconds since 1970.
void AddPureFunctions(js::Context* context, const js::Value& host);

/// Throws what an error says.
js::Value Throw(js::Context* context, const Error& error);

/// One argument; undefined: it was not given.
js::Value Argument(const std::vector<js::Value>& arguments, std::size_t index);

}  // namespace hpdl::rt::celos

#endif  // HPDL_RUNTIME_ENGINES_CELOS_SCRIPTS_PURE_FUNCTIONS_H_
