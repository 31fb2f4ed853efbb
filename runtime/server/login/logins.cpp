#include "runtime/server/login/logins.h"

#include <openssl/crypto.h>

#include <utility>

#include "runtime/ground/base/clock.h"
#include "runtime/ground/base/worker_threads.h"
#include "runtime/server/access/program_credential.h"
#include "runtime/server/login/signed_cookie.h"

namespace hpdl::rt {
namespace {

constexpr std::string_view kBasic = "basic";
constexpr std::size_t kCompared = 2;  ///< maximum number of passwords that are compared at a time
constexpr std::size_t kMostWaiting = 1000;

}  // namespace

Logins::Logins(boost::asio::io_context& loop, Setup setup)
    : setup_(std::move(setup)), places_(std::make_shared<AdmissionQueue>(loop, kCompared)) {}

/// Returns the user's hash if the password matches it, else nullopt. For an unknown user the call
/// takes as long as for a known user.
Task<std::optional<std::string>> Logins::MatchedHash(std::string user, std::string password) {
  const PasswordTable& table = setup_.passwords.Current(setup_.log);
  const std::string* const found = table.Find(user);
  const bool known = found != nullptr;
  const std::string hash = known ? *found : table.decoy;
  if (hash.empty()) {
    co_return std::nullopt;
  }
  auto compare = [hash, password = std::move(password)](const StopFlag&) mutable {
    const bool same = HasHash(password, hash);
    OPENSSL_cleanse(password.data(), password.size());
    return same;
  };
  const bool same = co_await OnWorker(std::move(compare));
  co_return same&& known ? std::optional(hash) : std::nullopt;
}

/// A cookie is signed with the hash of the user's password, too. So it is valid only as long as the
/// password stays the same.
bool Logins::IsGoodCookie(const LoginClaim& claim) {
  const std::string* const hash = setup_.passwords.Current(setup_.log).Find(claim.user);
  const ClaimedCookie cookie{claim.user, std::string(kBasic), claim.until_ms, claim.proof};
  return hash != nullptr && cookie.IsGood(NowMs(), setup_.secret + *hash);
}

bool Logins::IsGoodProgram(const LoginClaim& claim) const {
  const ClaimedProgram program{claim.job, claim.user, claim.proof};
  return program.IsSignedWith(ProgramKey(setup_.secret, claim.user));
}

Task<LoginVerdict> Logins::Check(LoginClaim claim) {
  using Outcome = LoginVerdict::Outcome;
  LoginVerdict verdict;
  if (claim.way != LoginClaim::Way::kPassword) {
    const bool good =
        claim.way == LoginClaim::Way::kCookie ? IsGoodCookie(claim) : IsGoodProgram(claim);
    verdict.outcome = good ? Outcome::kProven : Outcome::kWrong;
    co_return verdict;
  }
  if (places_->waiting() >= kMostWaiting) {
    verdict.outcome = Outcome::kTooMany;
    co_return verdict;
  }
  const AdmissionQueue::Place place = co_await AdmissionQueue::Enter(places_);
  const std::optional<std::string> hash = co_await MatchedHash(claim.user, std::move(claim.proof));
  if (!hash) {
    setup_.log(LogLevel::kWarning, "a wrong name or password from " + claim.peer);
    co_return verdict;
  }
  verdict.outcome = Outcome::kProven;
  verdict.until_ms = NowMs() + setup_.validity_ms;
  verdict.cookie = SignedCookie(claim.user, kBasic, verdict.until_ms, setup_.secret + *hash);
  co_return verdict;
}

}  // namespace hpdl::rt
