#include "runtime/engines/workflow/runs_again.h"

#include <cstddef>
#include <cstdint>
#include <set>

#include "runtime/engines/workflow/reaper.h"
#include "runtime/store/local/found_job.h"

namespace hpdl::rt {

std::vector<std::string> WhatRunsAgain(StateDirectory& state, const std::string& id) {
  constexpr std::size_t kMostLines = 20, kMostText = 300;
  std::vector<std::string> lines;
  const Result<FoundJob> found = FindJob(state, id);
  if (!found || found->job.state != JobState::kSuspended) {
    return lines;
  }
  const auto journal = state.OpenJob(found->root.id, true);
  const auto jobs = journal ? (*journal)->Jobs() : Result<std::vector<JobRow>>(journal.error());
  if (!jobs) {
    return lines;
  }
  const std::set<std::int64_t> family = FamilyOf(*jobs, found->job.number);
  for (const JobRow& job : *jobs) {
    if (!family.contains(job.number)) {
      continue;
    }
    const auto nodes = (*journal)->Nodes(job.number, job.run);
    for (const NodeRow& node : nodes ? *nodes : std::vector<NodeRow>()) {
      if (node.state == NodeState::kStartManual && node.sequence != 0 &&
          lines.size() < kMostLines) {
        const std::string why = node.error_message.substr(0, node.error_message.find('\n'));
        lines.push_back("action '" + node.node + "' of job " + job.id +
                        " runs again, and may have had its effect already: " + node.error_code +
                        ": " + why.substr(0, kMostText));
      }
    }
  }
  return lines;
}

}  // namespace hpdl::rt
