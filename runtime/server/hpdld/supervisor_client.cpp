#include "runtime/server/hpdld/supervisor_client.h"

#include <optional>
#include <utility>

#include "runtime/ground/base/frames.h"

namespace hpdl::rt {

SupervisorClient::SupervisorClient(boost::asio::io_context& loop, Descriptor socket,
                                   Descriptor reports, Handlers handlers)
    : loop_(loop),
      handlers_(std::move(handlers)),
      links_(loop),
      reports_(std::move(reports)),
      supervisor_(
          loop, std::move(socket),
          {[this](std::string_view frame, Passed passed) { return Take(frame, std::move(passed)); },
           handlers_.ended}) {}

/// Sends a message, and waits for the answer. The time limit keeps a lost answer from using memory
/// for ever.
template <class Answer, class Message>
Task<Answer> SupervisorClient::AnswerTo(Waiting<Answer>* waiting, Message message) {
  const std::uint64_t number = message.number = ++last_number_;
  const auto answer = std::make_shared<Awaited<Answer>>(loop_);
  waiting->emplace(number, answer);
  Say(message);
  std::optional<Answer> given = co_await answer->Get(kAnswerPatience);
  waiting->erase(number);
  co_return given ? std::move(*given) : Answer{};
}

template <class Answer>
bool SupervisorClient::Give(Waiting<Answer>* waiting, Answer answer) {
  if (const auto found = waiting->find(answer.number); found != waiting->end()) {
    const std::shared_ptr<Awaited<Answer>> awaited = found->second;
    awaited->Give(std::move(answer));
  }
  return true;
}

bool SupervisorClient::Take(std::string_view frame, Passed passed) {
  if (FrameSize(frame) == 0) {
    return false;
  }
  if (FrontLoginAnswer answer; Read(frame, &answer)) {
    return Give(&logins_, std::move(answer));
  }
  if (FrontOpened answer; Read(frame, &answer)) {
    if (answer.link) {
      links_.Use(answer.user, answer.server.run, std::move(passed));
    }
    return Give(&opened_, std::move(answer));
  }
  if (FrontRunningAnswer answer; Read(frame, &answer)) {
    return Give(&running_, std::move(answer));
  }
  if (FrontTold answer; Read(frame, &answer)) {
    return Give(&told_, answer);
  }
  if (FrontPing ping; Read(frame, &ping)) {
    Say(FrontPong());
    return true;
  }
  if (FrontTls sent; Read(frame, &sent)) {
    handlers_.tls(sent);
    return true;
  }
  if (FrontAccessLog log; Read(frame, &log)) {
    handlers_.access_log(std::move(passed.first));
    return true;
  }
  return false;
}

Task<LoginVerdict> SupervisorClient::Login(LoginClaim claim) {
  const std::optional<FrontLogin> message = FrontLoginOf(0, claim);
  if (!message) {
    co_return LoginVerdict{};
  }
  FrontLoginAnswer answer = co_await AnswerTo(&logins_, *message);
  co_return std::move(answer.verdict);
}

Task<Result<UserAnswer>> SupervisorClient::Ask(ServerChoice choice, std::string user, Caller caller,
                                               UserRequest request, std::function<bool()> gone,
                                               std::chrono::seconds patience) {
  FrontOpen open;
  open.lost = links_.LostRunOf(user);
  open.own_lost = links_.LostRunOf(caller.user);
  open.choice = static_cast<std::uint8_t>(choice);
  const bool fits = open.caller.Set(caller.user) && open.program.Set(caller.program) &&
                    open.pass.Set(caller.pass) && open.user.Set(user) &&
                    open.peer.Set(request.address);
  if (!fits) {
    co_return Error{ErrorClass::kError, "E0501", "the name of a user or a job is too long"};
  }
  FrontOpened opened = co_await AnswerTo(&opened_, open);
  if (opened.server.run == 0) {
    const bool transient = opened.transient || opened.error.empty();
    co_return Error{transient ? ErrorClass::kTransient : ErrorClass::kError, opened.error_code,
                    opened.error.empty() ? "the supervisor did not answer" : opened.error};
  }
  request.caller = caller.user;
  request.program = caller.program;
  request.pass = std::move(opened.server.pass);
  request.work = std::move(opened.server.work);
  Result<UserAnswer> answer =
      co_await links_.Ask(opened.user, std::move(request), std::move(gone), patience);
  if (choice != ServerChoice::kUserRunning) {
    FrontDone done;
    done.run = opened.server.run;
    done.user.SetBegin(opened.user);
    Say(done);
  }
  co_return answer;
}

Task<std::vector<std::string>> SupervisorClient::Running() {
  FrontRunningAnswer answer = co_await AnswerTo(&running_, FrontRunning());
  co_return std::move(answer.users);
}

Task<bool> SupervisorClient::Tell(ServerChange change, Caller caller) {
  FrontTell message;
  message.change = static_cast<std::uint8_t>(change);
  message.caller.SetBegin(caller.user);
  message.pass.SetBegin(caller.pass);
  const FrontTold told = co_await AnswerTo(&told_, message);
  co_return told.done;
}

}  // namespace hpdl::rt
