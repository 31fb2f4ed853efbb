#include "runtime/world/mail/letter.h"

#include <sys/stat.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "runtime/world/mail/addresses.h"

namespace hpdl::rt::mail {
namespace {

constexpr std::uint16_t kTlsPort = 465;

void AddTo(const std::vector<Address>& addresses, std::vector<std::string>* envelope) {
  for (const Address& address : addresses) {
    if (std::find(envelope->begin(), envelope->end(), address.mailbox) == envelope->end()) {
      envelope->push_back(address.mailbox);
    }
  }
}

Result<void> Read(const char* field, std::string_view text, std::vector<Address>* to) {
  Result<std::vector<Address>> addresses = ReadAddresses(field, text);
  HPDL_TRY(addresses);
  *to = std::move(*addresses);
  return {};
}

}  // namespace

Result<Letter> LetterTo(const Site& site, std::string_view to, std::string_view cc,
                        std::string_view bcc) {
  Letter letter;
  std::vector<Address> from;
  std::vector<Address> hidden;
  HPDL_TRY(Read("oozie.email.from.address", site.Text(Setting::kEmailFrom), &from));
  HPDL_TRY(Read("to", to, &letter.message.to));
  HPDL_TRY(Read("cc", cc, &letter.message.cc));
  HPDL_TRY(Read("bcc", bcc, &hidden));
  if (from.size() != 1) {
    return Error{ErrorClass::kError, "EM004", "oozie.email.from.address must be one address"};
  }
  if (letter.message.to.empty()) {
    return Error{ErrorClass::kError, "EM001", "the element <to> has no recipient"};
  }
  letter.message.from = from.front();
  AddTo(letter.message.to, &letter.envelope);
  AddTo(letter.message.cc, &letter.envelope);
  AddTo(hidden, &letter.envelope);
  return letter;
}

MailRequest RequestFor(const Site& site, const Letter& letter, std::string path) {
  MailRequest request;
  request.host = site.Text(Setting::kSmtpHost);
  request.port = static_cast<std::uint16_t>(site.Number(Setting::kSmtpPort));
  request.implicit_tls = request.port == kTlsPort;
  request.start_tls = !request.implicit_tls && site.Flag(Setting::kSmtpStartTls);
  if (site.Flag(Setting::kSmtpAuth)) {
    request.user = site.Text(Setting::kSmtpUser);
    request.password = site.Text(Setting::kSmtpPassword);
  }
  request.from = letter.message.from.mailbox;
  request.to = letter.envelope;
  struct stat info{};
  const std::int64_t size = stat(path.c_str(), &info) == 0 ? info.st_size : 0;
  request.total_ms = site.Number(Setting::kSmtpTimeout) + size / 1024 * 8;
  request.message_file = std::move(path);
  return request;
}

Result<void> CheckDelivery(const std::string& server, const MailReply& reply) {
  if (reply.code >= 200 && reply.code < 300) {
    return {};
  }
  constexpr int kLogin[] = {530, 534, 535, 538};
  const bool login =
      std::find(std::begin(kLogin), std::end(kLogin), reply.code) != std::end(kLogin);
  const ErrorClass error_class = login               ? ErrorClass::kNonTransient
                                 : reply.code >= 500 ? ErrorClass::kError
                                                     : ErrorClass::kTransient;
  constexpr std::size_t kShown = 500;
  std::string line = reply.line.substr(0, kShown);
  for (char& c : line) {
    c = static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
  }
  return Error{error_class, "EM007",
               server + " refused the message: " + std::to_string(reply.code) + " " + line};
}

}  // namespace hpdl::rt::mail
