#ifndef HPDL_COMPILER_AST_PRINT_H_
#define HPDL_COMPILER_AST_PRINT_H_

#include <string>

#include "compiler/ast/ast.h"
#include "compiler/ast/bundle.h"
#include "compiler/ast/coordinator.h"
#include "compiler/base/source.h"

namespace hpdl::ast {

/// Returns the stable text form of `hpdlc emit --ast`: one line for each construct, with children
/// indented and places as @line:column. An expression follows its text in parentheses, with the
/// operator first.
std::string Print(const Workflow& workflow, const SourceBuffer& source);
std::string Print(const Coordinator& coordinator, const SourceBuffer& source);
std::string Print(const Bundle& bundle, const SourceBuffer& source);

}  // namespace hpdl::ast

#endif  // HPDL_COMPILER_AST_PRINT_H_
