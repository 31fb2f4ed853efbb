#ifndef HPDL_RUNTIME_SERVER_PROTOCOLS_CELOS_CELOS_PLACE_H_
#define HPDL_RUNTIME_SERVER_PROTOCOLS_CELOS_CELOS_PLACE_H_

#include <string>

#include "runtime/ground/base/result.h"

namespace hpdl::rt::celos {

/// Returns the folder of a state directory in which celos-server keeps its notes about the Celos
/// directory `db`.
std::string CelosPlace(const std::string& state, const std::string& db);
/// Makes the folder of CelosPlace() if it is missing; returns its path.
Result<std::string> MakeCelosPlace(const std::string& state, const std::string& db);
/// Returns the folder, in a folder of CelosPlace(), for the submissions that have begun (intents).
std::string IntentsOf(const std::string& place);

}  // namespace hpdl::rt::celos

#endif  // HPDL_RUNTIME_SERVER_PROTOCOLS_CELOS_CELOS_PLACE_H_
