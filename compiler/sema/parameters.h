#ifndef HPDL_COMPILER_SEMA_PARAMETERS_H_
#define HPDL_COMPILER_SEMA_PARAMETERS_H_

#include <span>

#include "compiler/ast/ast.h"
#include "compiler/hir/hir.h"
#include "compiler/sema/check.h"
#include "compiler/sema/graph.h"

namespace hpdl::sema {

/// Entries of <parameters> become parameters of the program: E0739 for an empty name, a warning for
/// one that is declared twice (the first counts, as in Oozie).
void DeclareParameters(std::span<const ast::Parameter> parameters, hir::Expressions& out,
                       const Reporter& reporter);

/// E0738 for each parameter, declared or used, that neither the given properties nor a default has.
/// `undeclared` is the kind for those that are only used. Does nothing if no properties were given:
/// the program will ask for them when it starts.
void CheckParameterValues(const hir::Expressions& expressions, const CheckOptions& options,
                          const Reporter& reporter,
                          DiagnosticKind undeclared = DiagnosticKind::kMissingParameter);

}  // namespace hpdl::sema

#endif  // HPDL_COMPILER_SEMA_PARAMETERS_H_
