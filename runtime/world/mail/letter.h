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

/// A message and its recipients. No mailbox is in the list twice.
struct Letter {
  Message message;
  std::vector<std::string> envelope;
};

/// Makes a letter from the site's oozie.email.from.address, without subject and body. `to`, `cc`
/// and `bcc` are lists for ReadAddresses(). Errors are those of ReadAddresses(); "EM001" if `to`
/// has no address.
Result<Letter> LetterTo(const Site& site, std::string_view to, std::string_view cc,
                        std::string_view bcc);

/// Returns the request that gives a letter to the site's mail server. The letter is in the file at
/// `path`.
MailRequest RequestFor(const Site& site, const Letter& letter, std::string path);

/// Returns the error that the server's last reply means for a letter; no error if the server took
/// the letter. kError: the letter is refused for good. kNonTransient: the server does not accept
/// the login. `server` is host and port, for the message.
Result<void> CheckDelivery(const std::string& server, const MailReply& reply);

}  // namespace hpdl::rt::mail

#endif  // HPDL_RUNTIME_WORLD_MAIL_LETTER_H_
