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

/// What a filter means for the tables of the catalogue.
namespace hpdl::rt::catalogue {

/// What of a row decides whether a filter means it. All indexes of root jobs have these columns.
struct Fields {
  std::string_view id, user, group, name;
  JobState state = JobState::kPrep;
  std::int64_t created_ms = 0;
};

/// Where a job stands in an order, from the newest on.
struct Key {
  std::int64_t time = std::numeric_limits<std::int64_t>::max();
  std::string id;

  bool operator==(const Key&) const = default;
  bool IsBefore(const Key& other) const {
    return time != other.time ? time > other.time : id > other.id;
  }
};

/// A row of the table.
struct Place {
  std::int64_t row = 0;
  Key key;
};

/// `text` is the filter's in small letters.
bool Means(const JobFilter& filter, const std::string& text, const Fields& job);

/// True for all if there are no states.
bool IsAmong(const std::vector<JobState>& states, JobState state);

/// The condition of a filter on a field; null for kAll.
const std::vector<std::string>* ConditionOf(const JobFilter& filter, int field);

/// True if each root job with a value of the field that is meant, and a state that is, is meant,
/// but for times.
bool IsExact(const JobFilter& filter, int field);

/// Each value once.
JobFilter Distinct(JobFilter filter);

/// Of the indexes that have a field and a state before the time of creation: what a query of them
/// begins with, and the column of the field.
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

/// Indexes to walk, and how many rows they have between them.
struct CatalogueTable::Way {
  std::vector<std::pair<int, std::string>> starts;  ///< field and value
  std::int64_t rows = 0;
  /// By names and by users that have the text: a job may be on two starts.
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
