#ifndef HPDL_RUNTIME_STORE_INDEX_H_
#define HPDL_RUNTIME_STORE_INDEX_H_

#include <memory>
#include <string>
#include <vector>

#include "runtime/store/sqlite.h"
#include "runtime/store/store.h"

namespace hpdl::rt {

/// `<state>/index.db`: what `jobs` lists. Not durable and worth nothing by itself; the state
/// directory makes it anew when it is missing, broken or of another version.
class JobIndex {
 public:
  /// Opens or makes it. `*fresh` is true if it holds nothing yet.
  static Result<std::unique_ptr<JobIndex>> Open(const std::string& path, bool* fresh);
  Result<void> Update(const std::string& root_id, const std::vector<JobRow>& jobs);
  Result<void> Remove(std::string_view root_id);
  Result<std::vector<IndexEntry>> List();
  /// Empty if the id is not known.
  Result<std::string> FindRoot(std::string_view id);

 private:
  explicit JobIndex(std::unique_ptr<Database> database) : database_(std::move(database)) {}
  std::unique_ptr<Database> database_;
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_STORE_INDEX_H_
