#ifndef HPDL_COMPILER_SEMA_PARAMETERS_H_
#define HPDL_COMPILER_SEMA_PARAMETERS_H_

#include <span>

#include "compiler/ast/ast.h"
#include "compiler/hir/hir.h"
#include "compiler/sema/check.h"
#include "compiler/sema/graph.h"
#include "runtime/ground/value/reserved_names.h"

namespace hpdl::sema {

/// Adds the entries of <parameters> to the parameters of the program. Reports E0739 for an empty
/// name. Warns of a parameter that is declared twice; the first declaration applies, as in Oozie.
void DeclareParameters(std::span<const ast::Parameter> parameters, hir::Expressions& out,
                       const Reporter& reporter);

/// Reports E0738 for each parameter that has no value in the given properties and no default.
/// `undeclared` is the kind of the diagnostic for parameters that are used but not declared. Does
/// nothing if no properties were given, because the program checks the parameters when it starts.
void CheckParameterValues(const hir::Expressions& expressions, const CheckOptions& options,
                          const Reporter& reporter,
                          DiagnosticKind undeclared = DiagnosticKind::kMissingParameter);

/// Reports names that the properties of Oozie's jobs must not have (E0803): in the given
/// properties, in the defaults, and in the parameters that have a default.
void CheckPropertyNames(const hir::Expressions& expressions, const CheckOptions& options,
                        rt::ReservedBy jobs, const Reporter& reporter);

}  // namespace hpdl::sema

#endif  // HPDL_COMPILER_SEMA_PARAMETERS_H_
