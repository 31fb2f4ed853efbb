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

/// The database of a catalogue. It stores rows and answers questions. LocalCatalogue decides which
/// rows are stored, and when.
///
/// A question is answered by walking an index in the requested order until the page is full. If a
/// condition has several values, several indexes are walked side by side. The indexes have all
/// columns that a filter can use, so the table is read only for the rows of the page. `tally`
/// counts jobs by user, group, name and state. These counts show which index has the fewest rows to
/// walk, and they answer Count().
class CatalogueTable {
 public:
  enum class Wait : std::uint8_t { kNever, kLong };

  /// Opens an existing database, which may be empty. While another program writes, statements wait
  /// with Wait::kLong and fail at once with Wait::kNever.
  static Result<std::unique_ptr<CatalogueTable>> Open(const std::string& path, Wait wait);
  void SetWait(Wait wait);

  /// True if the catalogue was filled after the last start of the machine. The database is never
  /// synced, so the content from before that start may be damaged.
  Result<bool> IsFilled();
  /// A write transaction. The destructor undoes it unless Commit() succeeded.
  class Writing;
  class Reading;

  Result<void> Put(const std::string& root_id, const std::vector<JobRow>& rows);
  Result<void> Remove(const std::string& root_id);
  /// Removes all rows, and creates the tables and indexes if necessary. Afterwards Put() must add
  /// all rows and SetFilled() must be called.
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
  /// Returns all rows of `query`. Its SQL must begin with kSelect.
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
  std::vector<JobState> present_;  ///< the states of the root jobs at the time of the last question
  /// Statements for Put(). They are prepared only once, because engines often call Put().
  Statement find_root_, put_, make_tally_, tally_;
};

/// The transaction of one question. All of its statements see the table as it was at the first
/// statement. Therefore a job whose state changes during the question is found in exactly one of
/// the two states.
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
