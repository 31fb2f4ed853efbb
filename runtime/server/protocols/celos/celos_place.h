#ifndef HPDL_RUNTIME_SERVER_PROTOCOLS_CELOS_CELOS_PLACE_H_
#define HPDL_RUNTIME_SERVER_PROTOCOLS_CELOS_CELOS_PLACE_H_

#include <string>

#include "runtime/ground/base/result.h"

namespace hpdl::rt::celos {

/// Where celos-server notes what it does to a directory of Celos: a folder of a state directory.
std::string CelosPlace(const std::string& state, const std::string& db);
/// The same, made if it is missing.
Result<std::string> MakeCelosPlace(const std::string& state, const std::string& db);
/// The folder of its intents.
std::string IntentsOf(const std::string& place);

}  // namespace hpdl::rt::celos

#endif  // HPDL_RUNTIME_SERVER_PROTOCOLS_CELOS_CELOS_PLACE_H_
