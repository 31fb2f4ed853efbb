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

/// A message and its recipients. No mailbox is in `envelope` twice.
struct Letter {
  Message message;
  std::vector<std::string> envelope;
};

/// Makes a letter from the site's oozie.email.from.address, without subject and body. `to`, `cc`
/// and `bcc` are lists for ReadAddresses(). Returns the errors of ReadAddresses(), and "EM001" if
/// `to` has no address.
Result<Letter> LetterTo(const Site& site, std::string_view to, std::string_view cc,
                        std::string_view bcc);

/// Returns the request that sends a letter to the site's mail server. The letter is in the file at
/// `path`.
MailRequest RequestFor(const Site& site, const Letter& letter, std::string path);

/// Checks the server's last reply to a letter. Returns no error if the server accepted the letter.
/// The error is kNonTransient if the server does not accept the login, kError for any other 5xx
/// reply, else kTransient. `server` is host and port, for the message.
Result<void> CheckDelivery(const std::string& server, const MailReply& reply);

}  // namespace hpdl::rt::mail

#endif  // HPDL_RUNTIME_WORLD_MAIL_LETTER_H_
