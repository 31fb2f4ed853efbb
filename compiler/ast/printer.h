#ifndef HPDL_COMPILER_AST_PRINTER_H_
#define HPDL_COMPILER_AST_PRINTER_H_

#include <optional>
#include <string>
#include <string_view>

#include "compiler/ast/ast.h"

namespace hpdl::ast {

/// What the texts of all definitions are printed with: lines, places, expressions.
class Printer {
 public:
  /// Both are borrowed.
  Printer(const ExprPool& exprs, const SourceBuffer& source) : exprs_(exprs), source_(source) {}

  /// A line, indented by `depth`.
  void Line(int depth, const std::string& text);
  /// " @line:column", or nothing for an empty range.
  std::string Place(Range range) const;
  /// A text in quotes, and the expressions in it.
  std::string Shown(const Template& text) const;
  std::string Shown(ExprId id) const;
  /// A line `name text`, if there is a text.
  void Optional(int depth, std::string_view name, const std::optional<Template>& text);
  void Parameters(const std::vector<Parameter>& parameters);
  /// The arguments inside one, each with those inside it.
  void Children(const Argument& argument, int depth);

  std::string Take() { return std::move(out_); }

 private:
  const ExprPool& exprs_;
  const SourceBuffer& source_;
  std::string out_;
};

}  // namespace hpdl::ast

#endif  // HPDL_COMPILER_AST_PRINTER_H_
