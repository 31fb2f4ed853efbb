#ifndef HPDL_RUNTIME_STORE_CATALOGUE_H_
#define HPDL_RUNTIME_STORE_CATALOGUE_H_

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/ground/base/result.h"
#include "runtime/store/records.h"

/// The catalogue answers questions about all jobs of a state directory.
namespace hpdl::rt {

/// A job in the catalogue: a copy of its row in the journal.
struct CatalogueEntry {
  JobRow job;           ///< row of a root job or of the job of a sub-workflow
  std::string root_id;  ///< id of the root job; its journal holds the row
};

/// Selects jobs. A job must meet every condition. If a condition is a list, the job must have one
/// of the list's values. Every job meets an empty condition.
struct JobFilter {
  std::vector<JobState> states;
  std::vector<std::string> users, groups, names, ids;
  std::int64_t created_from_ms = 0;   ///< UTC; this time is included
  std::int64_t created_until_ms = 0;  ///< UTC; this time is excluded; 0: no limit
  /// A text that the job's name or user must contain. The case of ASCII letters does not matter.
  std::string text;
  bool children = false;  ///< also selects jobs of sub-workflows
};

/// The time by which jobs are sorted: the time of their creation or of their last change. The
/// newest job comes first. Jobs with the same time are sorted by id.
enum class JobOrder : std::uint8_t { kCreated, kModified };

/// Selects one page of the jobs that a filter selects. A job that appears or disappears between two
/// requests does not shift the pages.
struct PageRequest {
  JobOrder order = JobOrder::kCreated;
  std::size_t limit = 0;  ///< the maximum number of jobs on the page; 0: no limit
  std::string after;      ///< CataloguePage::next of the previous page; "": the first page
  std::size_t skip = 0;   ///< number of jobs between `after` and the page
};

struct CataloguePage {
  std::vector<CatalogueEntry> jobs;
  std::string next;  ///< PageRequest::after of the next page; "": this page is the last
};

/// The current state of a job.
struct JobStateNow {
  std::string id;
  JobState state = JobState::kPrep;
};

/// A position in the list of parked jobs: after the job with this time and id. If the id is "", the
/// position is before all jobs with this time.
struct ParkedPlace {
  std::int64_t modified_ms = 0;
  std::string id;
};

/// A copy of the job rows of all journals. If the copy and a journal differ, the journal is right.
/// Every implementation promises:
/// - The catalogue is complete or absent: it answers a question from all journals, or the question
///   fails.
/// - Every committed job row reaches the catalogue, and no other row does. Put() adds the row.
///   Put() may fail, or its process may die. The catalogue then reads the row from the journal
///   before it answers the next question, unless an engine still runs the job.
/// - An older row never overwrites a newer row.
/// - Touch(), Put() and Settle() never wait for another process and report no errors: an engine
///   continues without the catalogue.
/// Not thread-safe.
class Catalogue {
 public:
  virtual ~Catalogue() = default;

  // Only the state directory calls the next four functions: its leases call Touch() and Settle(),
  // its commits call Put(), and a failed commit calls Doubt().
  /// Marks the job: from now on its journal may have newer rows than the catalogue.
  virtual void Touch(const std::string& root_id) = 0;
  /// Adds rows of one journal that have just been committed.
  virtual void Put(const std::string& root_id, const std::vector<JobRow>& rows) = 0;
  /// Notes that a commit failed: it is not known which rows the journal has.
  virtual void Doubt(const std::string& root_id) = 0;
  /// Removes the mark of Touch() before the lease is given back. Keeps the mark if Doubt() was
  /// called, or if a row that Put() got is not in the catalogue.
  virtual void Settle(const std::string& root_id) = 0;

  virtual Result<CataloguePage> Find(const JobFilter& filter, const PageRequest& page) = 0;
  /// Counts the jobs in each state.
  virtual Result<std::map<JobState, std::int64_t>> Count(const JobFilter& filter) = 0;
  /// Returns at most `most` parked root jobs that come after the position `after`. The jobs are
  /// ordered by the time when their rows last changed, then by id.
  virtual Result<std::vector<CatalogueEntry>> Parked(const ParkedPlace& after,
                                                     std::size_t most) = 0;
  /// Returns the states of the jobs `ids` and of all root jobs whose rows changed at
  /// `changed_from_ms` (UTC) or later. Leaves out unknown ids.
  virtual Result<std::vector<JobStateNow>> States(const std::vector<std::string>& ids,
                                                  std::int64_t changed_from_ms) = 0;
  /// Returns the jobs whose ids begin with `prefix`, including jobs of sub-workflows, ordered by
  /// id.
  virtual Result<std::vector<CatalogueEntry>> Beginning(const std::string& prefix) = 0;
  /// Returns the id of the root job of the job `id`; "" if the job is unknown.
  virtual Result<std::string> RootOf(std::string_view id) = 0;
  /// Removes the rows of a journal that has been removed.
  virtual Result<void> Forget(const std::string& root_id) = 0;
  /// Makes the catalogue again from the journals.
  virtual Result<void> Rebuild() = 0;
};

/// True if the job meets all conditions of `filter`. The condition `children` is not checked.
bool Matches(const JobFilter& filter, const JobRow& job);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_STORE_CATALOGUE_H_
