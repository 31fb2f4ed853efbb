#ifndef HPDL_COMPILER_TRANSFORM_TRANSFORM_H_
#define HPDL_COMPILER_TRANSFORM_TRANSFORM_H_

#include "compiler/hir/hir.h"

/// Transformations from hir to hir. They do not change the behaviour of a program. hir::Verify
/// accepts the resulting workflow.
namespace hpdl::transform {

/// Replaces pure expressions of constants by their values, which the functions of the runtime
/// compute. Removes branches that no run can take. Joins neighbouring constant parts of templates.
/// An expression that would fail stays, because it must fail only when it is evaluated.
void Fold(hir::Workflow& workflow);

/// Merges equal expressions and equal values. Removes expressions and values to which nothing
/// refers. An expression that writes to the workflow token is never merged, because each occurrence
/// must be evaluated once.
void Dedupe(hir::Workflow& workflow);

}  // namespace hpdl::transform

#endif  // HPDL_COMPILER_TRANSFORM_TRANSFORM_H_
