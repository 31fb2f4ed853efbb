#ifndef HPDL_RUNTIME_SERVER_LOGIN_PASSWORD_GATE_H_
#define HPDL_RUNTIME_SERVER_LOGIN_PASSWORD_GATE_H_

#include <boost/asio/io_context.hpp>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "runtime/ground/base/admission_queue.h"
#include "runtime/ground/base/task.h"
#include "runtime/server/login/gate.h"
#include "runtime/server/login/logins.h"
#include "runtime/server/login/password_table.h"

namespace hpdl::rt {

/// Returns the refusal 401, which asks the caller for a name and a password.
GateVerdict NeedsPassword(std::string message = "A name and a password are needed");

/// Authenticates callers by name and password (HTTP's Basic), by the cookie that a proven password
/// sets, or by the credential of a program. `check` decides about each claim. The addresses of
/// callers take turns with their passwords, so that a caller who guesses passwords delays no other
/// address. Loop thread only.
class PasswordGate {
 public:
  /// `secure`: browsers send the cookies only over TLS.
  PasswordGate(boost::asio::io_context& loop, CheckLogin check, bool secure);

  /// True if a request has any field that could authenticate its caller.
  bool SaysWho(const GateRequest& request) const;
  /// Decides about a caller from the address `peer`. `request` outlives the task.
  Task<GateVerdict> Enter(const GateRequest& request, std::string peer);

 private:
  class Presence;
  struct Peer {
    std::shared_ptr<AdmissionQueue> turn;
    std::size_t here = 0;  ///< number of requests whose password waits for a comparison or is being
                           ///< compared
  };
  using Peers = std::map<std::string, Peer>;  ///< the key is the peer's address
  Task<GateVerdict> EnterByPassword(BasicCredentials credentials, std::string peer);

  boost::asio::io_context& loop_;
  const CheckLogin check_;
  const bool secure_;
  const std::shared_ptr<Peers> peers_;  ///< shared with requests, which may outlive the gate
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_SERVER_LOGIN_PASSWORD_GATE_H_
