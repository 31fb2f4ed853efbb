#ifndef HPDL_RUNTIME_WORLD_SSH_SFTP_PACKETS_H_
#define HPDL_RUNTIME_WORLD_SSH_SFTP_PACKETS_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// Packets of SFTP 3 (draft-ietf-secsh-filexfer-02), as OpenSSH speaks it.
namespace hpdl::rt::sftp {

enum class Type : std::uint8_t {
  kInit = 1,
  kVersion = 2,
  kOpen = 3,
  kClose = 4,
  kRead = 5,
  kWrite = 6,
  kOpenFolder = 11,
  kReadFolder = 12,
  kRemove = 13,
  kMakeFolder = 14,
  kStat = 17,
  kRename = 18,
  kStatus = 101,
  kHandle = 102,
  kData = 103,
  kNames = 104,
  kAttributes = 105,
  kExtended = 200,
};

inline constexpr std::uint32_t kVersion = 3;
/// How a file is opened.
inline constexpr std::uint32_t kToRead = 0x01, kToWrite = 0x02, kCreate = 0x08, kExclusive = 0x20;
/// What a status says.
inline constexpr std::uint32_t kOk = 0, kEndOfFile = 1, kNoSuchFile = 2, kPermissionDenied = 3,
                               kUnsupported = 8;
/// Bytes of a packet, without its length; a longer one is not read.
inline constexpr std::uint32_t kLongestPacket = 1 << 20;

/// A packet that is being made.
class Packet {
 public:
  /// `id` is left out of kInit, which has the version in its place.
  Packet(Type type, std::uint32_t id);
  Packet& Number(std::uint32_t number);
  Packet& Offset(std::uint64_t offset);
  Packet& Text(std::string_view text);
  /// No attributes: the server's own.
  Packet& NoAttributes() { return Number(0); }
  /// With its length before it.
  std::string Take() const;

 private:
  std::string bytes_;
};

/// What a server says of a file.
struct Attributes {
  std::optional<std::uint64_t> size;
  std::optional<std::uint32_t> mode;  ///< as stat(2) has it, with the type
};

/// What a server answers; only what its type has is filled.
struct Reply {
  Type type = Type::kStatus;
  std::uint32_t id = 0;  ///< of the request; of kVersion the version
  std::uint32_t status = kOk;
  std::string text;                ///< of kStatus its message, of kHandle and kData the bytes
  std::vector<std::string> names;  ///< of kNames
  Attributes attributes;           ///< of kAttributes
  std::vector<std::pair<std::string, std::string>> extensions;  ///< of kVersion
};

/// Of a packet without its length; none if it is not of these types, or too short for what it says.
std::optional<Reply> ReadReply(std::string_view packet);

/// What a status means, in a few words.
std::string StatusText(const Reply& reply);

}  // namespace hpdl::rt::sftp

#endif  // HPDL_RUNTIME_WORLD_SSH_SFTP_PACKETS_H_
