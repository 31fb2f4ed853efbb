#include "runtime/engine/reaper.h"

#include <memory>

#include "runtime/engine/world.h"

namespace hpdl::rt {
namespace {

/// Calls `done` when the last child and the walk over the rows are over.
struct Countdown {
  explicit Countdown(std::function<void()> d) : done(std::move(d)) {}
  ~Countdown() { done(); }
  std::function<void()> done;
};

void PutKilled(Store& store, const JobRow& job, NodeRow row, const Teller& tell) {
  row.state = NodeState::kKilled;
  row.ended_ms = NowMs();
  tell(job, &row);
  (void)store.PutNode(row);  // a journal that fails here fails the commit too, which is looked at
}

}  // namespace

std::set<std::int64_t> FamilyOf(const std::vector<JobRow>& jobs, std::int64_t root) {
  std::set<std::int64_t> family{root};
  // Children have higher numbers than their parents, so one pass in order finds all of them.
  for (const JobRow& row : jobs) {
    if (family.contains(row.parent)) {
      family.insert(row.number);
    }
  }
  return family;
}

void ReapChildren(Store& store, Processes* processes, std::int64_t number, const Teller& tell,
                  std::function<void()> done) {
  auto countdown = std::make_shared<Countdown>(std::move(done));
  Result<std::vector<JobRow>> jobs = store.Jobs();
  if (!jobs) {
    return;
  }
  const std::set<std::int64_t> family = FamilyOf(*jobs, number);
  for (JobRow& job : *jobs) {
    if (IsEnd(job.state) || !family.contains(job.number)) {
      continue;
    }
    Result<std::vector<NodeRow>> rows = store.Nodes(job.number, job.run);
    for (NodeRow& row : rows ? *rows : std::vector<NodeRow>()) {
      if (IsEnd(row.state)) {
        continue;
      }
      const std::int64_t sequence = row.sequence;
      auto end = [countdown, &store, job, row, tell](const ExitStatus&) {
        PutKilled(store, job, row, tell);
      };
      if (processes != nullptr && sequence != 0 && processes->Adopt(sequence, end)) {
        processes->Kill(sequence, kKillGraceMs);
      } else {
        PutKilled(store, job, std::move(row), tell);
      }
    }
    if (job.number != number) {
      job.state = JobState::kKilled;
      job.ended_ms = job.modified_ms = NowMs();
      job.error_message = "killed with its parent";
      tell(job, nullptr);
      (void)store.PutJob(job);
    }
  }
}

}  // namespace hpdl::rt
