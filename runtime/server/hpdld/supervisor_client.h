#ifndef HPDL_RUNTIME_SERVER_HPDLD_SUPERVISOR_CLIENT_H_
#define HPDL_RUNTIME_SERVER_HPDLD_SUPERVISOR_CLIENT_H_

#include <boost/asio/io_context.hpp>
#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/ground/base/descriptor.h"
#include "runtime/ground/base/result.h"
#include "runtime/ground/base/task.h"
#include "runtime/server/access/caller.h"
#include "runtime/server/hpdld/front_messages.h"
#include "runtime/server/login/logins.h"
#include "runtime/server/processes/message_socket.h"
#include "runtime/server/processes/report_pipe.h"
#include "runtime/server/users/user_links.h"
#include "runtime/server/work/awaited.h"

namespace hpdl::rt {

/// The front's side of the connection with the supervisor, and the front's links to the servers of
/// users. Loop thread only. Must be destroyed before the loop.
class SupervisorClient {
 public:
  static constexpr std::chrono::seconds kAnswerPatience{600};

  struct Handlers {
    std::function<void(const FrontTls& sent)> tls;
    std::function<void(Descriptor log)> access_log;
    std::function<void()> ended;  ///< the supervisor has ended
  };

  /// `reports`: the pipe for messages to the supervisor.
  SupervisorClient(boost::asio::io_context& loop, Descriptor socket, Descriptor reports,
                   Handlers handlers);
  SupervisorClient(const SupervisorClient&) = delete;
  SupervisorClient& operator=(const SupervisorClient&) = delete;

  template <class Message>
  void Say(const Message& message) {
    SendReport(reports_.get(), FixedMessage(message));
  }
  /// A CheckLogin. After a proven login, LoginVerdict::pass is set.
  Task<LoginVerdict> Login(LoginClaim claim);
  /// Sends a request of `caller` to the server of a user, and returns the answer. E0501: the user
  /// cannot have a server. kTransient: the server does not run, or has not answered.
  /// Tells the server if `gone` returns true because the caller has left.
  Task<Result<UserAnswer>> Ask(ServerChoice choice, std::string user, Caller caller,
                               UserRequest request, std::function<bool()> gone = {},
                               std::chrono::seconds patience = kAnswerPatience);
  /// Returns the users whose servers run.
  Task<std::vector<std::string>> Running();
  /// Makes a change that the caller's own server has accepted for all servers.
  /// Returns false if the caller is no administrator.
  Task<bool> Tell(ServerChange change, Caller caller);

 private:
  template <class Message>
  using Waiting = std::map<std::uint64_t, std::shared_ptr<Awaited<Message>>>;
  template <class Answer, class Message>
  Task<Answer> AnswerTo(Waiting<Answer>* waiting, Message message);
  template <class Answer>
  static bool Give(Waiting<Answer>* waiting, Answer answer);
  bool Take(std::string_view frame, Passed passed);

  boost::asio::io_context& loop_;
  const Handlers handlers_;
  UserLinks links_;
  Waiting<FrontLoginAnswer> logins_;
  Waiting<FrontOpened> opened_;
  Waiting<FrontRunningAnswer> running_;
  Waiting<FrontTold> told_;
  std::uint64_t last_number_ = 0;
  const Descriptor reports_;
  MessageReceiver supervisor_;
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_SERVER_HPDLD_SUPERVISOR_CLIENT_H_
