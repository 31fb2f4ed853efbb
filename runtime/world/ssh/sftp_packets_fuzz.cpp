#include <cstddef>
#include <cstdint>
#include <string_view>

#include "runtime/world/ssh/sftp_packets.h"

/// Reads any bytes as a reply of an SFTP server. ReadReply() must not crash, and its result must
/// not hold more bytes than the input.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace hpdl::rt::sftp;
  const std::string_view packet(reinterpret_cast<const char*>(data), size);
  const std::optional<Reply> reply = ReadReply(packet);
  std::size_t held = reply ? reply->text.size() : 0;
  for (std::size_t i = 0; reply && i < reply->names.size(); ++i) {
    held += reply->names[i].size() + 1;
  }
  if (held > size) {
    __builtin_trap();
  }
  if (reply) {
    (void)StatusText(*reply);
  }
  return 0;
}
