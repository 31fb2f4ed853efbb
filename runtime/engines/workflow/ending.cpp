#include "runtime/engines/workflow/job_run.h"
#include "runtime/ground/abi/text_view.h"

namespace hpdl::rt {

/// Ends the job SUCCEEDED. Actions of the job that still run are killed (Oozie 3.1.2, HWS 3.1.2).
void JobRun::PassEnd(std::uint32_t node) {
  const Transaction together(loop_);
  Write(Begin(node), NodeState::kOk);
  Finish(JobState::kSucceeded, {}, {});
}

/// Ends the job. A kill node ends it KILLED, a fail node of HWS ends it FAILED. The job gets the
/// node's message.
std::uint32_t JobRun::PassKill(std::uint32_t node) {
  const hpdl_node& kill = At(node);
  Result<std::string> message =
      kill.message == HPDL_NONE ? std::string() : view_.Text(kill.message, ToView(kill.name));
  if (!message && MustAsk(node)) {
    return kAsk;
  }
  view_.ForgetAnswers(ToView(kill.name));
  if (!message) {
    // The job still ends, and its error is the error in the message's expression.
    FailAt(node, {ErrorClass::kFatal, "E0756", message.error().message});
    return kStop;
  }
  const Transaction together(loop_);
  NodeEntry& entry = Begin(node);
  entry.row.error_code = "E0729";
  entry.row.error_message = *message;
  Write(entry, NodeState::kOk);
  Finish(row_.dialect == HPDL_DIALECT_HWS ? JobState::kFailed : JobState::kKilled, "E0729",
         std::move(*message));
  return kStop;
}

}  // namespace hpdl::rt
