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

/// The catalogue of a state directory of files, in `<state>/catalogue-N`, N the version of its
/// tables: programs of another version have a folder of their own there and never touch this one,
/// but for the marks.
/// - `jobs.db`: CatalogueTable.
/// - `changed/<root id>`: marks. A job that has one may have newer rows in its journal. Touch()
///   puts them, into the folders of all versions; whoever asks next reads the journals of those
///   that no engine has, and takes their marks away.
/// Rows that are read from journals are read inside the transaction that puts them: what an engine
/// puts comes after it commits, so either it is in the journal already, or it is put later.
class LocalCatalogue final : public Catalogue {
 public:
  /// Of a state directory that is there and may be used. Does nothing yet.
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

  /// Makes an empty one for a state directory that has no jobs yet, so that engines find one.
  Result<void> MakeFirst();

 private:
  std::string JobPath(const std::string& root_id) const;
  std::string DatabasePath() const { return path_ + "/jobs.db"; }
  std::string MarkPath(const std::string& root_id) const { return path_ + "/changed/" + root_id; }

  Result<void> MakeFolder();
  /// True if `table_` is of the file that is there: somebody may have made a new one.
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
  dev_t device_ = 0;  ///< of the file that `table_` is of
  ino_t inode_ = 0;
  bool filled_ = false;  ///< it is known to be: that does not change
  /// Rows that could not be put, by root and number: with the next.
  std::map<std::string, std::map<std::int64_t, JobRow>> missed_;
  std::set<std::string> doubted_;  ///< roots whose marks stay when they are settled
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_STORE_LOCAL_LOCAL_CATALOGUE_H_
