#include "runtime/server/hpdld/password_gate.h"

#include <openssl/crypto.h>

#include <algorithm>
#include <boost/asio/ip/address_v6.hpp>
#include <utility>

#include "runtime/ground/base/clock.h"
#include "runtime/ground/base/worker_threads.h"
#include "runtime/server/hpdld/signed_cookie.h"

namespace hpdl::rt {
namespace {

constexpr std::size_t kCompared = 2;  ///< maximum number of passwords that are compared at a time
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

PasswordGate::PasswordGate(boost::asio::io_context& loop, PasswordFile file, ServerLog log)
    : loop_(loop),
      file_(std::move(file)),
      log_(std::move(log)),
      places_(std::make_shared<AdmissionQueue>(loop, kCompared)),
      peers_(std::make_shared<Peers>()) {}

bool PasswordGate::SaysWho(const GateRequest& request) const {
  return !request.authorization.empty() || ClaimedUser(request);
}

/// Returns the user's hash if the password matches it, else nullopt. For an unknown user the call
/// takes as long as for a known user.
Task<std::optional<std::string>> PasswordGate::MatchedHash(BasicCredentials credentials) {
  const PasswordTable& table = file_.Current(log_);
  const std::string* const found = table.Find(credentials.user);
  const bool known = found != nullptr;
  const std::string hash = known ? *found : table.decoy;
  if (hash.empty()) {
    co_return std::nullopt;
  }
  auto compare = [hash, password = std::move(credentials.password)](const StopFlag&) mutable {
    const bool same = HasHash(password, hash);
    OPENSSL_cleanse(password.data(), password.size());
    return same;
  };
  const bool same = co_await OnWorker(std::move(compare));
  co_return same&& known ? std::optional(hash) : std::nullopt;
}

Task<GateVerdict> PasswordGate::Enter(const GateRules& rules, const GateRequest& request,
                                      std::string peer) {
  std::optional<BasicCredentials> credentials = ReadBasic(request.authorization);
  const std::optional<std::string> claimed = ClaimedUser(request);
  // If the request also has the name and password of another user, the cookie is ignored.
  const bool by_cookie = claimed && (!credentials || credentials->user == *claimed);
  const std::string* const kept = by_cookie ? file_.Current(log_).Find(*claimed) : nullptr;
  if (kept != nullptr && HasGoodCookie(request, NowMs(), rules.secret + *kept)) {
    GateVerdict verdict;
    verdict.caller.user = *claimed;
    co_return verdict;
  }
  if (!credentials) {
    co_return NeedsPassword();
  }
  const std::string user = credentials->user;
  const auto at = peers_->try_emplace(NetworkOf(peer)).first;
  if (at->second.here >= kMostOfPeer) {
    co_return TooMany();
  }
  if (at->second.turn == nullptr) {
    at->second.turn = std::make_shared<AdmissionQueue>(loop_, 1);
  }
  const Presence presence(peers_, at);
  std::optional<std::string> hash;
  {
    const AdmissionQueue::Place turn = co_await AdmissionQueue::Enter(at->second.turn);
    const AdmissionQueue::Place place = co_await AdmissionQueue::Enter(places_);
    hash = co_await MatchedHash(std::move(*credentials));
  }
  if (!hash) {
    log_(LogLevel::kWarning, "a wrong name or password from " + peer);
    co_return NeedsPassword("The name or the password is wrong");
  }
  co_return Entered(rules, user, "basic", rules.secret + *hash, NowMs());
}

}  // namespace hpdl::rt
