#ifndef HPDL_COMPILER_ANALYSIS_USED_PATHS_H_
#define HPDL_COMPILER_ANALYSIS_USED_PATHS_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/analysis/analyze.h"

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
  std::string text;  ///< as written
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

/// All paths that the declarations of the reachable actions speak of (stdlib::PathUse), actions in
/// the order of the graph; properties of <global> are those of each action that takes them. Left
/// out is what cannot be compared: patterns that are neither read nor `/*` after what is deleted,
/// paths that look at the clock or the world, and those of the application itself. Linear.
std::vector<UsedPath> FindUsedPaths(const Subject& subject);

/// The actions that may write what no declaration tells: commands, programs and scripts, and jobs
/// whose output is not among `paths`. In the order of the graph.
std::vector<std::uint32_t> FindUnknownWriters(const Subject& subject,
                                              const std::vector<UsedPath>& paths);

/// The key of the directory that a path is in; empty if that is not known.
std::string_view ParentKey(std::string_view key);

}  // namespace hpdl::analysis

#endif  // HPDL_COMPILER_ANALYSIS_USED_PATHS_H_
