#ifndef HPDL_RUNTIME_STORE_SQLITE_CATALOGUE_FILTER_H_
#define HPDL_RUNTIME_STORE_SQLITE_CATALOGUE_FILTER_H_

#include <cstdint>
#include <limits>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "runtime/store/sqlite/catalogue_columns.h"
#include "runtime/store/sqlite/catalogue_table.h"

/// Functions and types that apply a filter to the tables of the catalogue.
namespace hpdl::rt::catalogue {

/// The fields of a row that decide whether a filter selects it. All indexes of root jobs have these
/// columns.
struct Fields {
  std::string_view id, user, group, name;
  JobState state = JobState::kPrep;
  std::int64_t created_ms = 0;
};

/// The position of a job in an order that begins with the newest job.
struct Key {
  std::int64_t time = std::numeric_limits<std::int64_t>::max();
  std::string id;

  bool operator==(const Key&) const = default;
  bool IsBefore(const Key& other) const {
    return time != other.time ? time > other.time : id > other.id;
  }
};

/// A row of the table and its position.
struct Place {
  std::int64_t row = 0;
  Key key;
};

/// True if the filter selects the job. `text` is the filter's text in small letters.
bool Means(const JobFilter& filter, const std::string& text, const Fields& job);

/// True if `states` contains the state or is empty.
bool IsAmong(const std::vector<JobState>& states, JobState state);

/// Returns the condition of a filter on a field; null for kAll.
const std::vector<std::string>* ConditionOf(const JobFilter& filter, int field);

/// True if the filter has no conditions on root jobs except on this field, on states and on times.
bool IsExact(const JobFilter& filter, int field);

/// Returns the filter without repeated values in its conditions.
JobFilter Distinct(JobFilter filter);

/// The index of one field. Its columns are the field, the state and the time of creation. `where`
/// is the part of a query that selects the index and binds the field; `column` is the column of the
/// field.
struct FieldIndex {
  const char* where;
  const char* column;
};
inline constexpr FieldIndex kIndexes[kFields] = {
    {"INDEXED BY job_state WHERE number=0", ""},
    {"INDEXED BY job_user WHERE number=0 AND user=?", "user"},
    {"INDEXED BY job_group WHERE number=0 AND grp=?", "grp"},
    {"INDEXED BY job_name WHERE number=0 AND app_name=?", "app_name"},
};

}  // namespace hpdl::rt::catalogue

namespace hpdl::rt {

/// A way to find the jobs that a filter selects: index walks that together find all of these jobs.
/// It has the starts of the walks and the number of rows on them.
struct CatalogueTable::Way {
  std::vector<std::pair<int, std::string>> starts;  ///< field and value at which each walk begins
  std::int64_t rows = 0;
  /// True if the starts are the names and the users that contain the text. Two walks may then find
  /// the same job.
  bool by_text = false;

  void Add(int field, const std::vector<std::string>& values,
           const std::map<JobState, std::int64_t>& counts) {
    for (const std::string& value : values) {
      starts.emplace_back(field, value);
    }
    for (const auto& [state, count] : counts) {
      rows += count;
    }
  }
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_STORE_SQLITE_CATALOGUE_FILTER_H_
