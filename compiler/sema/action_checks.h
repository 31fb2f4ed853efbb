#ifndef HPDL_COMPILER_SEMA_ACTION_CHECKS_H_
#define HPDL_COMPILER_SEMA_ACTION_CHECKS_H_

#include "compiler/ast/ast.h"
#include "compiler/hir/hir.h"
#include "compiler/sema/graph.h"

/// What is suspicious about actions, of whatever kind they are.
namespace hpdl::sema {

/// CheckCredentials(), and warns of configurations that set the action's user.
void CheckActions(const ast::Workflow& workflow, const Reporter& reporter);

/// Reports retry-max and retry-interval whose expressions can never give a number (ElType), and
/// warns of a retry-policy that can never be a word (UnknownWord).
void CheckRetryTypes(const hir::Workflow& workflow, const Reporter& reporter);

}  // namespace hpdl::sema

#endif  // HPDL_COMPILER_SEMA_ACTION_CHECKS_H_
