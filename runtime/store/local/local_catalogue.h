#ifndef HPDL_RUNTIME_STORE_LOCAL_LOCAL_CATALOGUE_H_
#define HPDL_RUNTIME_STORE_LOCAL_LOCAL_CATALOGUE_H_

#include <sys/types.h>

#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "runtime/store/catalogue.h"
#include "runtime/store/sqlite/catalogue_table.h"

namespace hpdl::rt {

/// The catalogue of a state directory of files. It lies in `<state>/catalogue-N`, where N is the
/// version of its tables. Programs of another version have a folder with another N. These programs
/// change only the marks in `catalogue-N`.
/// - `jobs.db`: CatalogueTable.
/// - `changed/<root id>`: the mark of a job. The journal of a job with a mark may have newer rows
///   than the table. Touch() puts marks into the folders of all versions. The next question reads
///   the journals of the marked jobs that no engine runs, and removes their marks.
/// Rows are read from a journal within the transaction that puts them into the table. An engine
/// commits a row before it puts the row. So a row that this reading misses is put later.
class LocalCatalogue final : public Catalogue {
 public:
  /// `state_path` is an existing state directory that may be used. The constructor opens nothing.
  explicit LocalCatalogue(std::string state_path);

  void Touch(const std::string& root_id) override;
  void Put(const std::string& root_id, const std::vector<JobRow>& rows) override;
  void Doubt(const std::string& root_id) override { doubted_.insert(root_id); }
  void Settle(const std::string& root_id) override;
  Result<CataloguePage> Find(const JobFilter& filter, const PageRequest& page) override;
  Result<std::map<JobState, std::int64_t>> Count(const JobFilter& filter) override;
  Result<std::vector<CatalogueEntry>> Parked(const ParkedPlace& after, std::size_t most) override;
  Result<std::vector<JobStateNow>> States(const std::vector<std::string>& ids,
                                          std::int64_t changed_from_ms) override;
  Result<std::vector<CatalogueEntry>> Beginning(const std::string& prefix) override;
  Result<std::string> RootOf(std::string_view id) override;
  Result<void> Forget(const std::string& root_id) override;
  Result<void> Rebuild() override;

  /// Makes an empty catalogue for a state directory without jobs, so that engines find a catalogue.
  Result<void> MakeFirst();

 private:
  std::string JobPath(const std::string& root_id) const;
  std::string DatabasePath() const { return path_ + "/jobs.db"; }
  std::string MarkPath(const std::string& root_id) const { return path_ + "/changed/" + root_id; }

  Result<void> MakeFolder();
  /// True if `table_` uses the current file: another process may have put a new file in its place.
  bool IsCurrent() const;
  Result<void> Open(CatalogueTable::Wait wait);
  Result<bool> IsFilled();
  Result<void> PutMissed(const std::string& root_id);
  Result<void> MakeReady();
  Result<void> Fill();
  Result<void> Read(const std::string& root_id, bool* read);
  Result<void> TakeMarks();
  Result<void> TakeMark(const std::string& root_id);
  template <class Question>
  auto Ask(const Question& question) -> decltype(question());

  std::string state_path_;
  std::string path_;
  std::unique_ptr<CatalogueTable> table_;
  dev_t device_ = 0;  ///< device of the file that `table_` uses
  ino_t inode_ = 0;
  bool filled_ = false;  ///< the table is known to be filled; once true, this stays true
  /// Rows that could not be put into the table. The keys are the root id and the row's number. The
  /// next Put() puts these rows too.
  std::map<std::string, std::map<std::int64_t, JobRow>> missed_;
  std::set<std::string> doubted_;  ///< root jobs whose marks Settle() does not remove
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_STORE_LOCAL_LOCAL_CATALOGUE_H_
