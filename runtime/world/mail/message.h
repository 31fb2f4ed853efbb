#ifndef HPDL_RUNTIME_WORLD_MAIL_MESSAGE_H_
#define HPDL_RUNTIME_WORLD_MAIL_MESSAGE_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/ground/base/result.h"
#include "runtime/world/mail/addresses.h"

/// Messages in Internet form (RFC 5322, MIME): lines end with CRLF and have at most 998 bytes, and
/// all bytes are ASCII.
namespace hpdl::rt::mail {

/// An attachment of a message: a file on this machine, or bytes that the caller keeps.
struct Attachment {
  std::string name;  ///< as the recipient sees it, UTF-8
  std::string path;  ///< "": the content is `bytes`
  std::string_view bytes;
};

struct Message {
  Address from;
  std::vector<Address> to, cc;
  std::string subject;       ///< UTF-8, one line
  std::string content_type;  ///< type of the body; "": text/plain
  std::string body;          ///< UTF-8; lines may end with LF, CR or CR LF
  std::vector<Attachment> attachments;
  std::string id;  ///< the message's id without domain and angle brackets
  std::int64_t date_ms = 0;
};

/// Writes the message to a new file at `path`, which only the user can read. Returns error kError
/// "EM005" if the subject has a line break, or the content type is invalid or cannot hold the body;
/// kError "EM008" if an attachment cannot be read; kNonTransient if the file cannot be written.
Result<void> WriteMessage(const Message& message, const std::string& path);

}  // namespace hpdl::rt::mail

#endif  // HPDL_RUNTIME_WORLD_MAIL_MESSAGE_H_
