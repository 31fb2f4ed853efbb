#ifndef HPDL_COMPILER_AST_PRINTER_H_
#define HPDL_COMPILER_AST_PRINTER_H_

#include <optional>
#include <string>
#include <string_view>

#include "compiler/ast/ast.h"

namespace hpdl::ast {

/// Prints what the text forms of all definitions have in common: lines, places, expressions.
class Printer {
 public:
  /// Both arguments must outlive the object.
  Printer(const ExprPool& exprs, const SourceBuffer& source) : exprs_(exprs), source_(source) {}

  /// Prints a line, indented by `depth`.
  void Line(int depth, const std::string& text);
  /// Returns " @line:column", or "" if the range is Range{}.
  std::string Place(Range range) const;
  /// Returns the text in quotes, followed by its expression if it has one.
  std::string Shown(const Template& text) const;
  std::string Shown(ExprId id) const;
  /// Prints a line `name text` if there is a text.
  void Optional(int depth, std::string_view name, const std::optional<Template>& text);
  void Parameters(const std::vector<Parameter>& parameters);
  /// Prints the arguments inside `argument`, each with the arguments inside it.
  void Children(const Argument& argument, int depth);

  std::string Take() { return std::move(out_); }

 private:
  const ExprPool& exprs_;
  const SourceBuffer& source_;
  std::string out_;
};

}  // namespace hpdl::ast

#endif  // HPDL_COMPILER_AST_PRINTER_H_
