#ifndef HPDL_COMPILER_AST_PARAMETERS_H_
#define HPDL_COMPILER_AST_PARAMETERS_H_

#include <span>
#include <vector>

#include "compiler/ast/ast.h"

namespace hpdl::ast {

/// Returns, for each entry of <parameters>, the first entry with the same name. Only first entries
/// count: if the first entry has no value, each job must give a value, even if a later entry has
/// one. So does ParameterVerifier of Oozie 5.2.1. The pointers lead into `parameters`.
std::vector<const Parameter*> FirstDeclarations(std::span<const Parameter> parameters);

/// Returns the entries of <parameters> that count and have a value.
std::vector<const Parameter*> ParameterDefaults(std::span<const Parameter> parameters);

}  // namespace hpdl::ast

#endif  // HPDL_COMPILER_AST_PARAMETERS_H_
