#ifndef HPDL_COMPILER_SEMA_ACTION_CHECKS_H_
#define HPDL_COMPILER_SEMA_ACTION_CHECKS_H_

#include "compiler/ast/ast.h"
#include "compiler/hir/hir.h"
#include "compiler/sema/graph.h"

/// Checks for actions of every kind.
namespace hpdl::sema {

/// Calls CheckCredentials(), and warns of configurations that set the user of an action.
void CheckActions(const ast::Workflow& workflow, const Reporter& reporter);

/// Reports a retry-max or retry-interval whose expression can never give a number (ElType). Warns
/// of a retry-policy whose expression can never give the name of a policy (UnknownWord).
void CheckRetryTypes(const hir::Workflow& workflow, const Reporter& reporter);

}  // namespace hpdl::sema

#endif  // HPDL_COMPILER_SEMA_ACTION_CHECKS_H_
