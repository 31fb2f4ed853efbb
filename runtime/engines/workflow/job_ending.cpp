// Ends a job: records that the job is ending, stops the actions that still run, and then records
// the job's end.
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>

#include "runtime/engines/workflow/job_run.h"
#include "runtime/engines/workflow/leftovers.h"
#include "runtime/engines/workflow/transitions.h"

namespace hpdl::rt {

void JobRun::Finish(JobState state, std::string code, std::string message) {
  if (ending_ || ended()) {
    return;
  }
  ending_ = true;
  end_ = {state, std::move(code), std::move(message)};
  if (!started_) {
    ++live_;
    loop_.Busy();
    PutEnding();
    boost::asio::co_spawn(loop_.io(), ReapWhenDurable(), boost::asio::detached);
    return;
  }
  std::vector<std::uint32_t> parked = TakeParkedOutside();
  const bool interrupts = CancelBranches();
  if (interrupts || !parked.empty()) {
    PutEnding();
    ++interrupts_;
    boost::asio::co_spawn(loop_.io(), InterruptWhenDurable(std::move(parked)),
                          boost::asio::detached);
  }
  CheckComplete();
}

/// Returns the end of the job if an earlier process died while it ended the job, otherwise nullopt.
std::optional<JobEnd> JobRun::UnfinishedEnd() {
  if (std::optional<JobEnd> end = EndingOf(row_)) {
    return end;
  }
  for (std::uint32_t i = 0; i < view_.workflow().node_count; ++i) {
    const NodeEntry* entry = view_.Entry(i);
    if (entry == nullptr || !IsEnd(entry->row.state) || entry->row.skipped) {
      continue;
    }
    if (At(i).type == HPDL_END) {
      return JobEnd{JobState::kSucceeded, {}, {}};
    }
    if (At(i).type == HPDL_KILL) {
      return JobEnd{row_.dialect == HPDL_DIALECT_HWS ? JobState::kFailed : JobState::kKilled,
                    entry->row.error_code, entry->row.error_message};
    }
  }
  return std::nullopt;
}

void JobRun::PutEnding() {
  MarkEnding(end_, &row_);
  Transaction(loop_).Put(row_);
}

/// Empties the list of parked nodes. Returns the nodes whose action may still run outside this
/// machine (LivesOutside()). Each of these nodes counts in live_ until its action is stopped.
std::vector<std::uint32_t> JobRun::TakeParkedOutside() {
  std::vector<std::uint32_t> nodes;
  for (const Parked& parked : std::exchange(parked_, {})) {
    const NodeEntry* entry = view_.Entry(parked.node);
    if (entry != nullptr && LivesOutside(entry->row)) {
      nodes.push_back(parked.node);
      ++live_;
      loop_.Busy();
    }
  }
  return nodes;
}

/// Cancels all branches. Returns true if a branch is in an executor or a wait and must be
/// interrupted.
bool JobRun::CancelBranches() {
  bool working = false;
  for (Branch* branch = branches_; branch != nullptr; branch = branch->next) {
    branch->cancelled = true;
    working = working || branch->working;
  }
  return working;
}

Task<void> JobRun::InterruptWhenDurable(std::vector<std::uint32_t> parked) {
  loop_.Changed();
  co_await loop_.Durable();
  for (Branch* branch = branches_; branch != nullptr; branch = branch->next) {
    // A branch whose `working` is false gets no signal. The branch may be the caller, and a signal
    // would make Asio throw an exception in the branch's last step.
    if (branch->working) {
      branch->cancel.emit(boost::asio::cancellation_type::terminal);
    }
  }
  for (const std::uint32_t node : parked) {
    const auto then = std::make_shared<StopCount>([this] {
      --live_;
      loop_.Idle();
      CheckComplete();
    });
    StopOne(node, then);
    then->Down();
  }
  --interrupts_;
}

Task<void> JobRun::ReapWhenDurable() {
  loop_.Changed();
  co_await loop_.Durable();
  ReapAll();
}

void JobRun::CheckComplete() {
  if (!ending_ || live_ != 0 || ended()) {
    return;
  }
  Require(MayFollow(row_.state, end_.state), "job", StateName(row_.state, 0),
          StateName(end_.state, 0));
  PutAtEnd(end_, &row_);
  PutJob();
  loop_.JobEnded(*this);
}

}  // namespace hpdl::rt
