#ifndef HPDL_RUNTIME_SERVER_LOGIN_ADMISSION_H_
#define HPDL_RUNTIME_SERVER_LOGIN_ADMISSION_H_

#include <boost/asio/io_context.hpp>
#include <memory>
#include <optional>
#include <string>

#include "runtime/ground/base/task.h"
#include "runtime/server/login/gate.h"
#include "runtime/server/login/logins.h"

namespace hpdl::rt {

/// Finds out who sends a request. Loop thread only.
class Admission {
 public:
  virtual ~Admission() = default;
  /// Refuses a request whose header fields cannot authenticate its caller, before its body is read.
  /// Does not wait, so it checks no password. Returns nullopt if the request is not refused.
  virtual std::optional<GateVerdict> RefuseEarly(const GateRequest& request) const = 0;
  /// Decides about a complete request from the address `peer`. `request` outlives the task.
  virtual Task<GateVerdict> Enter(const GateRequest& request, std::string peer) = 0;
};

/// Admits the programs of this server, and everybody who gives a name.
std::unique_ptr<Admission> AdmitByName(GateRules rules);

/// Admits the programs of this server, and everybody who proves a password or has a cookie.
/// `rules.anonymous` is not used.
std::unique_ptr<Admission> AdmitByPassword(boost::asio::io_context& loop, GateRules rules,
                                           PasswordFile passwords, ServerLog log);

/// Admits whom another process admits. `secure`: browsers send cookies only over TLS.
std::unique_ptr<Admission> AdmitByOther(boost::asio::io_context& loop, CheckLogin check,
                                        bool secure);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_SERVER_LOGIN_ADMISSION_H_
