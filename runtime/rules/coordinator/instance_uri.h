#ifndef HPDL_RUNTIME_RULES_COORDINATOR_INSTANCE_URI_H_
#define HPDL_RUNTIME_RULES_COORDINATOR_INSTANCE_URI_H_

#include <cstddef>
#include <cstdint>
#include <string>

#include "runtime/rules/coordinator/instances.h"

/// Computes the URIs of the instances of a data set.
namespace hpdl::rt {

/// Returns the URI of an instance. In the template, YEAR, MONTH, DAY, HOUR and MINUTE are the parts
/// of the instance's time in UTC. The template may have expressions such as `${MONTH + 0}`, which
/// are interpreted for each instance. Fails with E1004 if an expression fails.
Result<std::string> UriOf(const Dataset& dataset, std::int64_t instance);

/// Returns the path whose existence shows that an instance is complete. This path is the done flag
/// below the URI of the instance, or the URI itself if there is no done flag. Fails in the same
/// cases as UriOf().
Result<std::string> DonePathOf(const Dataset& dataset, std::int64_t instance);

/// Returns the size in bytes of the text that UriOf() interprets for each instance; 0 if UriOf()
/// only replaces variables.
std::size_t InterpretedBytes(const Dataset& dataset);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_RULES_COORDINATOR_INSTANCE_URI_H_
