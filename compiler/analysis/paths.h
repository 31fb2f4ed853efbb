#ifndef HPDL_COMPILER_ANALYSIS_PATHS_H_
#define HPDL_COMPILER_ANALYSIS_PATHS_H_

#include <cstddef>

#include "compiler/analysis/facts.h"

/// The two halves of CheckPaths.
namespace hpdl::analysis {

/// Of what lies above a path no more is looked at: a path this deep is hardly meant.
constexpr std::size_t kMaxAncestors = 64;

/// ParallelPaths: one branch of a fork changes a path that another one uses. O(n log n) for n uses,
/// times the depth of their paths.
void CheckParallelPaths(Facts& facts);

/// PrepareDeletesInput: <prepare> deletes what its own action reads, or a later one that finds
/// nothing there. Silent where a program might have written it in between, and for paths of more
/// than kMaxAncestors levels.
void CheckPreparedInput(Facts& facts);

}  // namespace hpdl::analysis

#endif  // HPDL_COMPILER_ANALYSIS_PATHS_H_
