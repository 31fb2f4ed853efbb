#ifndef HPDL_RUNTIME_SERVER_PROTOCOLS_CELOS_CELOS_PLACE_H_
#define HPDL_RUNTIME_SERVER_PROTOCOLS_CELOS_CELOS_PLACE_H_

#include <string>

#include "runtime/ground/base/result.h"

namespace hpdl::rt::celos {

/// Returns the path of a folder in the state directory `state`. In this folder celos-server keeps
/// its own files about the Celos directory `db`, for example intents.
std::string CelosPlace(const std::string& state, const std::string& db);
/// Makes the folder of CelosPlace() if it is missing; returns its path.
Result<std::string> MakeCelosPlace(const std::string& state, const std::string& db);
/// Returns the folder for intents, which are submissions that have begun. It lies in `place`, the
/// result of CelosPlace().
std::string IntentsOf(const std::string& place);

}  // namespace hpdl::rt::celos

#endif  // HPDL_RUNTIME_SERVER_PROTOCOLS_CELOS_CELOS_PLACE_H_
