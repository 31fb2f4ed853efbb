#include "runtime/server/login/password_gate.h"

#include <algorithm>
#include <boost/asio/ip/address_v6.hpp>
#include <utility>

#include "runtime/server/access/program_credential.h"
#include "runtime/server/login/signed_cookie.h"

namespace hpdl::rt {
namespace {

constexpr std::size_t kMostOfPeer = 16;  ///< maximum number of waiting requests of one address

/// Returns the network of an IPv6 address. A caller can usually use all addresses of its network,
/// so they count as one address. Returns other addresses unchanged.
std::string NetworkOf(const std::string& peer) {
  boost::system::error_code error;
  const auto address = boost::asio::ip::make_address_v6(peer, error);
  if (error || address.is_v4_mapped()) {
    return peer;
  }
  auto bytes = address.to_bytes();
  std::fill(bytes.begin() + 8, bytes.end(), 0);
  return boost::asio::ip::address_v6(bytes).to_string();
}

GateVerdict TooMany() {
  GateVerdict verdict;
  verdict.status = 503;
  verdict.message = "too many passwords from this address are waiting to be checked";
  verdict.fields = "Retry-After: 1\r\n";
  return verdict;
}

}  // namespace

GateVerdict NeedsPassword(std::string message) {
  GateVerdict verdict;
  verdict.status = 401;
  verdict.message = std::move(message);
  verdict.fields = "WWW-Authenticate: Basic realm=\"hpdld\", charset=\"UTF-8\"\r\n";
  return verdict;
}

/// Counts a request of an address while the request's password waits for a comparison or is being
/// compared.
class PasswordGate::Presence {
 public:
  Presence(std::shared_ptr<Peers> peers, Peers::iterator at) : peers_(std::move(peers)), at_(at) {
    ++at_->second.here;
  }
  ~Presence() {
    if (--at_->second.here == 0) {
      peers_->erase(at_);
    }
  }
  Presence(const Presence&) = delete;
  Presence& operator=(const Presence&) = delete;

 private:
  const std::shared_ptr<Peers> peers_;
  const Peers::iterator at_;
};

PasswordGate::PasswordGate(boost::asio::io_context& loop, CheckLogin check, bool secure)
    : loop_(loop), check_(std::move(check)), secure_(secure), peers_(std::make_shared<Peers>()) {}

bool PasswordGate::SaysWho(const GateRequest& request) const {
  return !request.authorization.empty() || CookieOf(request);
}

Task<GateVerdict> PasswordGate::EnterByPassword(BasicCredentials credentials, std::string peer) {
  const auto at = peers_->try_emplace(NetworkOf(peer)).first;
  if (at->second.here >= kMostOfPeer) {
    co_return TooMany();
  }
  if (at->second.turn == nullptr) {
    at->second.turn = std::make_shared<AdmissionQueue>(loop_, 1);
  }
  const Presence presence(peers_, at);
  const AdmissionQueue::Place turn = co_await AdmissionQueue::Enter(at->second.turn);
  LoginClaim claim;
  claim.user = credentials.user;
  claim.proof = std::move(credentials.password);
  claim.peer = std::move(peer);
  LoginVerdict login = co_await check_(std::move(claim));
  if (login.outcome == LoginVerdict::Outcome::kTooMany) {
    co_return TooMany();
  }
  if (login.outcome != LoginVerdict::Outcome::kProven) {
    co_return NeedsPassword("The name or the password is wrong");
  }
  GateVerdict verdict = Entered(credentials.user, login.cookie, login.until_ms, secure_);
  verdict.caller.pass = std::move(login.pass);
  co_return verdict;
}

Task<GateVerdict> PasswordGate::Enter(const GateRequest& request, std::string peer) {
  GateVerdict verdict;
  if (const std::optional<ClaimedProgram> program = ReadProgramCredential(request.authorization)) {
    LoginClaim claim{LoginClaim::Way::kProgram,
                     program->user,
                     program->signature,
                     0,
                     program->job,
                     std::move(peer)};
    LoginVerdict login = co_await check_(std::move(claim));
    if (login.outcome != LoginVerdict::Outcome::kProven) {
      co_return NotOfThisServer();
    }
    verdict.caller.user = program->user;
    verdict.caller.program = program->job;
    verdict.caller.pass = std::move(login.pass);
    co_return verdict;
  }
  std::optional<BasicCredentials> credentials = ReadBasic(request.authorization);
  const std::optional<ClaimedCookie> cookie = CookieOf(request);
  // If the request also has the name and password of another user, the cookie is ignored.
  if (cookie && (!credentials || credentials->user == cookie->user)) {
    LoginClaim claim{LoginClaim::Way::kCookie, cookie->user, cookie->signature,
                     cookie->until_ms,         "",           peer};
    LoginVerdict login = co_await check_(std::move(claim));
    if (login.outcome == LoginVerdict::Outcome::kProven) {
      verdict.caller.user = cookie->user;
      verdict.caller.pass = std::move(login.pass);
      co_return verdict;
    }
  }
  if (!credentials) {
    co_return NeedsPassword();
  }
  co_return co_await EnterByPassword(std::move(*credentials), std::move(peer));
}

}  // namespace hpdl::rt
