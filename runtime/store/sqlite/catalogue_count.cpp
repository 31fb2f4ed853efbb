#include <algorithm>
#include <limits>

#include "runtime/ground/base/lower_case.h"
#include "runtime/store/sqlite/catalogue_filter.h"

namespace hpdl::rt {
namespace {

using catalogue::ConditionOf;
using catalogue::Fields;
using catalogue::IsAmong;
using catalogue::IsExact;
using catalogue::kIndexes;
using enum catalogue::Field;

bool HasValue(const std::vector<std::string>& values, std::string_view value) {
  return values.empty() || std::find(values.begin(), values.end(), value) != values.end();
}

bool HasText(std::string_view value, const std::string& lower) {
  return LowerCase(value).find(lower) != std::string::npos;
}

bool HasTimes(const JobFilter& filter) {
  return filter.created_from_ms != 0 || filter.created_until_ms != 0;
}

/// The conditions of a filter that the chosen index does not check: SQL text and its parameters.
struct Rest {
  std::string sql;
  std::vector<std::string> texts;

  Rest(const JobFilter& filter, bool by_text, int field) {
    for (int other = kUser; other < kFields; ++other) {
      const std::vector<std::string>& values = *ConditionOf(filter, other);
      if (!values.empty() && (by_text || other != field)) {
        sql.append(" AND ").append(kIndexes[other].column).append(" IN (");
        for (std::size_t i = 0; i < values.size(); ++i) {
          sql.append(i == 0 ? "?" : ",?");
          texts.push_back(values[i]);
        }
        sql.append(")");
      }
    }
    if (filter.text.empty() || (by_text && field == kName)) {
      return;
    }
    // A job with the text in both its name and its user is counted by its name.
    sql.append(by_text ? " AND instr(lower(app_name),?)=0"
                       : " AND (instr(lower(app_name),?)>0 OR instr(lower(user),?)>0)");
    texts.insert(texts.end(), by_text ? 1 : 2, LowerCase(filter.text));
  }
};

}  // namespace

namespace catalogue {

bool IsAmong(const std::vector<JobState>& states, JobState state) {
  return states.empty() || std::find(states.begin(), states.end(), state) != states.end();
}

const std::vector<std::string>* ConditionOf(const JobFilter& filter, int field) {
  const std::vector<std::string>* const conditions[] = {nullptr, &filter.users, &filter.groups,
                                                        &filter.names};
  return conditions[field];
}

bool Means(const JobFilter& filter, const std::string& text, const Fields& job) {
  return IsAmong(filter.states, job.state) && HasValue(filter.users, job.user) &&
         HasValue(filter.groups, job.group) && HasValue(filter.names, job.name) &&
         HasValue(filter.ids, job.id) && job.created_ms >= filter.created_from_ms &&
         (filter.created_until_ms == 0 || job.created_ms < filter.created_until_ms) &&
         (text.empty() || HasText(job.name, text) || HasText(job.user, text));
}

bool IsExact(const JobFilter& filter, int field) {
  for (int other = kUser; other < kFields; ++other) {
    if (other != field && !ConditionOf(filter, other)->empty()) {
      return false;
    }
  }
  return filter.ids.empty() && filter.text.empty() && !filter.children;
}

JobFilter Distinct(JobFilter filter) {
  for (std::vector<std::string>* values :
       {&filter.users, &filter.groups, &filter.names, &filter.ids}) {
    std::sort(values->begin(), values->end());
    values->erase(std::unique(values->begin(), values->end()), values->end());
  }
  std::sort(filter.states.begin(), filter.states.end());
  filter.states.erase(std::unique(filter.states.begin(), filter.states.end()), filter.states.end());
  return filter;
}

}  // namespace catalogue

bool Matches(const JobFilter& filter, const JobRow& job) {
  return catalogue::Means(filter, LowerCase(filter.text),
                          {job.id, job.user, job.group, job.app_name, job.state, job.created_ms});
}

Result<std::map<JobState, std::int64_t>> CatalogueTable::TallyOf(
    int field, const std::vector<std::string>& values, const std::vector<JobState>& states) {
  Statement query;
  HPDL_TRY(database_->Prepare("SELECT state, jobs FROM tally WHERE field=? AND value=? AND jobs>0",
                              &query));
  std::map<JobState, std::int64_t> counts;
  for (const std::string& value : values) {
    query.Bind(field).Bind(value);
    while (true) {
      Result<bool> more = query.Step();
      HPDL_TRY(more);
      if (!*more) {
        break;
      }
      const auto state = static_cast<JobState>(query.Integer(0));
      if (IsAmong(states, state)) {
        counts[state] += query.Integer(1);
      }
    }
  }
  return counts;
}

/// Removes repeated values. Removes the condition on states if all jobs meet it, so that fewer
/// indexes are walked. For example, if there are only workflows, a query for workflows walks one
/// index.
Result<JobFilter> CatalogueTable::Simplified(const JobFilter& asked) {
  JobFilter filter = catalogue::Distinct(asked);
  const auto counts = TallyOf(kAll, {""}, {});
  HPDL_TRY(counts);
  present_.clear();
  for (const auto& [state, jobs] : *counts) {
    present_.push_back(state);
  }
  const bool needless = std::all_of(present_.begin(), present_.end(),
                                    [&](JobState state) { return IsAmong(filter.states, state); });
  if (needless && !filter.children && filter.ids.empty()) {
    filter.states.clear();
  }
  return filter;
}

/// Returns the states that the filter selects. A filter without states selects all states that root
/// jobs have.
const std::vector<JobState>& CatalogueTable::StatesOf(const JobFilter& filter) const {
  return filter.states.empty() ? present_ : filter.states;
}

/// Returns the users or the names that contain the text.
Result<std::vector<std::string>> CatalogueTable::ValuesWith(int field, const std::string& text) {
  Statement query;
  HPDL_TRY(database_->Prepare(
      "SELECT DISTINCT value FROM tally WHERE field=? AND jobs>0 AND instr(lower(value), ?)>0",
      &query));
  query.Bind(field).Bind(text);
  std::vector<std::string> values;
  while (true) {
    Result<bool> more = query.Step();
    HPDL_TRY(more);
    if (!*more) {
      return values;
    }
    values.emplace_back(query.Text(0));
  }
}

Result<void> CatalogueTable::AddText(const JobFilter& filter, std::vector<Way>* ways) {
  Way& way = ways->emplace_back();
  way.by_text = true;
  for (const int field : {static_cast<int>(kName), static_cast<int>(kUser)}) {
    const auto values = ValuesWith(field, LowerCase(filter.text));
    HPDL_TRY(values);
    const auto counts = TallyOf(field, *values, filter.states);
    HPDL_TRY(counts);
    way.Add(field, *values, *counts);
  }
  return {};
}

/// Returns several ways to find the jobs that the filter selects. Each way finds all of these jobs.
Result<std::vector<CatalogueTable::Way>> CatalogueTable::WaysTo(const JobFilter& filter) {
  std::vector<Way> ways(1);
  const auto all = TallyOf(kAll, {""}, filter.states);
  HPDL_TRY(all);
  ways[0].Add(kAll, {""}, *all);
  for (int field = kUser; field < kFields; ++field) {
    if (const std::vector<std::string>& values = *ConditionOf(filter, field); !values.empty()) {
      const auto counts = TallyOf(field, values, filter.states);
      HPDL_TRY(counts);
      ways.emplace_back().Add(field, values, *counts);
    }
  }
  if (!filter.text.empty()) {
    HPDL_TRY(AddText(filter, &ways));
  }
  return ways;
}

/// Counts the jobs that are found by the index walks of `way`. The indexes have all columns that
/// the conditions need.
Result<void> CatalogueTable::CountAlong(const JobFilter& filter, const Way& way,
                                        std::map<JobState, std::int64_t>* counts) {
  const std::int64_t until = filter.created_until_ms == 0 ? std::numeric_limits<std::int64_t>::max()
                                                          : filter.created_until_ms;
  int prepared = -1;
  std::unique_ptr<Statement> query;
  std::vector<std::string> texts;
  for (const auto& [field, value] : way.starts) {
    const Rest rest(filter, way.by_text, field);
    if (rest.sql.empty() && !HasTimes(filter)) {
      const auto tallied = TallyOf(field, {value}, filter.states);
      HPDL_TRY(tallied);
      for (const auto& [state, jobs] : *tallied) {
        (*counts)[state] += jobs;
      }
      continue;
    }
    if (field != prepared) {
      query = std::make_unique<Statement>();
      const std::string sql = std::string("SELECT count(*) FROM job ") + kIndexes[field].where +
                              " AND state=? AND created>=? AND created<?" + rest.sql;
      HPDL_TRY(database_->Prepare(sql.c_str(), query.get()));
      prepared = field;
    }
    for (const JobState state : StatesOf(filter)) {
      if (field != kAll) {
        query->Bind(value);
      }
      query->Bind(static_cast<std::int64_t>(state)).Bind(filter.created_from_ms).Bind(until);
      for (const std::string& text : rest.texts) {
        query->Bind(text);
      }
      const Result<bool> row = query->Step();
      HPDL_TRY(row);
      if (const std::int64_t jobs = query->Integer(0); jobs != 0) {
        (*counts)[state] += jobs;
      }
      query->Reset();
    }
  }
  return {};
}

Result<std::map<JobState, std::int64_t>> CatalogueTable::Count(const JobFilter& asked) {
  Reading reading(*this);
  HPDL_TRY(reading.Begin());
  const Result<JobFilter> simplified = Simplified(asked);
  HPDL_TRY(simplified);
  const JobFilter& filter = *simplified;
  std::map<JobState, std::int64_t> counts;
  if (filter.children || !filter.ids.empty()) {
    const Result<CataloguePage> all = FindSimple(filter, {});
    HPDL_TRY(all);
    for (const CatalogueEntry& entry : all->jobs) {
      counts[entry.job.state] += filter.children || entry.job.number == 0 ? 1 : 0;
    }
    return counts;
  }
  const Result<std::vector<Way>> ways = WaysTo(filter);
  HPDL_TRY(ways);
  // If the text is the filter's only condition, the walks begin at the names and users that contain
  // the text. `tally` already has most of the counts for these walks.
  JobFilter without = filter;
  without.text.clear();
  const bool text_alone = !filter.text.empty() && IsExact(without, kAll) && !HasTimes(filter);
  const Way& way =
      text_alone ? ways->back()
                 : *std::min_element(ways->begin(), ways->end(),
                                     [](const Way& a, const Way& b) { return a.rows < b.rows; });
  HPDL_TRY(CountAlong(filter, way, &counts));
  return counts;
}

}  // namespace hpdl::rt
