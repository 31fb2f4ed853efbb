#ifndef HPDL_RUNTIME_GROUND_JAVASCRIPT_POSITION_H_
#define HPDL_RUNTIME_GROUND_JAVASCRIPT_POSITION_H_

#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "runtime/ground/javascript/context.h"

namespace hpdl::rt::js {

/// Returns the innermost position in a stack trace of the engine that is in one of the sources;
/// nullopt if the trace has no position in these sources.
std::optional<Position> PositionInTrace(std::string_view trace,
                                        const std::set<std::string>& sources);

}  // namespace hpdl::rt::js

#endif  // HPDL_RUNTIME_GROUND_JAVASCRIPT_POSITION_H_
