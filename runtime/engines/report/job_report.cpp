#include "runtime/engines/report/job_report.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "runtime/engines/workflow/retry.h"
#include "runtime/engines/workflow/transitions.h"
#include "runtime/world/site/site.h"

namespace hpdl::rt {
namespace {

/// Derives the final state, the times and the error of a run from its nodes, because journals
/// before version 4 do not record them.
void GuessEnd(JobNodes* nodes) {
  JobRow& job = nodes->job;
  job.run = nodes->run;
  job.state = JobState::kKilled;  // the job was killed, unless a node shows a different end
  job.started_ms = job.ended_ms = 0;
  job.error_code.clear();
  job.error_message.clear();
  for (const NodeRow& node : nodes->nodes) {
    if (node.skipped) {
      continue;
    }
    job.started_ms =
        job.started_ms == 0 ? node.started_ms : std::min(job.started_ms, node.started_ms);
    job.ended_ms = std::max(job.ended_ms, node.ended_ms);
    const bool fails =
        node.state == NodeState::kFailed || (node.state == NodeState::kOk && node.type == "fail");
    if (node.state == NodeState::kOk && node.type == "end") {
      job.state = JobState::kSucceeded;
    } else if (fails) {
      job.state = JobState::kFailed;
    }
    if (fails || node.type == "kill") {
      job.error_code = node.error_code;
      job.error_message = node.error_message;
    }
  }
}

/// Sets the row of the job to its values at the end of the run `nodes->run`, if this is an earlier
/// run.
Result<void> TakeEndedRun(Journal& journal, JobNodes* nodes) {
  if (nodes->run == nodes->job.run) {
    return {};
  }
  Result<std::vector<JobRow>> ended = journal.EndedRuns();
  HPDL_TRY(ended);
  for (JobRow& row : *ended) {
    if (row.number == nodes->job.number && row.run == nodes->run) {
      nodes->job = std::move(row);
      return {};
    }
  }
  auto rows = journal.Nodes(nodes->job.number, nodes->run);
  HPDL_TRY(rows);
  nodes->nodes = std::move(*rows);
  GuessEnd(nodes);
  return {};
}

/// The earlier runs of jobs that a report shows.
class ShownRuns {
 public:
  explicit ShownRuns(Journal& journal) : journal_(journal) {}

  void Show(const JobRow& job, std::int64_t run) {
    if (run != job.run) {
      earlier_[job.number] = run;
    }
  }
  /// Returns the last run of a sub-workflow job that began in or before the shown run of its
  /// parent.
  Result<std::int64_t> Of(const JobRow& child) {
    const auto above = earlier_.find(child.parent);
    if (above == earlier_.end()) {
      return child.run;
    }
    if (!counts_.contains(child.parent)) {
      HPDL_TRY(Count(child.parent, above->second));
    }
    return std::clamp<std::int64_t>(counts_[child.parent][child.id] - 1, 0, child.run);
  }

 private:
  /// Counts the runs of sub-workflow jobs that the runs 0 to `last` of their parent began. Each
  /// attempt of an action began one run. An action that was skipped began no run.
  Result<void> Count(std::int64_t parent, std::int64_t last) {
    std::map<std::string, std::int64_t>& counts = counts_[parent];
    for (std::int64_t run = 0; run <= last; ++run) {
      const Result<std::vector<NodeRow>> nodes = journal_.Nodes(parent, run);
      HPDL_TRY(nodes);
      for (const NodeRow& node : *nodes) {
        counts[node.external_id] += node.skipped ? 0 : 1;
      }
      const Result<std::vector<AttemptRow>> attempts = journal_.Attempts(parent, run);
      HPDL_TRY(attempts);
      for (const AttemptRow& attempt : *attempts) {
        ++counts[attempt.external_id];
      }
    }
    return {};
  }

  Journal& journal_;
  std::map<std::int64_t, std::int64_t> earlier_;  ///< by job number
  /// For each job number, the number of runs of each sub-workflow job, by id.
  std::map<std::int64_t, std::map<std::string, std::int64_t>> counts_;
};

/// Sets the times of the next tries of actions that wait for an automatic retry.
Result<void> FindNextTries(Journal& journal, JobReport* report) {
  const Result<Site> site = Site::Load(report->facts.site_path);
  HPDL_TRY(site);
  const auto find = [&](JobNodes& job) -> Result<void> {
    std::optional<Properties> properties;
    for (const NodeRow& node : job.nodes) {
      if (!MayHurry(node.state) || job.job.state != JobState::kRunning) {
        continue;
      }
      if (!properties) {
        Result<Properties> read = journal.JobProperties(job.job.number, job.run);
        HPDL_TRY(read);
        properties = std::move(*read);
      }
      const RetryPolicy policy = TransientPolicy(*site, *properties, node.type);
      job.next_tries[node.node] = node.ended_ms + WaitBeforeRetry(node, policy);
    }
    return {};
  };
  HPDL_TRY(find(report->main));
  for (JobNodes& child : report->children) {
    HPDL_TRY(find(child));
  }
  return {};
}

/// Returns the id of the job with this number; "": there is no such job.
std::string IdOf(std::int64_t number, const std::vector<JobRow>& jobs) {
  const auto found = std::find_if(jobs.begin(), jobs.end(),
                                  [number](const JobRow& job) { return job.number == number; });
  return found == jobs.end() ? std::string() : found->id;
}

/// Sorts nodes by their starts. Nodes without a start come last.
void SortByStart(std::vector<NodeRow>* nodes) {
  std::stable_sort(nodes->begin(), nodes->end(), [](const NodeRow& a, const NodeRow& b) {
    const auto key = [](const NodeRow& row) {
      return row.started_ms == 0 ? INT64_MAX : row.started_ms;
    };
    return key(a) != key(b) ? key(a) < key(b) : a.sequence < b.sequence;
  });
}

}  // namespace

Result<JobReport> LoadJob(StateDirectory& state, const std::string& id,
                          std::optional<std::int64_t> run) {
  JobReport report;
  Result<std::string> root = state.FindRoot(id);
  HPDL_TRY(root);
  report.root_id = *root;
  report.directory = state.work().OfJob(report.root_id);
  auto journal = state.OpenJob(report.root_id, true);
  HPDL_TRY(journal);
  auto facts = (*journal)->Facts();
  HPDL_TRY(facts);
  report.facts = *facts;
  auto jobs = (*journal)->Jobs();
  HPDL_TRY(jobs);
  std::set<std::int64_t> below;
  std::set<std::string> led_to;  // the ids of the sub-workflow jobs of the nodes that are shown
  ShownRuns shown(**journal);
  bool earlier = false;
  for (JobRow& job : *jobs) {
    const bool main = job.id == id;
    if (!main && (below.count(job.parent) == 0 || (earlier && led_to.count(job.id) == 0))) {
      continue;
    }
    if (main && run && (*run < 0 || *run > job.run)) {
      return Error{ErrorClass::kError, "",
                   "job " + id + " has no run " + std::to_string(*run) + "; its runs are 0 to " +
                       std::to_string(job.run)};
    }
    below.insert(job.number);
    if (main) {
      report.parent_id = IdOf(job.parent, *jobs);
    }
    JobNodes nodes;
    nodes.job = job;
    const Result<std::int64_t> last = main ? job.run : shown.Of(job);
    HPDL_TRY(last);
    nodes.run = main && run ? *run : *last;
    shown.Show(job, nodes.run);
    earlier = earlier || (main && nodes.run != job.run);
    HPDL_TRY(TakeEndedRun(**journal, &nodes));
    auto rows = (*journal)->Nodes(job.number, nodes.run);
    HPDL_TRY(rows);
    nodes.nodes = std::move(*rows);
    SortByStart(&nodes.nodes);
    for (const NodeRow& row : nodes.nodes) {
      led_to.insert(row.external_id);
    }
    auto attempts = (*journal)->Attempts(job.number, nodes.run);
    HPDL_TRY(attempts);
    nodes.attempts = std::move(*attempts);
    auto callbacks = (*journal)->Callbacks(job.number, nodes.run);
    HPDL_TRY(callbacks);
    nodes.callbacks = std::move(*callbacks);
    if (main) {
      report.last_run = job.run;
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
    auto notifications = (*journal)->Notifications();
    HPDL_TRY(notifications);
    report.notifications = std::move(*notifications);
  }
  report.alive = state.IsRun(report.root_id);
  if (report.alive) {
    HPDL_TRY(FindNextTries(**journal, &report));
  }
  return report;
}

}  // namespace hpdl::rt
