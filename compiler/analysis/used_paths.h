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
  std::uint32_t node = 0;  ///< of ast::Workflow::nodes
  /// kReads (kLoads too), kWrites, kCreates, kDeletes or kMoves.
  stdlib::PathUse use = stdlib::PathUse::kNone;
  /// What lies there is meant as a whole: all that is in a directory is read, or an output is
  /// written that nothing else may be in. Otherwise the entry alone, or something is put beneath.
  bool whole = false;
  bool prepare = false;  ///< by the action's <prepare>
  /// Deleted by <prepare> for a job that may write anything: probably this anew.
  bool rewritten = false;
  /// The path itself was a pattern, of which `key` is the constant part: a directory. What is
  /// deleted then is all that is in it.
  bool pattern = false;
  /// Equal for texts that mean the same path whatever the expressions in them are. A path above
  /// another one is its beginning, up to a slash.
  std::string key;
  std::string_view text;  ///< as written
  Range range;

  bool changes() const { return use != stdlib::PathUse::kReads; }
  /// What was there is gone afterwards.
  bool removes() const {
    return use == stdlib::PathUse::kDeletes || use == stdlib::PathUse::kMoves;
  }
  /// Only the content of a directory is deleted, and `other`, which has the same key, is about the
  /// directory alone.
  bool LeavesUntouched(const UsedPath& other) const {
    return use == stdlib::PathUse::kDeletes && pattern && !other.pattern && !other.whole &&
           (other.use == stdlib::PathUse::kReads || other.use == stdlib::PathUse::kCreates);
  }
};

/// All paths that the declarations of the reachable actions speak of (stdlib::PathUse). Left out is
/// what cannot be compared: patterns that are neither read nor `/*` after what is deleted, paths
/// that look at the clock or the world, and those of the application itself.
class UsedPaths {
 public:
  /// Linear.
  UsedPaths(const Subject& subject, const GivenValues& given);

  const std::vector<UsedPath>& all() const { return all_; }
  std::span<const UsedPath> Of(std::uint32_t node) const;
  /// The actions that may write what no declaration tells: commands, programs and scripts, and jobs
  /// whose output is not among the paths. In the order of the graph.
  const std::vector<std::uint32_t>& unknown_writers() const { return unknown_writers_; }

 private:
  std::vector<UsedPath> all_;  ///< those of one action beside each other
  std::unordered_map<std::uint32_t, std::pair<std::size_t, std::size_t>> of_node_;
  std::vector<std::uint32_t> unknown_writers_;
};

/// The key of the directory that a path is in; empty if that is not known.
std::string_view ParentKey(std::string_view key);

}  // namespace hpdl::analysis

#endif  // HPDL_COMPILER_ANALYSIS_USED_PATHS_H_
