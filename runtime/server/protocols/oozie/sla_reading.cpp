#include "runtime/server/protocols/oozie/sla_reading.h"

#include <algorithm>
#include <limits>
#include <map>
#include <tuple>
#include <utility>

#include "runtime/ground/base/text_parts.h"
#include "runtime/store/job_ids.h"
#include "runtime/store/journal.h"
#include "runtime/store/local/agreed_jobs.h"

namespace hpdl::rt {
namespace {

/// Returns the root job of the job or action `id`; "": no root job was found. The root job's
/// journal has the SLA agreement about the job or action.
std::string RootOf(StateDirectory& state, const std::string& id) {
  const std::string job = id.substr(0, id.find('@'));
  const Result<std::string> root = IsJobId(job) ? state.FindRoot(job) : std::string();
  return root ? *root : "";
}

std::optional<std::int64_t> Known(std::int64_t ms, std::int64_t unknown = 0) {
  return ms == unknown ? std::nullopt : std::optional(ms);
}

SlaRecord RecordOf(SlaRow row, const std::string& user) {
  SlaRecord record;
  record.id = std::move(row.id);
  record.parent_id = std::move(row.parent_id);
  record.app_name = std::move(row.app_name);
  record.app_type = WordOf(row.subject);
  record.user = user;
  record.created_ms = row.created_ms;
  record.modified_ms = row.modified_ms;
  record.nominal_ms = row.nominal_ms;
  record.expected_start_ms = Known(row.expected_start_ms);
  record.actual_start_ms = Known(row.started_ms);
  record.expected_end_ms = row.expected_end_ms;
  record.actual_end_ms = Known(row.ended_ms);
  record.expected_duration_ms = Known(row.expected_duration_ms, -1);
  if (record.actual_start_ms && record.actual_end_ms) {
    record.actual_duration_ms = *record.actual_end_ms - *record.actual_start_ms;
  }
  record.job_status = std::move(row.job_status);
  record.sla_status = WordOf(row.status);
  record.alerts = row.alerts;
  record.alert_contact = std::move(row.alert_contact);
  record.notification_msg = std::move(row.notification_msg);
  record.upstream_apps = std::move(row.upstream_apps);
  return record;
}

/// The numbers of the SLA agreements that are read from a journal: the first and the last number.
using Numbers = std::pair<std::int64_t, std::int64_t>;

/// Returns the numbers of the agreements that may match a query.
Numbers NumbersOf(const std::string& root_id, const SlaQuery& query) {
  const bool one = query.id && !query.parent_id && TypeOfId(root_id) == JobType::kCoordinator &&
                   query.id->starts_with(root_id + "@");
  const std::optional<std::int64_t> number =
      one ? ParseNumber(std::string_view(*query.id).substr(root_id.size() + 1)) : std::nullopt;
  return number ? Numbers(*number, *number) : Numbers(0, std::numeric_limits<std::int64_t>::max());
}

/// Returns the states of those actions of a coordinator that have not ended, by action number. The
/// row of an SLA agreement may have an older state, because the row changes only when the agreement
/// is checked.
Result<std::map<std::int64_t, ActionState>> OpenActions(Journal& journal, Numbers numbers) {
  ActionQuery query;
  query.states = OpenStates();
  std::tie(query.first, query.last) = numbers;
  const Result<std::vector<CoordinatorActionRow>> actions = journal.coordinator().Actions(query);
  HPDL_TRY(actions);
  std::map<std::int64_t, ActionState> states;
  for (const CoordinatorActionRow& action : *actions) {
    states[action.number] = action.state;
  }
  return states;
}

}  // namespace

Result<std::vector<std::string>> RootsOf(StateDirectory& state, const SlaQuery& query) {
  Result<std::vector<std::string>> roots = AgreedJobs(state);
  HPDL_TRY(roots);
  if (query.id || query.parent_id) {
    const std::string by_id = RootOf(state, query.id.value_or(""));
    const std::string by_parent = RootOf(state, query.parent_id.value_or(""));
    std::erase_if(*roots, [&](const std::string& id) { return id != by_id && id != by_parent; });
  }
  return roots;
}

Result<void> AddAgreements(StateDirectory& state, const std::string& root_id, const SlaQuery& query,
                           std::vector<SlaRecord>* records) {
  const Result<std::unique_ptr<Journal>> journal = state.OpenJob(root_id, true);
  if (!journal && journal.error().code == "E0604") {
    return {};
  }
  HPDL_TRY(journal);
  const Result<std::vector<JobRow>> jobs = (*journal)->Jobs();
  HPDL_TRY(jobs);
  if (jobs->empty() || (!query.user.empty() && !IsLike(jobs->front().user, query.user))) {
    return {};
  }
  const Numbers numbers = NumbersOf(root_id, query);
  Result<std::vector<SlaRow>> rows =
      (*journal)->coordinator().Slas(numbers.first, numbers.second, false);
  HPDL_TRY(rows);
  const bool has_actions = !rows->empty() && TypeOfId(root_id) == JobType::kCoordinator;
  const Result<std::map<std::int64_t, ActionState>> open =
      has_actions ? OpenActions(**journal, numbers) : std::map<std::int64_t, ActionState>();
  HPDL_TRY(open);
  for (SlaRow& row : *rows) {
    const auto action = open->find(row.number);
    if (action != open->end()) {
      row.job_status = WordOf(action->second);
    }
    records->push_back(RecordOf(std::move(row), jobs->front().user));
  }
  return {};
}

}  // namespace hpdl::rt
