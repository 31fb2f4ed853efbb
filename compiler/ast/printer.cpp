#include "compiler/ast/printer.h"

#include <array>

#include "compiler/base/print_text.h"

namespace hpdl::ast {
namespace {

constexpr std::array<std::string_view, 17> kOpNames = {
    "?",  "+", "-",  "*",  "/",  "%",   "==", "!=",   "<",
    "<=", ">", ">=", "&&", "||", "neg", "!",  "empty"};

}  // namespace

void Printer::Line(int depth, const std::string& text) {
  out_.append(static_cast<std::size_t>(depth) * 2, ' ').append(text).append("\n");
}

std::string Printer::Place(Range range) const {
  if (range == Range{}) {
    return {};
  }
  const LineColumn at = source_.Locate(range.begin);
  return " @" + std::to_string(at.line) + ":" + std::to_string(at.column);
}

std::string Printer::Shown(const Template& text) const {
  return Quote(text.text.value) + (text.expr.valid() ? " " + Shown(text.expr) : "");
}

std::string Printer::Shown(ExprId id) const {
  const Expr& expr = exprs_[id];
  std::string head;
  switch (expr.kind) {
    case ExprKind::kError:
      return "<error>";
    case ExprKind::kNull:
      return "null";
    case ExprKind::kBoolean:
      return expr.boolean ? "true" : "false";
    case ExprKind::kLong:
      return std::to_string(expr.number);
    case ExprKind::kDouble:
      return Number(expr.real);
    case ExprKind::kString:
      return Quote(expr.text);
    case ExprKind::kName:
      return expr.text;
    case ExprKind::kIndex:
      head = "index";
      break;
    case ExprKind::kCall:
      head = expr.text;
      break;
    case ExprKind::kUnary:
    case ExprKind::kBinary:
      head = kOpNames[static_cast<std::size_t>(expr.op)];
      break;
    case ExprKind::kConditional:
      head = "if";
      break;
    case ExprKind::kTemplate:
      head = "concat";
      break;
  }
  std::string text = "(" + head;
  for (const ExprId operand : expr.operands) {
    text += " " + Shown(operand);
  }
  return text + ")";
}

void Printer::Children(const Argument& argument, int depth) {
  for (const Argument& child : argument.children) {
    Line(depth, "arg " + std::to_string(child.field) +
                    (child.text ? " " + Shown(*child.text) : "") + Place(child.range));
    Children(child, depth + 1);
  }
}

void Printer::Optional(int depth, std::string_view name, const std::optional<Template>& text) {
  if (text) {
    Line(depth, std::string(name) + " " + Shown(*text));
  }
}

void Printer::Parameters(const std::vector<Parameter>& parameters) {
  for (const Parameter& parameter : parameters) {
    Line(1, "parameter " + parameter.name.text +
                (parameter.value ? " = " + Quote(parameter.value->value) : "") +
                Place(parameter.name.range));
  }
}

}  // namespace hpdl::ast
