#ifndef HPDL_RUNTIME_STORE_SQLITE_CATALOGUE_TABLE_H_
#define HPDL_RUNTIME_STORE_SQLITE_CATALOGUE_TABLE_H_

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "runtime/store/catalogue.h"
#include "runtime/store/sqlite/sqlite.h"

namespace hpdl::rt {

namespace catalogue {
struct Key;
struct Place;
}  // namespace catalogue

/// The database of a catalogue: rows in, answers out. Where rows come from, and when, is
/// local_catalogue.h's.
///
/// Each question is answered by walking an index in the order that is asked for, several side by
/// side where a condition has several values, until the page is full: the indexes have all that a
/// filter asks for, so that the table is read for the rows of the page alone. `tally` counts jobs
/// by user, group, name and state: it says which index is the shortest way, and answers Count().
class CatalogueTable {
 public:
  enum class Wait : std::uint8_t { kNever, kLong };

  /// Opens a database that is there; it may be empty. `wait`: whether for another program's
  /// writing.
  static Result<std::unique_ptr<CatalogueTable>> Open(const std::string& path, Wait wait);
  void SetWait(Wait wait);

  /// True if it has been filled since the machine was started: it is not synced, so what it was
  /// before may be damaged.
  Result<bool> IsFilled();
  /// One transaction of writing. It is undone unless it comes to its Commit().
  class Writing;
  class Reading;

  Result<void> Put(const std::string& root_id, const std::vector<JobRow>& rows);
  Result<void> Remove(const std::string& root_id);
  /// Empties it, with tables and indexes; then Put() what there is, and SetFilled().
  Result<void> Clear();
  Result<void> SetFilled();

  Result<CataloguePage> Find(const JobFilter& filter, const PageRequest& page);
  Result<std::map<JobState, std::int64_t>> Count(const JobFilter& filter);
  Result<std::vector<CatalogueEntry>> Parked(const ParkedPlace& after, std::size_t most);
  Result<std::vector<JobStateNow>> States(const std::vector<std::string>& ids,
                                          std::int64_t changed_from_ms);
  Result<std::vector<CatalogueEntry>> Beginning(const std::string& prefix);
  Result<std::string> RootOf(std::string_view id);

 private:
  class Streams;
  struct Way;

  explicit CatalogueTable(std::unique_ptr<Database> database) : database_(std::move(database)) {}
  Result<void> Prepare(const char* sql, Statement* statement);
  /// All rows of a query by kSelect.
  static Result<std::vector<CatalogueEntry>> AllOf(Statement& query);
  Result<void> Tally(const JobRow& row, std::int64_t by);
  Result<std::map<JobState, std::int64_t>> TallyOf(int field,
                                                   const std::vector<std::string>& values,
                                                   const std::vector<JobState>& states);
  Result<std::vector<std::string>> ValuesWith(int field, const std::string& text);
  Result<std::vector<Way>> WaysTo(const JobFilter& filter);
  Result<void> AddText(const JobFilter& filter, std::vector<Way>* ways);
  Result<void> CountAlong(const JobFilter& filter, const Way& way,
                          std::map<JobState, std::int64_t>* counts);
  Result<JobFilter> Simplified(const JobFilter& asked);
  Result<CataloguePage> FindSimple(const JobFilter& filter, const PageRequest& page);
  const std::vector<JobState>& StatesOf(const JobFilter& filter) const;
  Result<void> Walk(const JobFilter& filter, const Way& way, std::size_t skip, Streams* streams);
  using Places = Result<std::vector<catalogue::Place>>;
  Places PlacesOn(const JobFilter& filter, const Way& way, JobOrder order);
  Places WalkedPlaces(const JobFilter& filter, const Way& way, const PageRequest& page,
                      const catalogue::Key& from);
  Places SortedPlaces(const JobFilter& filter, const Way& way, const PageRequest& page,
                      const catalogue::Key& from);
  Places PlacesOf(const JobFilter& filter, const PageRequest& page, const catalogue::Key& from);

  std::unique_ptr<Database> database_;
  std::vector<JobState> present_;                   ///< those of root jobs, as of the last question
  Statement find_root_, put_, make_tally_, tally_;  ///< for Put(), which engines call often
};

/// The statements of one question, which all see the table as it was at the first of them: a job
/// that changes its state meanwhile is found in one of both.
class CatalogueTable::Reading {
 public:
  explicit Reading(CatalogueTable& table) : database_(*table.database_) {}
  ~Reading();
  Reading(const Reading&) = delete;
  Reading& operator=(const Reading&) = delete;
  Result<void> Begin();

 private:
  Database& database_;
  bool open_ = false;
};

class CatalogueTable::Writing {
 public:
  explicit Writing(CatalogueTable& table) : database_(*table.database_) {}
  ~Writing();
  Writing(const Writing&) = delete;
  Writing& operator=(const Writing&) = delete;
  Result<void> Begin();
  Result<void> Commit();

 private:
  Database& database_;
  bool open_ = false;
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_STORE_SQLITE_CATALOGUE_TABLE_H_
