#ifndef HPDL_RUNTIME_WORLD_MAIL_MESSAGE_H_
#define HPDL_RUNTIME_WORLD_MAIL_MESSAGE_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/ground/base/result.h"
#include "runtime/world/mail/addresses.h"

/// Messages in Internet form (RFC 5322, MIME): CRLF at line ends, lines of at most 998 bytes, ASCII
/// only.
namespace hpdl::rt::mail {

/// A file to go with a message: one of this machine, or bytes that somebody else keeps.
struct Attachment {
  std::string name;  ///< as the recipient sees it, UTF-8
  std::string path;  ///< empty: `bytes`
  std::string_view bytes;
};

struct Message {
  Address from;
  std::vector<Address> to, cc;
  std::string subject;       ///< UTF-8, one line
  std::string content_type;  ///< of the body; empty: text/plain
  std::string body;          ///< UTF-8, any line ends
  std::vector<Attachment> attachments;
  std::string id;  ///< without domain and angle brackets
  std::int64_t date_ms = 0;
};

/// Writes the message to a new file at `path`, which only the user can read. Errors: kError "EM005"
/// for a subject with a line break, or a content type that is none or cannot hold the body; "EM008"
/// for an attachment that cannot be read; kNonTransient if the file cannot be written.
Result<void> WriteMessage(const Message& message, const std::string& path);

}  // namespace hpdl::rt::mail

#endif  // HPDL_RUNTIME_WORLD_MAIL_MESSAGE_H_
