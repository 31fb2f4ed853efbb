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

/// A path that an action uses in a file system.
struct UsedPath {
  std::uint32_t node = 0;  ///< the action's index in ast::Workflow::nodes
  /// The use is kReads (also for kLoads), kWrites, kCreates, kDeletes or kMoves.
  stdlib::PathUse use = stdlib::PathUse::kNone;
  /// True if the action uses everything at the path. The action then reads a whole directory, or
  /// writes an output directory that only this action may fill. If false, the action uses only the
  /// path itself, or puts an entry beneath it.
  bool whole = false;
  bool prepare = false;  ///< true if the action's <prepare> uses the path
  /// True if <prepare> deletes the path, and it is not known which paths the action writes. The
  /// action then probably writes this path again.
  bool rewritten = false;
  /// True if the path is written as a pattern. `key` is then the directory before the first
  /// wildcard. A deleted pattern is recorded only if it has the form DIRECTORY/*.
  bool pattern = false;
  /// The path in a form that can be compared. Paths with equal keys are the same path, whatever
  /// values their expressions have. The keys of all paths below a directory begin with the
  /// directory's key and a slash.
  std::string key;
  std::string_view text;  ///< the path as written
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

/// All paths that the reachable actions use, according to the declarations of their kinds
/// (stdlib::PathUse). Leaves out paths that cannot be compared: paths that may change during a run,
/// paths in the application itself, and patterns that an action changes. A deleted DIRECTORY/* is a
/// changed pattern too, but it can be compared.
class UsedPaths {
 public:
  /// Finds the paths in linear time.
  UsedPaths(const Subject& subject, const GivenValues& given);

  const std::vector<UsedPath>& all() const { return all_; }
  std::span<const UsedPath> Of(std::uint32_t node) const;

 private:
  std::vector<UsedPath> all_;  ///< the paths of one action are adjacent entries
  std::unordered_map<std::uint32_t, std::pair<std::size_t, std::size_t>> of_node_;
};

/// Returns the key of the directory that contains a path, or "" if the directory is not known.
std::string_view ParentKey(std::string_view key);

}  // namespace hpdl::analysis

#endif  // HPDL_COMPILER_ANALYSIS_USED_PATHS_H_
