#ifndef HPDL_RUNTIME_SERVER_HPDLD_PASSWORD_GATE_H_
#define HPDL_RUNTIME_SERVER_HPDLD_PASSWORD_GATE_H_

#include <boost/asio/io_context.hpp>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "runtime/ground/base/admission_queue.h"
#include "runtime/ground/base/task.h"
#include "runtime/server/hpdld/gate.h"
#include "runtime/server/hpdld/password_file.h"
#include "runtime/server/work/server_log.h"

namespace hpdl::rt {

/// Returns the refusal 401, which asks the caller for a name and a password.
GateVerdict NeedsPassword(std::string message = "A name and a password are needed");

/// Authenticates callers by name and password (HTTP's Basic). The answer sets a cookie that
/// authenticates later requests as long as the user's password stays the same. Other threads
/// compare the passwords, two at a time. The addresses of callers take turns, so that a caller who
/// guesses passwords delays no other address. Loop thread only.
class PasswordGate {
 public:
  PasswordGate(boost::asio::io_context& loop, PasswordFile file, ServerLog log);

  /// True if a request has any field that could authenticate its caller.
  bool SaysWho(const GateRequest& request) const;
  /// Decides about a caller from the address `peer`. `request` outlives the task.
  Task<GateVerdict> Enter(const GateRules& rules, const GateRequest& request, std::string peer);

 private:
  class Presence;
  struct Peer {
    std::shared_ptr<AdmissionQueue> turn;
    std::size_t here = 0;  ///< number of requests whose password waits for a comparison or is being
                           ///< compared
  };
  using Peers = std::map<std::string, Peer>;  ///< the key is the peer's address
  Task<std::optional<std::string>> MatchedHash(BasicCredentials credentials);

  boost::asio::io_context& loop_;
  PasswordFile file_;
  const ServerLog log_;
  const std::shared_ptr<AdmissionQueue> places_;
  const std::shared_ptr<Peers> peers_;  ///< shared with requests, which may outlive the gate
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_SERVER_HPDLD_PASSWORD_GATE_H_
