#ifndef HPDL_RUNTIME_GROUND_JAVASCRIPT_POSITION_H_
#define HPDL_RUNTIME_GROUND_JAVASCRIPT_POSITION_H_

#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "runtime/ground/javascript/context.h"

namespace hpdl::rt::js {

/// Returns the innermost position of a stack trace of the engine. Ignores positions outside of
/// `sources`. Returns nullopt if the trace has no position in `sources`.
std::optional<Position> PositionInTrace(std::string_view trace,
                                        const std::set<std::string>& sources);

}  // namespace hpdl::rt::js

#endif  // HPDL_RUNTIME_GROUND_JAVASCRIPT_POSITION_H_
