#ifndef HPDL_COMPILER_TRANSFORM_TRANSFORM_H_
#define HPDL_COMPILER_TRANSFORM_TRANSFORM_H_

#include "compiler/hir/hir.h"

/// hir -> hir. Neither changes what a program does; both leave a workflow that hir::Verify accepts.
namespace hpdl::transform {

/// Replaces pure expressions of constants by their values, as the functions of the runtime give
/// them, drops branches that can never be taken, and joins neighbouring constant parts of
/// templates. What would fail is left as it is, to fail when and only when it is evaluated.
void Fold(hir::Workflow& workflow);

/// Merges equal expressions and equal values, and drops those that nothing refers to. What writes
/// is evaluated once for each place and therefore never merged.
void Dedupe(hir::Workflow& workflow);

}  // namespace hpdl::transform

#endif  // HPDL_COMPILER_TRANSFORM_TRANSFORM_H_
