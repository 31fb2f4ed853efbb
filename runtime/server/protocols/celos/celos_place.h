#ifndef HPDL_RUNTIME_SERVER_PROTOCOLS_CELOS_CELOS_PLACE_H_
#define HPDL_RUNTIME_SERVER_PROTOCOLS_CELOS_CELOS_PLACE_H_

#include <string>

#include "runtime/ground/base/result.h"

namespace hpdl::rt::celos {

/// Returns the folder of a state directory in which celos-server keeps its own files about the
/// Celos directory `db`, such as intents.
std::string CelosPlace(const std::string& state, const std::string& db);
/// Makes the folder of CelosPlace() if it is missing; returns its path.
Result<std::string> MakeCelosPlace(const std::string& state, const std::string& db);
/// Returns the folder for intents, which are submissions that have begun. The folder is in `place`,
/// a folder of CelosPlace().
std::string IntentsOf(const std::string& place);

}  // namespace hpdl::rt::celos

#endif  // HPDL_RUNTIME_SERVER_PROTOCOLS_CELOS_CELOS_PLACE_H_
