#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "runtime/server/access/program_credential.h"

/// Reads any bytes as the value of a field `Authorization`. If the bytes are a credential, checks
/// that a credential made from its parts is the same value.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view field(reinterpret_cast<const char*>(data), size);
  if (const auto claimed = hpdl::rt::ReadProgramCredential(field)) {
    if ("Bearer " + claimed->job + "~" + claimed->user + "~" + claimed->signature != field ||
        claimed->IsSignedWith("a key that nobody has")) {
      std::abort();
    }
  }
  return 0;
}
