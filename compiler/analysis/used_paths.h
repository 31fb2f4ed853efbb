#ifndef HPDL_COMPILER_ANALYSIS_USED_PATHS_H_
#define HPDL_COMPILER_ANALYSIS_USED_PATHS_H_

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "compiler/analysis/given.h"

namespace hpdl::analysis {

/// A path of a file system that an action uses.
struct UsedPath {
  std::uint32_t node = 0;  ///< index in ast::Workflow::nodes
  /// One of kReads (also stands for kLoads), kWrites, kCreates, kDeletes and kMoves.
  stdlib::PathUse use = stdlib::PathUse::kNone;
  /// The action uses everything at the path: it reads all of a directory, or writes an output in
  /// which nothing else may be. If false, it uses only the entry itself, or puts an entry beneath
  /// it.
  bool whole = false;
  bool prepare = false;  ///< used by the action's <prepare>
  /// True if <prepare> deletes the path for a job that may write any path. The job probably writes
  /// this path again.
  bool rewritten = false;
  /// The path is written as a pattern, and `key` is its constant part, a directory. Deleting such a
  /// path deletes all entries of the directory.
  bool pattern = false;
  /// The path in a form to compare. Equal keys mean the same path, whatever values their
  /// expressions have. The key of a path above another path is the beginning of the other key, up
  /// to a slash.
  std::string key;
  std::string_view text;  ///< as written
  Range range;

  bool changes() const { return use != stdlib::PathUse::kReads; }
  /// True if the path does not exist after this use.
  bool removes() const {
    return use == stdlib::PathUse::kDeletes || use == stdlib::PathUse::kMoves;
  }
  /// True if only the contents of a directory are deleted and `other`, which has the same key, uses
  /// only the directory itself.
  bool LeavesUntouched(const UsedPath& other) const {
    return use == stdlib::PathUse::kDeletes && pattern && !other.pattern && !other.whole &&
           (other.use == stdlib::PathUse::kReads || other.use == stdlib::PathUse::kCreates);
  }
};

/// All paths that the declarations of the reachable actions name (stdlib::PathUse). Paths that
/// cannot be compared are left out: patterns, except those that are read and a deleted `/*`; paths
/// that depend on the clock or the world; and paths in the application itself.
class UsedPaths {
 public:
  /// Finds the paths in linear time.
  UsedPaths(const Subject& subject, const GivenValues& given);

  const std::vector<UsedPath>& all() const { return all_; }
  std::span<const UsedPath> Of(std::uint32_t node) const;

 private:
  std::vector<UsedPath> all_;  ///< the paths of one action are neighbours
  std::unordered_map<std::uint32_t, std::pair<std::size_t, std::size_t>> of_node_;
};

/// Returns the key of the directory that contains a path; empty if it is not known.
std::string_view ParentKey(std::string_view key);

}  // namespace hpdl::analysis

#endif  // HPDL_COMPILER_ANALYSIS_USED_PATHS_H_
