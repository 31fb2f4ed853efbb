#ifndef HPDL_RUNTIME_WORLD_MAIL_ADDRESSES_H_
#define HPDL_RUNTIME_WORLD_MAIL_ADDRESSES_H_

#include <string>
#include <string_view>
#include <vector>

#include "runtime/ground/base/result.h"

namespace hpdl::rt::mail {

/// One mailbox of RFC 5322.
struct Address {
  std::string name;     ///< UTF-8, may be empty
  std::string mailbox;  ///< ASCII: local@domain, or `local` for a user of the mail server itself
};

/// Reads mailboxes separated by commas: `a@b`, `a`, `Name <a@b>`, `"Name, with anything" <a@b>`.
/// Drops blanks and line breaks around each mailbox, and a comma at the end. An empty text gives an
/// empty list. Any other text is error kError "EM004". This includes a line break or control
/// character inside a mailbox. The message begins with `field`.
Result<std::vector<Address>> ReadAddresses(std::string_view field, std::string_view text);

}  // namespace hpdl::rt::mail

#endif  // HPDL_RUNTIME_WORLD_MAIL_ADDRESSES_H_
