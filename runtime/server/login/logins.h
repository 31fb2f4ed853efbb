#ifndef HPDL_RUNTIME_SERVER_LOGIN_LOGINS_H_
#define HPDL_RUNTIME_SERVER_LOGIN_LOGINS_H_

#include <boost/asio/io_context.hpp>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "runtime/ground/base/admission_queue.h"
#include "runtime/ground/base/task.h"
#include "runtime/server/login/password_file.h"
#include "runtime/server/work/server_log.h"

namespace hpdl::rt {

/// A caller's claim to be a user, with the proof that the caller sent.
struct LoginClaim {
  enum class Way : std::uint8_t { kPassword, kCookie, kProgram };
  Way way = Way::kPassword;
  std::string user;
  std::string proof;          ///< the password, or the signature of the cookie or credential
  std::int64_t until_ms = 0;  ///< kCookie: the cookie's time (UTC milliseconds); else 0
  std::string job;            ///< kProgram: the root job of the program; else ""
  std::string peer;           ///< the numeric address of the caller, for the log
  /// Returns true if nobody waits for the decision any more; empty: somebody waits.
  std::function<bool()> gone;
};

/// The decision about a claim.
struct LoginVerdict {
  enum class Outcome : std::uint8_t {
    kProven,
    kWrong,    ///< the proof does not fit
    kTooMany,  ///< too many passwords wait for their comparison
  };
  Outcome outcome = Outcome::kWrong;
  /// After a proven password: the value of a new cookie for the caller, and the time until which
  /// the cookie is valid (UTC milliseconds).
  std::string cookie;
  std::int64_t until_ms = 0;
  std::string pass;  ///< Caller::pass
};

/// Decides about a claim. The task may be kept waiting while passwords are compared.
using CheckLogin = std::function<Task<LoginVerdict>(LoginClaim claim)>;

/// Decides about claims with the file of passwords and the server's secret. Each user has an own
/// key for programs (ProgramKey()). Other threads compare the passwords, two at a time. Loop thread
/// only.
class Logins {
 public:
  struct Setup {
    PasswordFile passwords;
    std::string secret;            ///< the secret that signs cookies
    std::int64_t validity_ms = 0;  ///< milliseconds for which a cookie is valid
    ServerLog log;
  };

  Logins(boost::asio::io_context& loop, Setup setup);

  Task<LoginVerdict> Check(LoginClaim claim);

 private:
  Task<std::optional<std::string>> MatchedHash(std::string user, std::string password);
  bool IsGoodCookie(const LoginClaim& claim);
  bool IsGoodProgram(const LoginClaim& claim) const;

  Setup setup_;
  const std::shared_ptr<AdmissionQueue> places_;
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_SERVER_LOGIN_LOGINS_H_
