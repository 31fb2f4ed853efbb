#ifndef HPDL_RUNTIME_WORLD_MAIL_LETTER_H_
#define HPDL_RUNTIME_WORLD_MAIL_LETTER_H_

#include <string>
#include <string_view>
#include <vector>

#include "runtime/ground/base/result.h"
#include "runtime/world/mail/message.h"
#include "runtime/world/net/network.h"
#include "runtime/world/site/site.h"

namespace hpdl::rt::mail {

/// A message and whom it goes to, each once.
struct Letter {
  Message message;
  std::vector<std::string> envelope;
};

/// A letter from the site's oozie.email.from.address, without subject and body. Lists of addresses
/// are those of ReadAddresses(), whose errors it has; "EM001" if `to` has none.
Result<Letter> LetterTo(const Site& site, std::string_view to, std::string_view cc,
                        std::string_view bcc);

/// How the site's mail server is given the letter, which has been written to a file at `path`.
MailRequest RequestFor(const Site& site, const Letter& letter, std::string path);

/// What is wrong with a letter by the server's last word; kError: it is refused for good,
/// kNonTransient: the server does not know us. Nothing if it has taken the letter. `server` is
/// host and port, for the text.
Result<void> Taken(const std::string& server, const MailReply& reply);

}  // namespace hpdl::rt::mail

#endif  // HPDL_RUNTIME_WORLD_MAIL_LETTER_H_
