#include "runtime/world/ssh/sftp_packets.h"

namespace hpdl::rt::sftp {
namespace {

constexpr std::uint32_t kHasSize = 0x01, kHasOwner = 0x02, kHasMode = 0x04, kHasTimes = 0x08,
                        kHasMore = 0x80000000;

void Append(std::uint64_t number, int bytes, std::string* to) {
  for (int shift = (bytes - 1) * 8; shift >= 0; shift -= 8) {
    to->push_back(static_cast<char>(number >> shift & 0xFF));
  }
}

/// Reads the fields of a packet. Once a field is missing, good() is false and all further fields
/// are empty.
class Reader {
 public:
  explicit Reader(std::string_view bytes) : rest_(bytes) {}
  bool good() const { return good_; }
  bool at_end() const { return rest_.empty(); }

  std::uint64_t Integer(std::size_t bytes) {
    std::uint64_t number = 0;
    for (const char c : Bytes(bytes)) {
      number = number << 8 | static_cast<unsigned char>(c);
    }
    return number;
  }
  std::uint32_t Number() { return static_cast<std::uint32_t>(Integer(4)); }
  std::string Text() { return std::string(Bytes(Number())); }

  Attributes ReadAttributes() {
    Attributes attributes;
    const std::uint32_t has = Number();
    if ((has & kHasSize) != 0) {
      attributes.size = Integer(8);
    }
    if ((has & kHasOwner) != 0) {
      Bytes(8);
    }
    if ((has & kHasMode) != 0) {
      attributes.mode = Number();
    }
    if ((has & kHasTimes) != 0) {
      Bytes(8);
    }
    for (std::uint32_t more = (has & kHasMore) != 0 ? Number() : 0; more > 0 && good_; --more) {
      Bytes(Number());
      Bytes(Number());
    }
    return attributes;
  }

 private:
  std::string_view Bytes(std::size_t count) {
    if (count > rest_.size()) {
      good_ = false;
      rest_ = {};
      return {};
    }
    const std::string_view bytes = rest_.substr(0, count);
    rest_.remove_prefix(count);
    return bytes;
  }

  std::string_view rest_;
  bool good_ = true;
};

void ReadNames(Reader* reader, std::vector<std::string>* names) {
  for (std::uint32_t left = reader->Number(); left > 0 && reader->good(); --left) {
    std::string name = reader->Text();
    reader->Text();  // skips the line that `ls -l` would show
    reader->ReadAttributes();
    if (reader->good()) {
      names->push_back(std::move(name));
    }
  }
}

/// Reads the fields after the id. Returns false if packets of this type are not answers.
bool ReadBody(Reader* reader, Reply* reply) {
  switch (reply->type) {
    case Type::kVersion:
      while (!reader->at_end() && reader->good()) {
        std::string name = reader->Text();
        reply->extensions.emplace_back(std::move(name), reader->Text());
      }
      return true;
    case Type::kStatus:
      reply->status = reader->Number();
      if (!reader->at_end()) {  // old servers send a status code without a text
        reply->text = reader->Text();
      }
      return true;
    case Type::kHandle:
    case Type::kData:
      reply->text = reader->Text();
      return true;
    case Type::kNames:
      ReadNames(reader, &reply->names);
      return true;
    case Type::kAttributes:
      reply->attributes = reader->ReadAttributes();
      return true;
    default:
      return false;
  }
}

}  // namespace

Packet::Packet(Type type, std::uint32_t id) {
  bytes_.push_back(static_cast<char>(type));
  Number(id);
}

Packet& Packet::Number(std::uint32_t number) {
  Append(number, 4, &bytes_);
  return *this;
}

Packet& Packet::Offset(std::uint64_t offset) {
  Append(offset, 8, &bytes_);
  return *this;
}

Packet& Packet::Text(std::string_view text) {
  Number(static_cast<std::uint32_t>(text.size()));
  bytes_.append(text);
  return *this;
}

std::string Packet::Take() const {
  std::string whole;
  Append(bytes_.size(), 4, &whole);
  return whole + bytes_;
}

std::optional<Reply> ReadReply(std::string_view packet) {
  Reader reader(packet);
  Reply reply;
  reply.type = static_cast<Type>(reader.Integer(1));
  reply.id = reader.Number();
  return reader.good() && ReadBody(&reader, &reply) && reader.good() ? std::optional(reply)
                                                                     : std::nullopt;
}

std::string StatusText(const Reply& reply) {
  switch (reply.status) {
    case kNoSuchFile:
      return "no such file or folder";
    case kPermissionDenied:
      return "permission denied";
    case kUnsupported:
      return "the server does not support this operation";
    default:
      return reply.text.empty() ? "the server refuses (status " + std::to_string(reply.status) + ")"
                                : "the server says: " + reply.text;
  }
}

}  // namespace hpdl::rt::sftp
