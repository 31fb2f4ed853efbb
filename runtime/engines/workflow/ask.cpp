#include <algorithm>
#include <boost/asio/steady_timer.hpp>
#include <boost/system/system_error.hpp>
#include <chrono>

#include "runtime/engines/workflow/asked_files.h"
#include "runtime/engines/workflow/job_run.h"
#include "runtime/ground/abi/text_view.h"
#include "runtime/ground/base/sleep.h"

/// Handles expressions that read Hadoop's file systems. The evaluation of an expression notes its
/// questions about files. The loop gets the answers and then evaluates the node again.
namespace hpdl::rt {

bool JobRun::MustAsk(std::uint32_t node) {
  return view_.Unanswered(ToView(At(node).name)) != nullptr;
}

Task<Result<void>> JobRun::AskOnce(Branch& branch, AskedFiles& asked) {
  branch.working = true;
  Result<void> answered;
  try {
    answered = co_await asked.Answer();
  } catch (const boost::system::system_error& error) {
    // The wait for the answer ended with an exception, most likely because the action was
    // cancelled.
    answered = Error{ErrorClass::kTransient, "JA009", error.what()};
  }
  branch.working = false;
  co_return answered;
}

Task<void> JobRun::Sleep(Branch& branch, std::int64_t milliseconds) {
  boost::asio::steady_timer timer(loop_.io());
  branch.retry_timer = &timer;
  branch.working = true;
  try {
    co_await SleepUntil(timer, TheTime().Steady() + std::chrono::milliseconds(milliseconds));
  } catch (const boost::system::system_error&) {
    // The wait was cancelled. The caller finds the reason.
  }
  branch.retry_timer = nullptr;
  branch.working = false;
}

/// Gets the answers to a node's questions about files. Returns the node when its questions are
/// answered, and kStop if the branch is cancelled. Returns kPark if all retries have failed; then
/// the job is suspended, and `resume` tries again. The node has no row meanwhile, because the node
/// has not begun.
Task<std::uint32_t> JobRun::Ask(Branch& branch, std::uint32_t node) {
  const std::string name(ToView(At(node).name));
  const RetryPolicy policy = TransientPolicyOf(node);
  std::int64_t delay = policy.first_ms;
  for (std::uint32_t tries = 0;; ++tries) {
    AskedFiles* asked = view_.Unanswered(name);
    Result<void> answered;
    if (asked != nullptr) {
      answered = co_await AskOnce(branch, *asked);
    }
    if (branch.cancelled || ending_) {
      co_return kStop;
    }
    if (answered) {
      co_return node;
    }
    const bool again = answered.error().error_class == ErrorClass::kTransient;
    if (!again || tries >= policy.max || held()) {
      view_.ForgetAnswers(name);
      if (!held()) {
        loop_.Suspend("error " + name + ": " + answered.error().message);
      }
      co_return kPark;
    }
    co_await Sleep(branch, delay);
    delay = policy.exponential ? std::min(delay * 2, policy.most_ms) : delay;
    if (branch.cancelled || ending_) {
      co_return kStop;
    }
    if (held()) {
      view_.ForgetAnswers(name);
      co_return kPark;
    }
  }
}

}  // namespace hpdl::rt
