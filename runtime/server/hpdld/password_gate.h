#ifndef HPDL_RUNTIME_SERVER_HPDLD_PASSWORD_GATE_H_
#define HPDL_RUNTIME_SERVER_HPDLD_PASSWORD_GATE_H_

#include <sys/stat.h>

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

/// Refuses a caller, and tells how to come in.
GateVerdict NeedsPassword(std::string message = "A name and a password are needed");

/// A file of passwords that is read again when it has changed. Loop thread only.
class PasswordFile {
 public:
  /// kError: it is not there, can be read by others, or a line is wrong.
  static Result<PasswordFile> Open(std::string path);
  /// As the file is now; as it was before if it cannot be used now, which is logged once.
  const PasswordTable& Current(const ServerLog& log);

 private:
  explicit PasswordFile(std::string path) : path_(std::move(path)) {}
  Result<void> Read();

  std::string path_;
  PasswordTable table_;
  struct stat seen_{};     ///< of the file that was looked at last
  bool settled_ = false;   ///< no change of that can have been missed
  std::string complaint_;  ///< of the last time; "": it was good
};

/// Who calls, by name and password (HTTP's Basic), then by a cookie that is good for as long as the
/// user has that password. Passwords are compared on other threads, two at a time; the addresses
/// that callers come from take turns, so that one which guesses holds up nobody else. Loop thread
/// only.
class PasswordGate {
 public:
  PasswordGate(boost::asio::io_context& loop, PasswordFile file, ServerLog log);

  /// Whether a request has anything by which its caller could be known.
  bool SaysWho(const GateRequest& request) const;
  /// What becomes of a caller from an address. `request` outlives the task.
  Task<GateVerdict> Enter(const GateRules& rules, const GateRequest& request, std::string peer);

 private:
  class Presence;
  struct Peer {
    std::shared_ptr<AdmissionQueue> turn;
    std::size_t here = 0;  ///< requests that wait or are compared
  };
  using Peers = std::map<std::string, Peer>;  ///< by address
  Task<std::optional<std::string>> MatchedHash(BasicCredentials credentials);

  boost::asio::io_context& loop_;
  PasswordFile file_;
  const ServerLog log_;
  const std::shared_ptr<AdmissionQueue> places_;
  const std::shared_ptr<Peers> peers_;  ///< of requests, too: one may outlive the gate
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_SERVER_HPDLD_PASSWORD_GATE_H_
