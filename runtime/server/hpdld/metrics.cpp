#include "runtime/server/hpdld/metrics.h"

#include <cstdint>
#include <map>
#include <vector>

#include "runtime/ground/abi/hpdl_abi.h"
#include "runtime/store/catalogue.h"

namespace hpdl::rt {
namespace {

void Describe(std::string_view name, std::string_view type, std::string_view help,
              std::string* out) {
  out->append("# HELP ").append(name).append(" ").append(help).append("\n");
  out->append("# TYPE ").append(name).append(" ").append(type).append("\n");
}

void AddNumber(std::string_view name, std::string_view type, std::string_view help,
               std::uint64_t number, std::string* out) {
  Describe(name, type, help, out);
  out->append(name).append(" ").append(std::to_string(number)).append("\n");
}

/// Adds two figures for each kind of work: the numbers of running and of waiting items, such as
/// hpdld_programs_running and hpdld_programs_waiting.
void AddWork(const std::vector<WorkNow>& work, std::string* out) {
  for (const WorkNow& now : work) {
    const std::string word(WordOf(now.kind));
    const std::string name = "hpdld_" + word + "s_";
    AddNumber(name + "running", "gauge", "Running work of the kind " + word + ".", now.running,
              out);
    AddNumber(name + "waiting", "gauge", "Waiting work of the kind " + word + ".", now.waiting,
              out);
  }
}

/// Adds a figure for each state: the number of jobs of the type `type` in this state.
void AddStates(std::string_view name, std::string_view help, JobType type,
               const std::map<JobState, std::int64_t>& jobs, std::string* out) {
  Describe(name, "gauge", help, out);
  for (const JobState state : StatesOf(type)) {
    const auto found = jobs.find(state);
    out->append(name).append("{status=\"").append(StateName(state, HPDL_DIALECT_OOZIE));
    out->append("\"} ").append(std::to_string(found == jobs.end() ? 0 : found->second));
    out->append("\n");
  }
}

}  // namespace

Result<std::string> MetricsText(JobServer& server) {
  const Result<std::map<JobState, std::int64_t>> jobs = server.state().catalogue().Count({});
  HPDL_TRY(jobs);
  const ServerNumbers numbers = server.Numbers();
  std::string out;
  AddStates("hpdld_jobs", "Workflow jobs in the state directory.", JobType::kWorkflow, *jobs, &out);
  AddStates("hpdld_coordinators", "Coordinator jobs in the state directory.", JobType::kCoordinator,
            *jobs, &out);
  AddStates("hpdld_bundles", "Bundle jobs in the state directory.", JobType::kBundle, *jobs, &out);
  AddNumber("hpdld_jobs_wanted", "gauge", "Jobs that the server must run to their end.",
            numbers.wanted, &out);
  AddNumber("hpdld_jobs_parked", "gauge", "Parked jobs whose waits the server watches.",
            numbers.parked, &out);
  AddNumber("hpdld_paths_watched", "gauge", "Paths that parked jobs wait for.", numbers.paths,
            &out);
  AddNumber("hpdld_path_looks_total", "counter", "Requests that checked the paths of parked jobs.",
            numbers.looks, &out);
  AddWork(server.Work(0), &out);
  AddNumber("hpdld_compilations_total", "counter", "Calls of the compiler.", numbers.compiled,
            &out);
  return out;
}

}  // namespace hpdl::rt
