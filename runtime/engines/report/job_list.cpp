#include "runtime/engines/report/job_list.h"

#include <utility>

#include "runtime/engines/report/job_json.h"

namespace hpdl::rt {

JobList ListOf(const StateDirectory& state, CataloguePage page) {
  JobList list;
  list.next = std::move(page.next);
  for (CatalogueEntry& entry : page.jobs) {
    const bool may_run =
        entry.job.state == JobState::kRunning || entry.job.state == JobState::kSuspended;
    const bool alive = may_run && state.IsRun(entry.root_id);
    list.jobs.push_back({std::move(entry), alive});
  }
  return list;
}

std::string JobsJson(const JobList& list) {
  JsonWriter json;
  json.BeginObject().Member("version", std::int64_t{1}).Key("jobs").BeginArray();
  for (const ListedJob& listed : list.jobs) {
    WriteJob(&json, listed.entry.job, listed.entry.root_id);
    json.Key("alive").Boolean(listed.alive);
    WriteParked(&json, listed.entry.job);
    json.EndObject();
  }
  json.EndArray().Optional("next", list.next).EndObject();
  return json.Take() + "\n";
}

}  // namespace hpdl::rt
