#include <algorithm>
#include <boost/system/system_error.hpp>
#include <exception>

#include "runtime/engines/workflow/action_context.h"
#include "runtime/engines/workflow/job_run.h"
#include "runtime/engines/workflow/record_text.h"
#include "runtime/engines/workflow/transitions.h"
#include "runtime/ground/abi/text_view.h"
#include "runtime/ground/base/clock.h"

/// The state machine of an action. The engine records PREP durably and runs the executor. The class
/// of the error in the outcome then determines the next step.
namespace hpdl::rt {

Task<std::uint32_t> JobRun::PassAction(Branch& branch, std::uint32_t node) {
  if (const NodeEntry* entry = Ended(node)) {
    co_return Follow(node, *entry);
  }
  NodeEntry* known = view_.Entry(node);
  const NodeState before = known == nullptr ? NodeState::kPrep : known->row.state;
  bool begun = known != nullptr && known->row.sequence != 0;
  const bool collects = before == NodeState::kEndRetry || before == NodeState::kEndManual;
  bool resumed = begun && (collects || before == NodeState::kPrep || before == NodeState::kRunning);
  if (!begun) {
    if (const std::uint32_t next = Prepare(node); next != node) {
      co_return next;
    }
  }
  NodeEntry& entry = *view_.Entry(node);
  if (begun && MayHurry(before) && !known->row.error_message.empty()) {
    if (const Next next = co_await WaitForRetry(branch, node, entry); next != Next::kGoOn) {
      co_return next == Next::kPark ? kPark : kStop;
    }
  }
  while (true) {
    if (!resumed) {
      BeginAttempt(entry, begun);
      co_await loop_.Durable();
    }
    if (branch.cancelled) {
      Write(entry, NodeState::kKilled);
      co_return kStop;
    }
    ClearFailure(entry);
    entry.row.ended_ms = 0;
    Next next = co_await Attempt(branch, node, entry, resumed);
    if (next == Next::kGoOn) {
      co_return Follow(node, entry);
    }
    if (next == Next::kRetry) {
      next = co_await WaitForRetry(branch, node, entry);
    }
    if (next != Next::kGoOn) {
      co_return next == Next::kPark ? kPark : kStop;
    }
    // In END_RETRY, the effect has happened but its results could not be collected. So the same
    // attempt continues and only collects the results.
    resumed = entry.row.state == NodeState::kEndRetry;
    begun = true;
  }
}

/// Evaluates the arguments and the retry attributes of the action, and begins its row. Returns
/// `node`, kAsk if expressions need answers about files first, or kStop after an error.
std::uint32_t JobRun::Prepare(std::uint32_t node) {
  Result<ActionArguments> arguments = view_.Arguments(At(node));
  if (!arguments && MustAsk(node)) {
    return kAsk;
  }
  if (!arguments) {
    FailAt(node, arguments.error());
    return kStop;
  }
  Result<RetryState> retry = EvaluateUserRetry(view_, At(node), loop_.site());
  if (!retry && MustAsk(node)) {
    return kAsk;
  }
  if (!retry) {
    FailAt(node, retry.error());
    return kStop;
  }
  view_.ForgetAnswers(ToView(At(node).name));
  arguments->retry = *retry;
  Begin(node).row.arguments = EncodeArguments(*arguments);
  return node;
}

/// Records the attempt in `row` as an AttemptRow, before the next attempt overwrites the row.
void JobRun::KeepAttempt(Transaction& together, const NodeRow& row) {
  AttemptRow kept;
  kept.job = row.job;
  kept.run = row.run;
  kept.node = row.node;
  kept.attempt = row.attempt;
  kept.sequence = row.sequence;
  kept.state = row.state;
  kept.started_ms = row.started_ms;
  kept.ended_ms = row.ended_ms;
  kept.error_code = row.error_code;
  kept.error_message = row.error_message;
  kept.external_id = row.external_id;
  together.Put(kept);
}

/// Puts the row of a new attempt, in state PREP. `again` is true if the action has had an earlier
/// attempt.
void JobRun::BeginAttempt(NodeEntry& entry, bool again) {
  NodeRow& row = entry.row;
  Transaction together(loop_);
  if (again) {
    KeepAttempt(together, row);
    ++row.attempt;
  }
  row.sequence = row.attempt == 0 ? loop_.NextSequence() : loop_.FreshSequence();
  row.started_ms = NowMs();
  row.ended_ms = 0;
  if (!At(view_.Find(row.node)).kind->goes_on) {
    row.progress.clear();
  }
  row.external_id.clear();
  ClearFailure(entry);
  Write(entry, NodeState::kPrep);
}

void JobRun::ClearFailure(NodeEntry& entry) {
  entry.row.error_code.clear();
  entry.row.error_message.clear();
  entry.row.error_class.reset();
}

// Thousands of these coroutines may wait at a time, so their frames must be small during the wait.
// Only the context holds the arguments, and only Conclude() holds the outcome.
Task<JobRun::Next> JobRun::Attempt(Branch& branch, std::uint32_t node, NodeEntry& entry,
                                   bool resumed) {
  AttemptContext context(*this, branch, node, entry, resumed);
  if (const Error* damaged = context.damaged()) {
    co_return Refuse(node, entry, *damaged, false);
  }
  // The action is running from now on. The state RUNNING needs no commit of its own, because PREP
  // already means that the effect may have begun. A later commit records the state.
  entry.row.state = NodeState::kRunning;
  entry.Refresh();
  TellRunning(entry);
  loop_.MarkSoft(*this, node);
  std::string broken;
  branch.working = true;
  try {
    co_return Conclude(branch, node, entry, co_await At(node).kind->run(context));
  } catch (const boost::system::system_error& error) {
    broken =
        error.what();  // the cancellation of the action has ended a wait, or the action has failed
  } catch (const std::exception& error) {
    broken = error.what();
  }
  co_return Conclude(branch, node, entry,
                     Outcome::Failed(ErrorClass::kFatal, "JA017", std::move(broken)));
}

JobRun::Next JobRun::Conclude(Branch& branch, std::uint32_t node, NodeEntry& entry,
                              Outcome outcome) {
  branch.working = false;
  NodeRow& row = entry.row;
  if (outcome.data) {
    row.data = DataToText(*outcome.data);
  }
  if (outcome.counters) {
    row.counters = CountersToText(*outcome.counters);
  }
  const auto take = [](std::string& from, std::string* to) {
    if (!from.empty()) {
      *to = std::move(from);
    }
  };
  if (!outcome.at_end) {
    DropStatusOfRunning(&row);
  }
  take(outcome.external_id, &row.external_id);
  take(outcome.tracker_uri, &row.tracker_uri);
  take(outcome.external_status, &row.external_status);
  take(outcome.console_url, &row.console_url);
  if (branch.cancelled) {
    Write(entry, NodeState::kKilled);
    return Next::kStop;
  }
  if (outcome.error) {
    return Refuse(node, entry, *outcome.error, outcome.at_end);
  }
  if (const Result<void> put = PutOnFinish(node, entry, NodeState::kOk); !put) {
    return FailOnFinish(entry, put.error());
  }
  row.transition = TransitionName(At(node).edges[0]);
  Write(entry, NodeState::kOk);
  return Next::kGoOn;
}

/// Evaluates <on-finish> of an action that is about to end in `state`. The values that the
/// expression puts into the token go into the action's row, so the commit of the transition also
/// commits them.
Result<void> JobRun::PutOnFinish(std::uint32_t node, NodeEntry& entry, NodeState state) {
  if (At(node).on_finish == HPDL_NONE) {
    return {};
  }
  const NodeState before = entry.row.state;
  entry.row.state = state;
  entry.Refresh();  // the expression also reads the outcome of this action
  const Result<std::string> text = view_.Text(At(node).on_finish, ToView(At(node).name));
  entry.row.state = before;
  HPDL_TRY(text);
  view_.TakePuts(&entry.row);
  return {};
}

/// Ends an action that was successful and the job, because <on-finish> of the action cannot be
/// evaluated.
JobRun::Next JobRun::FailOnFinish(NodeEntry& entry, const Error& error) {
  const Transaction together(loop_);
  entry.row.error_code = error.code;
  entry.row.error_message = error.message;
  entry.row.error_class = ErrorClassName(error.error_class);
  Write(entry, NodeState::kFailed);
  Finish(JobState::kFailed, error.code, error.message);
  return Next::kStop;
}

JobRun::Next JobRun::Refuse(std::uint32_t node, NodeEntry& entry, const Error& error, bool at_end) {
  NodeRow& row = entry.row;
  row.error_code = error.code;
  row.error_message = error.message;
  row.error_class = ErrorClassName(error.error_class);
  const Verdict verdict = Classify(node, row, error);
  Transaction together(loop_);
  switch (verdict) {
    case Verdict::kErrorTransition:
      row_.last_error_node = row.node;
      view_.last_error_node = row.node;
      // If <on-finish> fails after an error, the error counts, and nothing is put.
      (void)PutOnFinish(node, entry, NodeState::kError);
      row.transition = TransitionName(At(node).edges[1]);
      Write(entry, NodeState::kError);
      together.Put(row_);
      return Next::kGoOn;
    case Verdict::kStartRetry:
    case Verdict::kUserRetry:
      // The wait for the retry begins now. A resumed engine also counts the wait from this time.
      row.ended_ms = NowMs();
      Write(entry, verdict == Verdict::kUserRetry ? NodeState::kUserRetry
                   : at_end                       ? NodeState::kEndRetry
                                                  : NodeState::kStartRetry);
      return Next::kRetry;
    case Verdict::kManual:
      row.ended_ms = NowMs();
      Write(entry, at_end ? NodeState::kEndManual : NodeState::kStartManual);
      loop_.Suspend("error " + row.node);
      return Next::kPark;
    case Verdict::kBreak:
      loop_.Break(error);
      return Next::kStop;
    case Verdict::kFail:
      break;
  }
  Write(entry, NodeState::kFailed);
  Finish(JobState::kFailed, error.code, "node '" + row.node + "': " + error.message);
  return Next::kStop;
}

/// Decides the next step after a failure, and stores the retry counts in the row.
Verdict JobRun::Classify(std::uint32_t node, NodeRow& row, const Error& error) {
  Result<ActionArguments> arguments = DecodeArguments(row.arguments);
  const RetryState before = arguments ? arguments->retry : RetryState();
  const Verdict verdict =
      Decide(error.error_class, At(node).edge_count > 1, loop_.site().RetriesForUser(error.code),
             before, TransientPolicyOf(node).max);
  const RetryState after = Count(verdict, before);
  if (arguments &&
      (after.user_tries != before.user_tries || after.transient_tries != before.transient_tries)) {
    arguments->retry = after;
    row.arguments = EncodeArguments(*arguments);
  }
  return verdict;
}

RetryPolicy JobRun::TransientPolicyOf(std::uint32_t node) const {
  const ExecuteHooks& hooks = loop_.hooks();
  return hooks.retry
             ? *hooks.retry
             : TransientPolicy(loop_.site(), view_.properties(), ToView(At(node).kind_name));
}

std::uint32_t JobRun::Follow(std::uint32_t node, const NodeEntry& entry) {
  const hpdl_node& action = At(node);
  if (entry.row.state == NodeState::kOk) {
    return action.edges[0].target;
  }
  if (entry.row.state == NodeState::kError && action.edge_count > 1) {
    return action.edges[1].target;
  }
  // The action is FAILED or KILLED, and an earlier process died before it recorded the job's end.
  Finish(entry.row.state == NodeState::kKilled ? JobState::kKilled : JobState::kFailed,
         entry.row.error_code, entry.row.error_message);
  return kStop;
}

/// Waits until the time of the action's next try. Returns kGoOn at that time, kPark if the job was
/// suspended meanwhile, or kStop if the job is ending.
Task<JobRun::Next> JobRun::WaitForRetry(Branch& branch, std::uint32_t node, NodeEntry& entry) {
  if (!held() && !branch.cancelled) {
    branch.retry_node = node;
    const std::int64_t since_ms = entry.row.ended_ms == 0 ? NowMs() : entry.row.ended_ms;
    const std::int64_t whole_ms = WaitBeforeRetry(entry.row, TransientPolicyOf(node));
    branch.wait =
        std::make_unique<Wait>(Wait{Wait::Kind::kTime, since_ms, since_ms + whole_ms, {}});
    branch.wait_node = node;
    branch.waits = true;
    loop_.WaitBegins();
    co_await Sleep(branch, LeftOf(*branch.wait, NowMs()));
    branch.wait.reset();
    branch.waits = false;
    loop_.WaitEnds();
  }
  if (branch.cancelled) {
    DropStatusOfRunning(&entry.row);
    Write(entry, NodeState::kKilled);
    co_return Next::kStop;
  }
  co_return held() ? Next::kPark : Next::kGoOn;
}

}  // namespace hpdl::rt
