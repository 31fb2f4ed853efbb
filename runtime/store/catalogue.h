#ifndef HPDL_RUNTIME_STORE_CATALOGUE_H_
#define HPDL_RUNTIME_STORE_CATALOGUE_H_

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/ground/base/result.h"
#include "runtime/store/records.h"

/// Questions over all jobs of a state directory.
namespace hpdl::rt {

/// A job as the catalogue knows it: the row that its journal had.
struct CatalogueEntry {
  JobRow job;           ///< a root job, or the job of a sub-workflow
  std::string root_id;  ///< of the journal that the row is in
};

/// Which jobs are meant. Each condition must hold; of the values of one condition, one. An empty
/// one holds for every job.
struct JobFilter {
  std::vector<JobState> states;
  std::vector<std::string> users, groups, names, ids;
  std::int64_t created_from_ms = 0;   ///< UTC; this one too
  std::int64_t created_until_ms = 0;  ///< UTC; no longer this one. 0: no bound
  /// Part of the name or of the user, whatever the case of its ASCII letters.
  std::string text;
  bool children = false;  ///< jobs of sub-workflows too
};

/// Newest first; jobs of one millisecond by their ids.
enum class JobOrder : std::uint8_t { kCreated, kModified };

/// A part of what a filter leaves. Jobs that come or go meanwhile shift no page.
struct PageRequest {
  JobOrder order = JobOrder::kCreated;
  std::size_t limit = 0;  ///< 0: all
  std::string after;      ///< CataloguePage::next of the page before; "": from the start
  std::size_t skip = 0;   ///< so many more are passed over
};

struct CataloguePage {
  std::vector<CatalogueEntry> jobs;
  std::string next;  ///< what the next page comes after; "" if this is the last
};

/// The state that a job is in.
struct JobStateNow {
  std::string id;
  JobState state = JobState::kPrep;
};

/// A place in the list of parked jobs; without an id it stands before all rows of its time.
struct ParkedPlace {
  std::int64_t modified_ms = 0;
  std::string id;
};

/// A copy of the job rows of all journals, never the truth. What an implementation promises:
/// - It is complete or not there: a question is answered from all journals, or fails.
/// - Each committed job row reaches it, and no other: by Put(), or, where that failed or its
/// process
///   died, from the journal, before a question is answered and no engine has the job.
/// - A newer row is never overwritten by an older one.
/// - Touch(), Put() and Settle() never wait for anybody, and have no errors: an engine goes on
///   without it.
/// Not thread-safe.
class Catalogue {
 public:
  virtual ~Catalogue() = default;

  // These are called by the state directory alone: a lease touches and settles, a commit puts.
  /// From now on, rows of the job may be newer than what is here.
  virtual void Touch(const std::string& root_id) = 0;
  /// Rows of one journal that have just been committed.
  virtual void Put(const std::string& root_id, const std::vector<JobRow>& rows) = 0;
  /// A commit failed: it is not known what the journal says.
  virtual void Doubt(const std::string& root_id) = 0;
  /// The lease is about to be given back: undoes Touch(), if all rows that were put have arrived
  /// and nothing is in doubt.
  virtual void Settle(const std::string& root_id) = 0;

  virtual Result<CataloguePage> Find(const JobFilter& filter, const PageRequest& page) = 0;
  /// How many jobs are in which state.
  virtual Result<std::map<JobState, std::int64_t>> Count(const JobFilter& filter) = 0;
  /// Parked root jobs, at most `most`, by the time of the last change of their rows and by id:
  /// those that come after this place.
  virtual Result<std::vector<CatalogueEntry>> Parked(const ParkedPlace& after,
                                                     std::size_t most) = 0;
  /// The states of these jobs, without those that are not known, and of all root jobs whose rows
  /// were changed from that time on, UTC.
  virtual Result<std::vector<JobStateNow>> States(const std::vector<std::string>& ids,
                                                  std::int64_t changed_from_ms) = 0;
  /// Jobs whose ids begin so, those of sub-workflows too, by id.
  virtual Result<std::vector<CatalogueEntry>> Beginning(const std::string& prefix) = 0;
  /// The root of the job with this id; "" if it is not known.
  virtual Result<std::string> RootOf(std::string_view id) = 0;
  /// The journal has been removed.
  virtual Result<void> Forget(const std::string& root_id) = 0;
  /// Makes it anew from the journals.
  virtual Result<void> Rebuild() = 0;
};

/// True for what `filter` means; for all of its conditions but `children`.
bool Matches(const JobFilter& filter, const JobRow& job);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_STORE_CATALOGUE_H_
