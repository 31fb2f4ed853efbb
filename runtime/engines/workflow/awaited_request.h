#ifndef HPDL_RUNTIME_ENGINES_WORKFLOW_AWAITED_REQUEST_H_
#define HPDL_RUNTIME_ENGINES_WORKFLOW_AWAITED_REQUEST_H_

#include <chrono>
#include <memory>
#include <optional>
#include <string>

#include "runtime/engines/workflow/giving_up.h"
#include "runtime/ground/base/result.h"
#include "runtime/store/mailbox.h"

namespace hpdl::rt {

/// A request that this process has posted for the process that runs a job, and whose answer it
/// awaits. The destructor takes a request back that nobody has answered. So a request whose sender
/// reports an error is not carried out later. While the object exists, signals do not end this
/// process (GivingUp); call GiveUp() from time to time.
class AwaitedRequest {
 public:
  /// Posts a request. Returns the errors of Mailbox::Post(). `job` and `what`, such as "request",
  /// are words for messages.
  static Result<std::unique_ptr<AwaitedRequest>> Post(Mailbox& mailbox, const std::string& text,
                                                      std::string job, std::string what);
  ~AwaitedRequest();
  AwaitedRequest(const AwaitedRequest&) = delete;
  AwaitedRequest& operator=(const AwaitedRequest&) = delete;

  const std::string& id() const { return posted_->id(); }
  /// Returns the answer, or nullopt until there is an answer.
  std::optional<Result<void>> Answer();
  /// Takes the request back. Returns false if another process has taken or answered it.
  bool Withdraw();
  /// Returns nullopt as long as the caller should wait. After `patience`, or after a signal, takes
  /// the request back and returns "E0606". If another process is carrying out the request, the
  /// message of the error says so.
  std::optional<Error> GiveUp(std::chrono::steady_clock::duration patience);
  /// From now on a signal ends this process.
  void LetSignalsEnd() { giving_up_.reset(); }

 private:
  AwaitedRequest(std::string job, std::string what)
      : job_(std::move(job)), what_(std::move(what)) {}

  const std::string job_, what_;
  /// Begins before the post, because the request of an ended process would stay in the mailbox.
  std::optional<GivingUp> giving_up_{std::in_place};
  std::unique_ptr<PostedMessage> posted_;
  const std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
  bool over_ = false;  ///< the request is answered or withdrawn
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_ENGINES_WORKFLOW_AWAITED_REQUEST_H_
