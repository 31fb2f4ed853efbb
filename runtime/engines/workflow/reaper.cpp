#include "runtime/engines/workflow/reaper.h"

#include <memory>

#include "runtime/engines/workflow/transitions.h"
#include "runtime/ground/base/clock.h"

namespace hpdl::rt {
namespace {

/// Calls `done` in its destructor. The loop over the rows and the kill of each child share the
/// ownership of one Countdown. So `done` is called when the loop and all kills have ended.
struct Countdown {
  explicit Countdown(std::function<void()> d) : done(std::move(d)) {}
  ~Countdown() { done(); }
  std::function<void()> done;
};

void PutKilled(const JobRow& job, NodeRow row, const RowPutter& put) {
  row.state = NodeState::kKilled;
  DropStatusOfRunning(&row);
  row.ended_ms = NowMs();
  put(job, &row);
}

}  // namespace

std::set<std::int64_t> FamilyOf(const std::vector<JobRow>& jobs, std::int64_t root) {
  std::set<std::int64_t> family{root};
  // Each job has a higher number than its parent, and `jobs` is sorted by number. So one pass finds
  // all jobs below `root`.
  for (const JobRow& row : jobs) {
    if (family.contains(row.parent)) {
      family.insert(row.number);
    }
  }
  return family;
}

void ReapChildren(Journal& journal, Processes* processes, std::int64_t number, const RowPutter& put,
                  std::function<void()> done) {
  auto countdown = std::make_shared<Countdown>(std::move(done));
  Result<std::vector<JobRow>> jobs = journal.Jobs();
  if (!jobs) {
    return;
  }
  const std::set<std::int64_t> family = FamilyOf(*jobs, number);
  for (JobRow& job : *jobs) {
    if (IsEnd(job.state) || !family.contains(job.number)) {
      continue;
    }
    Result<std::vector<NodeRow>> rows = journal.Nodes(job.number, job.run);
    for (NodeRow& row : rows ? *rows : std::vector<NodeRow>()) {
      if (IsEnd(row.state)) {
        continue;
      }
      const std::int64_t sequence = row.sequence;
      auto end = [countdown, job, row, put](const ExitStatus&) { PutKilled(job, row, put); };
      if (processes != nullptr && sequence != 0 && processes->Adopt(sequence, end)) {
        processes->Kill(sequence, kKillGraceMs);
      } else {
        PutKilled(job, std::move(row), put);
      }
    }
    if (job.number != number) {
      job.state = JobState::kKilled;
      job.ended_ms = job.modified_ms = NowMs();
      job.error_message = "killed with its parent";
      put(job, nullptr);
    }
  }
}

}  // namespace hpdl::rt
