#include "runtime/world/mail/message.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "runtime/ground/base/base64.h"
#include "runtime/ground/base/descriptor.h"
#include "runtime/ground/base/new_file.h"
#include "runtime/world/mail/body.h"
#include "runtime/world/mail/header.h"

namespace hpdl::rt::mail {
namespace {

constexpr struct {
  const char* ending;
  const char* type;
} kTypes[] = {
    {".txt", "text/plain"},      {".log", "text/plain"}, {".csv", "text/csv"},
    {".html", "text/html"},      {".xml", "text/xml"},   {".json", "application/json"},
    {".pdf", "application/pdf"}, {".png", "image/png"},  {".jpg", "image/jpeg"},
    {".gz", "application/gzip"}, {".gif", "image/gif"},  {".zip", "application/zip"},
};

const char* TypeOf(std::string_view name) {
  for (const auto& [ending, type] : kTypes) {
    if (name.ends_with(ending)) {
      return type;
    }
  }
  return "application/octet-stream";
}

bool HasControl(std::string_view text) {
  for (const char c : text) {
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) {
      return true;
    }
  }
  return false;
}

/// Writes one message piece by piece, so that no attached file is in memory as a whole.
class MessageWriter {
 public:
  MessageWriter(int fd, const std::string& path) : fd_(fd), path_(path) {}

  Result<void> Write(const Message& message, const EncodedBody& body) {
    const std::string_view from = message.from.mailbox;
    std::string head = AddressLine("From", {message.from}) + AddressLine("To", message.to);
    if (!message.cc.empty()) {
      head += AddressLine("Cc", message.cc);
    }
    head += HeaderLine("Subject", message.subject);
    head += "Date: " + MailDate(message.date_ms) + "\r\n";
    head.append("Message-ID: <").append(message.id).append(from.substr(from.rfind('@')));
    head += ">\r\nMIME-Version: 1.0\r\nAuto-Submitted: auto-generated\r\n";
    if (message.attachments.empty()) {
      return Put(head + body.headers + "\r\n" + body.text);
    }
    std::string boundary = "=_" + message.id;
    while (body.text.find(boundary) != std::string::npos) {
      boundary += '_';
    }
    head += "Content-Type: multipart/mixed" + Parameter("boundary", boundary) + "\r\n\r\n";
    HPDL_TRY(Put(head + "--" + boundary + "\r\n" + body.headers + "\r\n" + body.text));
    for (const Attachment& attachment : message.attachments) {
      HPDL_TRY(Put("\r\n--" + boundary + "\r\n" + AttachmentHeaders(attachment)));
      HPDL_TRY(attachment.path.empty() ? PutBytes(attachment.bytes) : PutFile(attachment));
    }
    return Put("\r\n--" + boundary + "--\r\n");
  }

 private:
  static std::string AttachmentHeaders(const Attachment& attachment) {
    return std::string("Content-Type: ") + TypeOf(attachment.name) +
           "\r\nContent-Transfer-Encoding: base64\r\nContent-Disposition: attachment" +
           Parameter("filename", attachment.name) + "\r\n\r\n";
  }

  Result<void> Put(std::string_view text) {
    if (!WriteAll(fd_, text)) {
      return Error{ErrorClass::kNonTransient, "EM005", path_ + ": " + std::strerror(errno)};
    }
    return {};
  }

  /// Writes base64 in lines of 76 characters. Every piece but the last must be a multiple of 57
  /// bytes.
  Result<void> PutBytes(std::string_view bytes) {
    std::string out;
    while (!bytes.empty()) {
      out += Base64(bytes.substr(0, kLineBytes)) + "\r\n";
      bytes.remove_prefix(std::min(bytes.size(), kLineBytes));
      if (out.size() > kChunk || bytes.empty()) {
        HPDL_TRY(Put(out));
        out.clear();
      }
    }
    return {};
  }

  Result<void> PutFile(const Attachment& attachment) {
    // If `path` is a pipe or a device, opening it must not block the engine.
    const Descriptor file(open(attachment.path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
    struct stat info{};
    if (file.get() < 0 || fstat(file.get(), &info) != 0) {
      return Unreadable(attachment, std::strerror(errno));
    }
    if (!S_ISREG(info.st_mode)) {
      return Unreadable(attachment, "it is not a file");
    }
    std::string piece(kLineBytes * 1024, '\0');
    std::size_t filled = 0;
    while (true) {
      const ssize_t got = read(file.get(), piece.data() + filled, piece.size() - filled);
      if (got < 0 && errno == EINTR) {
        continue;
      }
      if (got < 0) {
        return Unreadable(attachment, std::strerror(errno));
      }
      filled += static_cast<std::size_t>(got);
      if (got == 0 || filled == piece.size()) {
        HPDL_TRY(PutBytes(std::string_view(piece).substr(0, filled)));
        filled = 0;
      }
      if (got == 0) {
        return {};
      }
    }
  }

  static Error Unreadable(const Attachment& attachment, const std::string& why) {
    return {ErrorClass::kError, "EM008", "attachment " + attachment.path + ": " + why};
  }

  static constexpr std::size_t kLineBytes = 57, kChunk = 1 << 16;
  int fd_;
  const std::string& path_;
};

}  // namespace

Result<void> WriteMessage(const Message& message, const std::string& path) {
  if (HasControl(message.subject)) {
    return Error{ErrorClass::kError, "EM005",
                 "the subject has a line break or another control character in it"};
  }
  for (const Attachment& attachment : message.attachments) {
    if (HasControl(attachment.name)) {
      return Error{ErrorClass::kError, "EM008",
                   "the name of an attachment has a control character in it"};
    }
  }
  Result<EncodedBody> body = EncodeBody(message.content_type, message.body);
  HPDL_TRY(body);
  const Descriptor file(open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600));
  if (file.get() < 0) {
    return Error{ErrorClass::kNonTransient, "EM005", path + ": " + std::strerror(errno)};
  }
  return MessageWriter(file.get(), path).Write(message, *body);
}

}  // namespace hpdl::rt::mail
