#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <set>

#include "runtime/program/views.h"

namespace hpdl::rt {

bool IsAlive(const std::string& job_directory) {
  const int file = ::open((job_directory + "/lock").c_str(), O_RDWR | O_CLOEXEC);
  if (file < 0) {
    return false;
  }
  struct flock lock{};
  lock.l_type = F_WRLCK;
  lock.l_whence = SEEK_SET;
  const bool asked = ::fcntl(file, F_OFD_GETLK, &lock) == 0;
  ::close(file);
  return asked && lock.l_type != F_UNLCK;
}

void SortByStart(std::vector<NodeRow>* nodes) {
  std::stable_sort(nodes->begin(), nodes->end(), [](const NodeRow& a, const NodeRow& b) {
    const auto key = [](const NodeRow& row) {
      return row.started_ms == 0 ? INT64_MAX : row.started_ms;
    };
    return key(a) != key(b) ? key(a) < key(b) : a.sequence < b.sequence;
  });
}

Result<JobReport> LoadJob(StateDirectory& state, const std::string& id,
                          std::optional<std::int64_t> run) {
  JobReport report;
  Result<std::string> root = state.FindRoot(id);
  if (!root) {
    return root.error();
  }
  report.root_id = *root;
  report.directory = state.JobPath(report.root_id);
  auto store = state.OpenJob(report.root_id, true);
  if (!store) {
    return store.error();
  }
  auto facts = (*store)->Facts();
  if (!facts) {
    return facts.error();
  }
  report.facts = *facts;
  auto jobs = (*store)->Jobs();
  if (!jobs) {
    return jobs.error();
  }
  std::set<std::int64_t> below;
  for (JobRow& job : *jobs) {
    const bool main = job.id == id;
    if (!main && below.count(job.parent) == 0) {
      continue;
    }
    if (main && run && (*run < 0 || *run > job.run)) {
      return Error{ErrorClass::kError, "",
                   "job " + id + " has no run " + std::to_string(*run) + "; its runs are 0 to " +
                       std::to_string(job.run)};
    }
    below.insert(job.number);
    JobNodes nodes{job, main && run ? *run : job.run, {}, {}};
    auto rows = (*store)->Nodes(job.number, nodes.run);
    if (!rows) {
      return rows.error();
    }
    nodes.nodes = std::move(*rows);
    SortByStart(&nodes.nodes);
    auto callbacks = (*store)->Callbacks(job.number, nodes.run);
    if (!callbacks) {
      return callbacks.error();
    }
    nodes.callbacks = std::move(*callbacks);
    if (main) {
      report.main = std::move(nodes);
    } else {
      report.children.push_back(std::move(nodes));
    }
  }
  if (below.empty()) {
    return Error{ErrorClass::kCorruptStore, "",
                 "the journal of " + report.root_id + " does not have job " + id};
  }
  if (report.root_id == id) {
    auto notifications = (*store)->Notifications();
    if (!notifications) {
      return notifications.error();
    }
    report.notifications = std::move(*notifications);
  }
  report.alive = IsAlive(report.directory);
  return report;
}

}  // namespace hpdl::rt
