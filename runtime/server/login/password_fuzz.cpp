#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "runtime/server/access/user_name.h"
#include "runtime/server/login/password_table.h"

/// Reads any bytes as a file of passwords and as a field of a request. Checks that each entry of
/// the file has a user name and a complete hash, and that errors do not quote the bytes.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace hpdl::rt;
  constexpr std::size_t kHash = 60;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const Result<PasswordTable> table = ParsePasswords(text);
  if (!table &&
      (!table.error().message.starts_with("line ") || table.error().message.size() > 100)) {
    std::abort();
  }
  if (table) {
    for (const auto& [user, hash] : table->hashes) {
      if (!IsUserName(user) || hash.size() != kHash || table->decoy.size() != kHash) {
        std::abort();
      }
    }
  }
  const auto credentials = ReadBasic(text);
  if (credentials && credentials->user.find(':') != std::string::npos) {
    std::abort();
  }
  return 0;
}
