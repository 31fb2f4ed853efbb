#include "runtime/world/ssh/libssh_session.h"

#include <fcntl.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstdlib>

#include "runtime/world/net/tcp_connect.h"
#include "runtime/world/ssh/libssh_channel.h"

namespace hpdl::rt {

std::string SshTarget::Text() const {
  std::string text = user + "@";
  text += host.find(':') == std::string::npos ? host : "[" + host + "]";
  return port == 22 ? text : text + ":" + std::to_string(port);
}

SshSession::SshSession(SshTarget target, const SshOptions& options)
    : target_(std::move(target)),
      options_(options),
      wake_(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {}

SshSession::~SshSession() {
  if (session_ != nullptr) {
    if (!stopped_) {
      ssh_disconnect(session_);
    }
    ssh_free(session_);
  }
  if (const int fd = connection_.exchange(-1); fd >= 0) {
    close(fd);
  }
}

void SshSession::Stop() {
  stopped_ = true;
  eventfd_write(wake_.get(), 1);
  if (const int fd = connection_; fd >= 0) {
    shutdown(fd, SHUT_RDWR);
  }
}

Error SshSession::Failed(ErrorClass error_class, const char* code,
                         const std::string& message) const {
  return {error_class, code, target_.Text() + ": " + message};
}

Error SshSession::Broken(const std::string& what) const {
  const char* said = session_ == nullptr ? "" : ssh_get_error(session_);
  return Failed(ErrorClass::kTransient, "COULD_NOT_CONNECT",
                *said == '\0' ? what : what + ": " + said);
}

Result<void> SshSession::Open() {
  HPDL_TRY(Connect());
  HPDL_TRY(CheckHost());
  return LogIn();
}

Result<void> SshSession::Connect() {
  TcpRequest request;
  request.host = target_.host;
  request.port = target_.port;
  request.timeout_ms = options_.connect_ms;
  request.stop_fd = wake_.get();
  Result<int> fd = ConnectTcp(request);
  if (!fd) {
    const bool resolve = fd.error().code == "NET_RESOLVE";
    return Error{ErrorClass::kTransient, resolve ? "COULD_NOT_RESOLVE_HOST" : "COULD_NOT_CONNECT",
                 fd.error().message};
  }
  // libssh may close its descriptor at any time, and another file may then get the same number. So
  // Stop() uses a copy.
  connection_ = fcntl(*fd, F_DUPFD_CLOEXEC, 0);
  if (stopped_) {
    close(*fd);
    return Broken("cancelled");
  }
  HPDL_TRY(Configure(*fd));
  if (ssh_connect(session_) != SSH_OK) {
    const std::string said = ssh_get_error(session_);
    // If client and server have no algorithm in common, a retry would not help.
    const bool refused = said.find("no match for method") != std::string::npos;
    return Failed(refused ? ErrorClass::kNonTransient : ErrorClass::kTransient, "COULD_NOT_CONNECT",
                  said.empty() ? "no ssh server answers" : said);
  }
  return {};
}

/// Sets up the session and takes ownership of the descriptor. Ignores the machine's OpenSSH
/// configuration, because the settings of the site file apply instead.
Result<void> SshSession::Configure(int fd) {
  session_ = ssh_new();
  if (session_ == nullptr) {
    close(fd);
    return Failed(ErrorClass::kTransient, "COULD_NOT_CONNECT", "out of memory");
  }
  const bool no = false;
  const auto port = static_cast<unsigned>(target_.port);
  const long seconds = options_.connect_ms / 1000 + 1;
  const std::vector<std::string> files = KnownHostsFiles();
  const auto set = [this](ssh_options_e option, const void* value) {
    return ssh_options_set(session_, option, value) == SSH_OK;
  };
  const bool ready = set(SSH_OPTIONS_FD, &fd) && set(SSH_OPTIONS_PROCESS_CONFIG, &no) &&
                     set(SSH_OPTIONS_HOST, target_.host.c_str()) && set(SSH_OPTIONS_PORT, &port) &&
                     set(SSH_OPTIONS_USER, target_.user.c_str()) &&
                     set(SSH_OPTIONS_TIMEOUT, &seconds) &&
                     set(SSH_OPTIONS_KNOWNHOSTS, files[0].c_str()) &&
                     set(SSH_OPTIONS_GLOBAL_KNOWNHOSTS, files[1].c_str());
  if (!ready) {
    Error error = Failed(ErrorClass::kError, "COULD_NOT_CONNECT",
                         std::string("invalid user or host: ") + ssh_get_error(session_));
    close(fd);
    return error;
  }
  return {};
}

Result<SshReply> SshSession::Execute(const SshRequest& request) {
  if (stopped_ || ssh_is_connected(session_) == 0) {
    return Broken("the connection is closed");
  }
  SshChannel channel(session_);
  if (const char* failed = channel.Begin(request.command); failed != nullptr) {
    return Broken(failed);
  }
  if (!channel.Send(request.input)) {
    return Broken("the connection broke while the command was sent");
  }
  SshReply reply;
  switch (channel.Receive(request.timeout_ms, request.output_limit, &reply)) {
    case SshChannel::End::kComplete:
      break;
    case SshChannel::End::kTooLong:
      return Failed(ErrorClass::kError, "SSH_TOO_LONG",
                    "the answer has more than " + std::to_string(request.output_limit) + " bytes");
    case SshChannel::End::kBroken:
      return Broken("the connection broke before the answer was complete");
  }
  return reply;
}

}  // namespace hpdl::rt
