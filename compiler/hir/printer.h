#ifndef HPDL_COMPILER_HIR_PRINTER_H_
#define HPDL_COMPILER_HIR_PRINTER_H_

#include <string>
#include <string_view>
#include <vector>

#include "compiler/hir/hir.h"

namespace hpdl::hir {

/// Prints the parts that the text forms of all definitions have: lines, values, expressions.
class Printer {
 public:
  /// The arguments must outlive the object. If `source` is null, no line contains a place.
  Printer(const Expressions& expressions, const SourceBuffer* source)
      : e_(expressions), source_(source) {}

  /// Prints a line, indented by `depth`.
  void Line(int depth, const std::string& text);
  /// Returns " @line:column"; "" if there is no place.
  std::string Place(Range range) const;
  static std::string Ref(char letter, std::uint32_t index);
  /// Returns the name and the number of a value, for example " kind=v3". Returns "" if `id` is not
  /// valid.
  static std::string Named(std::string_view name, ValueId id);
  void PrintParameters();
  void PrintDefaults(const std::vector<Property>& defaults);
  void PrintArgs(const std::vector<Arg>& args, const stdlib::StructDecl* decl);
  /// Prints the tables of values and of expressions, with one line for each entry.
  void PrintTables();

  std::string Take() { return std::move(out_); }

 private:
  void PrintValue(std::uint32_t i);
  void PrintExpr(std::uint32_t i);
  std::string Head(const Expr& expr) const;

  const Expressions& e_;
  const SourceBuffer* source_;
  std::string out_;
};

}  // namespace hpdl::hir

#endif  // HPDL_COMPILER_HIR_PRINTER_H_
