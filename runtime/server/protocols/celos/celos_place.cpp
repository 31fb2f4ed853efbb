#include "runtime/server/protocols/celos/celos_place.h"

#include <cstdlib>
#include <cstring>
#include <memory>

#include "runtime/ground/base/local_files.h"
#include "runtime/server/access/sha256.h"

namespace hpdl::rt::celos {

std::string CelosPlace(const std::string& state, const std::string& db) {
  constexpr std::size_t kEnough = 16;
  const std::unique_ptr<char, decltype(&std::free)> real(realpath(db.c_str(), nullptr), &std::free);
  const std::string path = real == nullptr ? db : std::string(real.get());
  return state + "/celos/" + Sha256().Add(path).Hex().substr(0, kEnough);
}

Result<std::string> MakeCelosPlace(const std::string& state, const std::string& db) {
  std::string place = CelosPlace(state, db);
  if (const int error = MakeDirectories(place); error != 0) {
    return Error{ErrorClass::kError, "", place + ": " + std::strerror(error)};
  }
  return place;
}

std::string IntentsOf(const std::string& place) {
  return place + "/intents";
}

}  // namespace hpdl::rt::celos
