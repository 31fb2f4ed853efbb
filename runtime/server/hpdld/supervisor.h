#ifndef HPDL_RUNTIME_SERVER_HPDLD_SUPERVISOR_H_
#define HPDL_RUNTIME_SERVER_HPDLD_SUPERVISOR_H_

#include <boost/asio/io_context.hpp>
#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "runtime/ground/base/descriptor.h"
#include "runtime/ground/base/result.h"
#include "runtime/ground/base/task.h"
#include "runtime/server/access/authorization.h"
#include "runtime/server/access/proxy_users.h"
#include "runtime/server/hpdld/front_messages.h"
#include "runtime/server/login/logins.h"
#include "runtime/server/processes/message_socket.h"
#include "runtime/server/processes/report_pipe.h"
#include "runtime/server/users/user_servers.h"
#include "runtime/server/work/children.h"
#include "runtime/server/work/server_log.h"

namespace hpdl::rt {

struct SupervisorSetup {
  Descriptor socket;  ///< the socket that listens for callers
  std::string host;   ///< the address at which the socket listens
  std::uint16_t port = 0;
  FrontBegin front;             ///< `uid` and `gid` are not used
  std::optional<TlsTexts> tls;  ///< nullopt: no TLS
  std::string front_account, store_account;
  std::vector<std::string> front_program, store_program;  ///< command lines
  UserServersSetup users;
  AuthorizationRules rules;
  ProxyRules proxies;
  /// Returns a descriptor of the access log; -1: there is none.
  std::function<Descriptor()> access_log;
  ServerLog log;
};

/// Runs as root, and starts and watches the processes of root's hpdld: the front, which speaks HTTP
/// and TLS with callers; the store; and the servers of users. Proves the logins of callers. Opens a
/// user's server to the front only for a caller whose login it has proven, so a front that is taken
/// over cannot act for other users. Everything that comes from another process has a fixed size,
/// and no descriptor comes with it. A front or a store that ends is started again, and no job takes
/// notice of it. Loop thread only. Must be destroyed before the loop; `children` and `names` must
/// outlive it.
class Supervisor {
 public:
  /// Called once when the front and the store have begun (with the URL of Oozie's services), or
  /// cannot begin.
  using Begun = std::function<void(Result<std::string> url)>;

  Supervisor(boost::asio::io_context& loop, Children& children, NameService& names,
             Logins::Setup logins, SupervisorSetup setup);
  ~Supervisor();
  Supervisor(const Supervisor&) = delete;
  Supervisor& operator=(const Supervisor&) = delete;

  /// Starts all processes.
  void Begin(Begun begun);
  /// Uses another certificate and key from now on.
  void SetTls(TlsTexts texts, std::string key_pin);
  /// Passes the access log to the front again, because the file was opened again.
  void AccessLogOpened();

 private:
  /// A process that is started again when it ends.
  struct Service {
    std::string name, account_name;
    std::vector<std::string> program;
    pid_t process = 0;      ///< 0: no process
    std::uint64_t run = 0;  ///< counts the processes, to tell them apart
    bool ready = false;
    std::unique_ptr<MessageSender> link;
    std::unique_ptr<ReportReader> reports;
    bool pinged = false;  ///< the front has not answered the last FrontPing yet
    std::chrono::steady_clock::time_point begun;
    std::chrono::seconds pause{1};  ///< the pause before the next start
  };

  /// Counts the requests of the front that the supervisor works on: of all callers, and of one. The
  /// front itself has these limits, so only a front that was taken over reaches them.
  class Turn;
  struct Turns {
    std::size_t all = 0;
    std::map<std::string, std::size_t, std::less<>> of_caller;
  };

  Task<Result<void>> BeginAll();
  Task<Result<void>> Start(Service& service);
  Result<void> Spawn(Service& service);
  void SendBegin(Service& service, const Account& account);
  void Ended(Service& service, const std::string& how);
  void StartLater(Service& service);
  bool Take(Service& service, std::string_view message);
  bool TakeFromFront(std::string_view message);
  void Ready(Service& service, const std::string& error);
  Task<void> Login(FrontLogin message);
  Task<void> Open(FrontOpen message);
  Task<Result<OpenedServer>> OpenFor(const FrontOpen& message, Caller caller, std::string user);
  FrontOpened OpenRunning(const FrontOpen& message);
  Task<void> Tell(FrontTell message);
  void Answer(const FrontOpen& asked, FrontOpened answer);
  template <class Message>
  void SendToFront(const Message& message, Passed passed = {});
  Task<void> Ping(std::uint64_t run);
  Task<void> AwaitReady(Service& service);
  bool IsFront(std::uint64_t run) const { return front_.run == run && front_.link != nullptr; }

  boost::asio::io_context& loop_;
  Children& children_;
  NameService& names_;
  SupervisorSetup setup_;
  Logins logins_;
  Authorization authorization_;
  const ProxyUsers proxies_;
  UserServers users_;
  Service front_, store_;
  Begun begun_;      ///< empty once it was called
  std::string url_;  ///< the URL of Oozie's services, once the front has said it
  const std::string pass_key_;
  std::shared_ptr<Turns> turns_ = std::make_shared<Turns>();  ///< the counts of the present front
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_SERVER_HPDLD_SUPERVISOR_H_
