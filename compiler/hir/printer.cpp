#include "compiler/hir/printer.h"

#include <array>

#include "compiler/base/print_text.h"
#include "stdlib/core/environment.h"

namespace hpdl::hir {
namespace {

constexpr std::array<std::string_view, 7> kTypeNames = {"any",    "null",   "boolean", "long",
                                                        "double", "string", "map"};
constexpr std::array<std::string_view, 17> kOpNames = {"?",   "add", "sub", "mul", "div",  "mod",
                                                       "eq",  "ne",  "lt",  "le",  "gt",   "ge",
                                                       "and", "or",  "neg", "not", "empty"};

/// Returns the phase of a value, such as " in coord-action-start"; "" if the definition has no
/// phases.
std::string Phase(stdlib::Environment environment) {
  const bool phases = environment != stdlib::kScope && (environment & stdlib::kWorkflows) == 0;
  return phases ? " in " + std::string(stdlib::DeclOf(environment).group) : "";
}

std::string Effects(std::uint32_t effects) {
  std::string out;
  const auto add = [&](std::uint32_t bit, std::string_view name) {
    if ((effects & bit) != 0) {
      out.append(out.empty() ? " !" : "+").append(name);
    }
  };
  add(stdlib::kRunState, "run");
  add(stdlib::kWorld, "world");
  add(stdlib::kClock, "clock");
  add(stdlib::kWrite, "write");
  add(stdlib::kNote, "note");
  return out;
}

/// Returns the name of the element or attribute whose number in the declaration is `field`. If
/// there is no declaration, returns "#" and the number. If the declaration has no such number,
/// returns "?".
std::string FieldName(const stdlib::StructDecl* decl, std::uint32_t field) {
  if (decl == nullptr) {
    return "#" + std::to_string(field);
  }
  if (field < decl->elements.size()) {
    return std::string(decl->elements[field].name);
  }
  field -= static_cast<std::uint32_t>(decl->elements.size());
  return field < decl->attributes.size() ? "@" + std::string(decl->attributes[field].name) : "?";
}

std::string Constant(const Expr& expr) {
  switch (expr.type) {
    case Type::kBoolean:
      return expr.boolean ? "true" : "false";
    case Type::kLong:
      return std::to_string(expr.number);
    case Type::kDouble:
      return Number(expr.real);
    case Type::kString:
      return Quote(expr.text);
    default:
      return "null";
  }
}

}  // namespace

void Printer::Line(int depth, const std::string& text) {
  out_.append(static_cast<std::size_t>(depth) * 2, ' ').append(text).append("\n");
}

std::string Printer::Place(Range range) const {
  if (source_ == nullptr || range == Range{}) {
    return {};
  }
  const LineColumn place = source_->Locate(range.begin);
  return " @" + std::to_string(place.line) + ":" + std::to_string(place.column);
}

std::string Printer::Ref(char letter, std::uint32_t index) {
  return std::string(1, letter) + std::to_string(index);
}

std::string Printer::Named(std::string_view name, ValueId id) {
  return id.valid() ? " " + std::string(name) + "=" + Ref('v', id.index) : "";
}

void Printer::PrintParameters() {
  for (std::uint32_t i = 0; i < e_.parameters.size(); ++i) {
    const Parameter& parameter = e_.parameters[i];
    Line(0, "parameter " + Ref('p', i) + " " + parameter.name +
                (parameter.default_value ? " = " + Quote(*parameter.default_value) : "") +
                (parameter.used ? "" : " unused") + (parameter.optional ? " optional" : "") +
                Place(parameter.range));
  }
}

void Printer::PrintDefaults(const std::vector<Property>& defaults) {
  for (const Property& property : defaults) {
    Line(0, "default " + Quote(property.name) + " = " + Quote(property.value));
  }
}

void Printer::PrintTables() {
  for (std::uint32_t i = 0; i < e_.values.size(); ++i) {
    PrintValue(i);
  }
  for (std::uint32_t i = 0; i < e_.exprs.size(); ++i) {
    PrintExpr(i);
  }
}

void Printer::PrintArgs(const std::vector<Arg>& args, const stdlib::StructDecl* decl) {
  struct Open {
    std::uint32_t end;
    const stdlib::StructDecl* decl;
  };
  std::vector<Open> open = {{static_cast<std::uint32_t>(args.size()), decl}};
  for (std::uint32_t i = 0; i < args.size(); ++i) {
    while (open.size() > 1 && i >= open.back().end) {
      open.pop_back();
    }
    const Arg& arg = args[i];
    const stdlib::StructDecl* owner = open.back().decl;
    Line(
        static_cast<int>(open.size()),
        FieldName(owner, arg.field) + (arg.value.valid() ? " = " + Ref('v', arg.value.index) : ""));
    const bool nested = owner != nullptr && arg.field < owner->elements.size();
    open.push_back({arg.end, nested ? owner->elements[arg.field].type : nullptr});
  }
}

void Printer::PrintValue(std::uint32_t i) {
  const Value& value = e_.values[i];
  const std::string type(kTypeNames[static_cast<std::size_t>(value.target)]);
  Line(0, "value " + Ref('v', i) + " " + type + " " +
              (value.expr.valid() ? Ref('e', value.expr.index) + " ; " : "") + Quote(value.text) +
              Phase(value.environment) + Place(value.range));
}

std::string Printer::Head(const Expr& expr) const {
  switch (expr.kind) {
    case ExprKind::kConstant:
      return Constant(expr);
    case ExprKind::kParameter:
      return "parameter " + (expr.parameter < e_.parameters.size()
                                 ? e_.parameters[expr.parameter].name
                                 : Ref('p', expr.parameter));
    case ExprKind::kIndex:
      return "index";
    case ExprKind::kCall:
      return "call " + (expr.function != nullptr ? std::string(expr.function->name) : "?");
    case ExprKind::kUnary:
    case ExprKind::kBinary:
      return std::string(kOpNames[static_cast<std::size_t>(expr.op)]);
    case ExprKind::kConditional:
      return "if";
    case ExprKind::kConcat:
      return "concat";
  }
  return "?";
}

/// Prints the line of an expression. The line contains the ids of the operands, so a shared
/// expression is printed only once.
void Printer::PrintExpr(std::uint32_t i) {
  const Expr& expr = e_.exprs[i];
  std::string line = "expr " + Ref('e', i) + " (" + Head(expr);
  for (const ExprId operand : expr.operands) {
    line += " " + Ref('e', operand.index);
  }
  line.append(") : ").append(kTypeNames[static_cast<std::size_t>(expr.type)]);
  Line(0, line + Effects(expr.effects));
}

}  // namespace hpdl::hir
