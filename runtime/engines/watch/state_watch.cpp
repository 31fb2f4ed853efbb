#include "runtime/engines/watch/state_watch.h"

#include <algorithm>
#include <set>
#include <utility>

namespace hpdl::rt {

StateWatch::StateWatch(Catalogue& catalogue, std::int64_t beat_ms, std::int64_t again_ms,
                       std::function<void(std::uint64_t)> over)
    : catalogue_(catalogue),
      beats_(static_cast<std::size_t>(std::max<std::int64_t>(again_ms / beat_ms, 1))),
      again_(again_ms),
      over_(std::move(over)) {}

void StateWatch::Add(std::uint64_t job, const std::string& id, JobState state) {
  awaited_[id].waiters.push_back({job, state});
  ids_of_[job].push_back(id);
  new_.push_back(id);
}

void StateWatch::Remove(std::uint64_t job) {
  const auto ids = ids_of_.find(job);
  if (ids == ids_of_.end()) {
    return;
  }
  for (const std::string& id : ids->second) {
    const auto awaited = awaited_.find(id);
    if (awaited == awaited_.end()) {
      continue;  // the waiting job had two waits for the same job
    }
    std::erase_if(awaited->second.waiters, [&](const Waiter& each) { return each.job == job; });
    if (awaited->second.waiters.empty()) {
      awaited_.erase(awaited);
    }
  }
  ids_of_.erase(ids);
}

/// Returns the ids to check in this Beat(): the awaited jobs with new waits, and a part of all
/// awaited jobs, which begins after last_.
std::vector<std::string> StateWatch::Due() {
  std::set<std::string> due(new_.begin(), new_.end());
  round_ = std::max(round_, awaited_.size());
  std::size_t left = std::min((round_ + beats_ - 1) / beats_, awaited_.size());
  for (; left > 0; --left) {
    auto next = awaited_.upper_bound(last_);
    if (next == awaited_.end()) {
      next = awaited_.begin();
      round_ = awaited_.size();
    }
    last_ = next->first;
    due.insert(last_);
  }
  return {due.begin(), due.end()};
}

void StateWatch::Beat(std::int64_t changed_from_ms) {
  if (awaited_.empty()) {
    new_.clear();
    return;
  }
  const std::vector<std::string> due = Due();
  const Result<std::vector<JobStateNow>> states = catalogue_.States(due, changed_from_ms);
  if (!states) {
    return;  // the next Beat() reads the catalogue again
  }
  new_.clear();
  std::set<std::string> unknown(due.begin(), due.end());
  for (const JobStateNow& job : *states) {
    unknown.erase(job.id);
    Tell(job.id, job.state);
  }
  for (const std::string& id : unknown) {
    Tell(id, std::nullopt);
  }
}

void StateWatch::Tell(const std::string& id, std::optional<JobState> state) {
  const auto found = awaited_.find(id);
  if (found == awaited_.end()) {
    return;
  }
  Awaited& awaited = found->second;
  const Clock::time_point now = Clock::now();
  if (state) {
    awaited.unknown.reset();
  } else if (!awaited.unknown) {
    awaited.unknown = now;
  }
  const bool is_gone = awaited.unknown && now - *awaited.unknown >= again_;
  std::vector<std::uint64_t> over;
  for (const Waiter& each : awaited.waiters) {
    if (is_gone || (state && *state != each.state)) {
      over.push_back(each.job);
    }
  }
  for (const std::uint64_t job : over) {
    over_(job);
  }
}

}  // namespace hpdl::rt
