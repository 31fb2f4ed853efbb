#ifndef HPDL_RUNTIME_WORLD_SSH_SFTP_PACKETS_H_
#define HPDL_RUNTIME_WORLD_SSH_SFTP_PACKETS_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// Packets of SFTP 3 (draft-ietf-secsh-filexfer-02), as OpenSSH implements it.
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
/// The flags for opening a file.
inline constexpr std::uint32_t kToRead = 0x01, kToWrite = 0x02, kCreate = 0x08, kExclusive = 0x20;
/// The codes of a status.
inline constexpr std::uint32_t kOk = 0, kEndOfFile = 1, kNoSuchFile = 2, kPermissionDenied = 3,
                               kUnsupported = 8;
/// The largest packet in bytes, without its length field. A longer packet is not read.
inline constexpr std::uint32_t kLongestPacket = 1 << 20;

/// Builds one packet.
class Packet {
 public:
  /// `id` is the id of the request; in a packet of type kInit, it is the protocol version.
  Packet(Type type, std::uint32_t id);
  Packet& Number(std::uint32_t number);
  Packet& Offset(std::uint64_t offset);
  Packet& Text(std::string_view text);
  /// Adds empty attributes, so that the server uses its defaults.
  Packet& NoAttributes() { return Number(0); }
  /// Returns the packet, preceded by its length field.
  std::string Take() const;

 private:
  std::string bytes_;
};

/// The attributes of a file that a server reports.
struct Attributes {
  std::optional<std::uint64_t> size;
  std::optional<std::uint32_t> mode;  ///< as in stat(2), with the file type
};

/// The answer of a server. Only the fields that belong to the answer's type are filled.
struct Reply {
  Type type = Type::kStatus;
  std::uint32_t id = 0;  ///< id of the request; for kVersion, the version of the protocol
  std::uint32_t status = kOk;
  std::string text;                ///< message for kStatus, bytes for kHandle and kData
  std::vector<std::string> names;  ///< for kNames
  Attributes attributes;           ///< for kAttributes
  std::vector<std::pair<std::string, std::string>> extensions;  ///< for kVersion
};

/// Reads a packet without its length. Returns nullopt if a packet of this type is not an answer, or
/// if the packet is too short for its fields.
std::optional<Reply> ReadReply(std::string_view packet);

/// Returns the meaning of a status in a few words.
std::string StatusText(const Reply& reply);

}  // namespace hpdl::rt::sftp

#endif  // HPDL_RUNTIME_WORLD_SSH_SFTP_PACKETS_H_
