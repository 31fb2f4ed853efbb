#ifndef HPDL_COMPILER_TRANSFORM_TRANSFORM_H_
#define HPDL_COMPILER_TRANSFORM_TRANSFORM_H_

#include "compiler/hir/hir.h"

/// Transformations from hir to hir. They do not change what a program does, and leave a workflow
/// that hir::Verify accepts.
namespace hpdl::transform {

/// Replaces pure expressions of constants by the values that the functions of the runtime give.
/// Drops branches that no run can take. Joins neighbouring constant parts of templates. An
/// expression that would fail stays: it must fail when and only when it is evaluated.
void Fold(hir::Workflow& workflow);

/// Merges equal expressions and equal values. Drops expressions and values that nothing refers to.
/// An expression that writes to the workflow token is never merged, because it must be evaluated
/// once for each place in which it stands.
void Dedupe(hir::Workflow& workflow);

}  // namespace hpdl::transform

#endif  // HPDL_COMPILER_TRANSFORM_TRANSFORM_H_
