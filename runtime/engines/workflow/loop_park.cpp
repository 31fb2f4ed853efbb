// Ends the process when only waits of the job are left. The waits are written to the root job's
// row, and a process that watches them wakes the job. See docs/design/parking.md.
#include <algorithm>
#include <boost/asio/post.hpp>

#include "runtime/engines/workflow/callbacks.h"
#include "runtime/engines/workflow/job_run.h"
#include "runtime/engines/workflow/loop.h"
#include "runtime/engines/workflow/transaction.h"
#include "runtime/ground/abi/text_view.h"
#include "runtime/ground/base/clock.h"

namespace hpdl::rt {

void JobRun::AddWaits(std::vector<ParkingNote::Entry>* entries) const {
  for (const Branch* branch = branches_; branch != nullptr; branch = branch->next) {
    if (branch->wait != nullptr) {
      entries->push_back(
          {row_.number, std::string(ToView(At(branch->wait_node).name)), *branch->wait});
    }
  }
}

void JobRun::Called(std::string_view node) {
  for (Branch* branch = branches_; branch != nullptr; branch = branch->next) {
    if (branch->waits && ToView(At(branch->wait_node).name) == node &&
        IsReportedByCallback(*branch->wait)) {
      branch->waits = false;
      loop_.WaitEnds();
    }
  }
}

void JobRun::Park(std::optional<std::string> note) {
  row_.parked = std::move(note);
  row_.modified_ms = NowMs();
  Transaction(loop_).Put(row_);
}

void Loop::WaitBegins() {
  ++waits_;
  ParkSoon();
}

/// Returns the waits of branches, of notifications and of SLA agreements.
std::vector<ParkingNote::Entry> Loop::Waits() const {
  std::vector<ParkingNote::Entry> waits;
  for (const std::unique_ptr<JobRun>& job : jobs_) {
    job->AddWaits(&waits);
  }
  if (notifier_ != nullptr) {
    if (const std::optional<Wait> next = notifier_->NextTry()) {
      waits.push_back({0, "", *next});
    }
  }
  if (const std::optional<std::int64_t> next = sla_ != nullptr ? sla_->NextMs() : std::nullopt) {
    const std::int64_t now_ms = NowMs();
    waits.push_back({0, "", {Wait::Kind::kTime, now_ms, std::max(*next, now_ms + 1), {}}});
  }
  return waits;
}

/// True if this process could end after one more commit without a loss.
bool Loop::HasNothingInHand() const {
  const bool all_sent = notifier_ == nullptr || notifier_->Settled(Notifier::Clock::now());
  return all_sent && !committing_ && waiters_.empty() && in_hand_.empty() && untold_.empty();
}

/// True if no wait ends soon, and no wait needs a callback at this process's own port.
bool Loop::WaitsLast(const std::vector<ParkingNote::Entry>& waits, std::int64_t now_ms) const {
  return std::all_of(waits.begin(), waits.end(), [&](const ParkingNote::Entry& entry) {
    const std::int64_t left_ms = LeftOf(entry.wait, now_ms);
    const bool soon = left_ms >= 0 && left_ms <= *hooks_.park_after_ms;
    const bool listens =
        entry.wait.kind == Wait::Kind::kCallback && callbacks_ != nullptr && callbacks_->listens();
    return !soon && !listens;
  });
}

/// Sets the parking note of an ended job if the job must be woken for the next try of its
/// notifications. Otherwise removes the note.
void Loop::ParkEnded() {
  JobRow row = jobs_.empty() ? loaded_.front() : root().row();
  const std::optional<Wait> next = notifier_ == nullptr ? std::nullopt : notifier_->NextTry();
  const bool parks = hooks_.park_after_ms && next && IsEnd(row.state);
  if (!parks && !row.parked) {
    return;
  }
  row.parked.reset();
  if (parks) {
    row.parked = EncodeNote({NowMs(), {{0, "", *next}}});
  }
  row.modified_ms = NowMs();
  Transaction(*this).Put(row);
}

/// Must be called when a wait begins, a branch ends or a commit is done. All other events that
/// allow parking cause a commit, so they need no separate call.
void Loop::ParkSoon() {
  if (hooks_.park_after_ms && !park_posted_ && parts_ != nullptr) {
    park_posted_ = true;
    boost::asio::post(*io_, [this] {
      park_posted_ = false;
      ParkIfIdle();
    });
  }
}

void Loop::ParkIfIdle() {
  const bool goes_on = !stopping_ && !suspended_ && !only_sends_ && !root().ending();
  if (!hooks_.park_after_ms || !goes_on || starting_ != 0 || waits_ == 0 || waits_ != busy_) {
    return;
  }
  const std::int64_t now_ms = NowMs();
  ParkingNote note{now_ms, Waits()};
  if (!WaitsLast(note.entries, now_ms)) {
    return;
  }
  FlushRows();
  FlushNotifications();
  HandleMessages();
  if (broken_ || !HasNothingInHand()) {
    return;
  }
  // The parking note and the records that the note depends on are in one commit.
  root().Park(EncodeNote(note));
  CommitTurn([this] {
    if (journal_->dirty() || starting_ != 0 || waits_ != busy_ || !in_hand_.empty()) {
      root().Park(std::nullopt);  // a message or an event has come during the commit
      return;
    }
    parked_ = true;
    io_->stop();
  });
}

}  // namespace hpdl::rt
