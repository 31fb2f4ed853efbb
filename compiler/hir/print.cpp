#include <array>

#include "compiler/base/print_text.h"
#include "compiler/hir/hir.h"
#include "stdlib/core/common.h"

namespace hpdl::hir {
namespace {

constexpr std::array<std::string_view, 7> kTypeNames = {"any",    "null",   "boolean", "long",
                                                        "double", "string", "map"};
constexpr std::array<std::string_view, 7> kNodeNames = {"start", "end",      "kill",  "fork",
                                                        "join",  "decision", "action"};
constexpr std::array<std::string_view, 17> kOpNames = {"?",   "add", "sub", "mul", "div",  "mod",
                                                       "eq",  "ne",  "lt",  "le",  "gt",   "ge",
                                                       "and", "or",  "neg", "not", "empty"};

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

class Printer {
 public:
  explicit Printer(const Workflow& workflow) : w_(workflow) {}

  std::string Run() {
    PrintHead();
    for (std::uint32_t i = 0; i < w_.parameters.size(); ++i) {
      PrintParameter(i);
    }
    for (const Property& property : w_.defaults) {
      Line(0, "default " + Quote(property.name) + " = " + Quote(property.value));
    }
    if (!w_.global_args.empty()) {
      Line(0, "global");
      PrintArgs(w_.global_args, &stdlib::Global::Decl());
    }
    for (std::uint32_t i = 0; i < w_.nodes.size(); ++i) {
      PrintNode(i);
    }
    for (std::uint32_t i = 0; i < w_.values.size(); ++i) {
      PrintValue(i);
    }
    for (std::uint32_t i = 0; i < w_.exprs.size(); ++i) {
      PrintExpr(i);
    }
    for (const File& file : w_.files) {
      Line(0, "file " + Quote(file.path) + " " + std::to_string(file.size));
    }
    return std::move(out_);
  }

 private:
  void Line(int depth, const std::string& text) {
    out_.append(static_cast<std::size_t>(depth) * 2, ' ').append(text).append("\n");
  }

  /// `@line:column`, if there is a place.
  std::string Place(Range range) const {
    if (w_.source == nullptr || range == Range{}) {
      return {};
    }
    const LineColumn place = w_.source->Locate(range.begin);
    return " @" + std::to_string(place.line) + ":" + std::to_string(place.column);
  }

  static std::string Ref(char letter, std::uint32_t index) {
    return std::string(1, letter) + std::to_string(index);
  }

  void PrintHead() {
    std::string head = w_.dialect == Dialect::kHws ? "workflow hws" : "workflow oozie";
    if (!w_.schema.empty()) {
      head += " " + Quote(w_.schema);
    }
    if (w_.name.valid()) {
      head += " name=" + Ref('v', w_.name.index);
    }
    if (w_.start.valid()) {
      head += " start=" + Ref('n', w_.start.index);
    }
    if (!w_.app_path.empty()) {
      head += " app-path=" + Quote(w_.app_path);
    }
    Line(0, head + (w_.unpaired_joins ? " unpaired-joins" : ""));
  }

  void PrintParameter(std::uint32_t i) {
    const Parameter& parameter = w_.parameters[i];
    Line(0, "parameter " + Ref('p', i) + " " + parameter.name +
                (parameter.default_value ? " = " + Quote(*parameter.default_value) : "") +
                (parameter.used ? "" : " unused") + Place(parameter.range));
  }

  void PrintNode(std::uint32_t i) {
    const Node& node = w_.nodes[i];
    std::string head(kNodeNames[static_cast<std::size_t>(node.type)]);
    head += " " + Ref('n', i) + " " + node.name;
    if (node.kind != nullptr) {
      head.append(" ").append(node.kind->decl->name).append("/").append(std::to_string(node.shape));
    }
    const auto value = [&](std::string_view name, ValueId id) {
      if (id.valid()) {
        head.append(" ").append(name).append("=").append(Ref('v', id.index));
      }
    };
    value("message", node.message);
    value("retry-max", node.retry_max);
    value("retry-interval", node.retry_interval);
    value("retry-policy", node.retry_policy);
    if (!node.credentials.empty()) {
      head += " cred=" + Quote(node.credentials);
    }
    Line(0, head + Place(node.range));
    PrintArgs(node.args, node.kind != nullptr ? node.kind->decl->shapes[node.shape].body : nullptr);
    for (const Edge& edge : node.edges) {
      Line(1, "-> " + (edge.target.valid() ? Ref('n', edge.target.index) : "?") + " " +
                  Quote(edge.name) +
                  (edge.when.valid() ? " when " + Ref('v', edge.when.index) : ""));
    }
  }

  /// The name of the element or attribute behind a field, as far as the declaration says it.
  static std::string FieldName(const stdlib::StructDecl* decl, std::uint32_t field) {
    if (decl == nullptr) {
      return "#" + std::to_string(field);
    }
    if (field < decl->elements.size()) {
      return std::string(decl->elements[field].name);
    }
    field -= static_cast<std::uint32_t>(decl->elements.size());
    return field < decl->attributes.size() ? "@" + std::string(decl->attributes[field].name) : "?";
  }

  void PrintArgs(const std::vector<Arg>& args, const stdlib::StructDecl* decl) {
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
      Line(static_cast<int>(open.size()),
           FieldName(owner, arg.field) +
               (arg.value.valid() ? " = " + Ref('v', arg.value.index) : ""));
      const bool nested = owner != nullptr && arg.field < owner->elements.size();
      open.push_back({arg.end, nested ? owner->elements[arg.field].type : nullptr});
    }
  }

  void PrintValue(std::uint32_t i) {
    const Value& value = w_.values[i];
    const std::string type(kTypeNames[static_cast<std::size_t>(value.target)]);
    Line(0, "value " + Ref('v', i) + " " + type + " " +
                (value.expr.valid() ? Ref('e', value.expr.index) + " ; " : "") + Quote(value.text) +
                Place(value.range));
  }

  std::string Head(const Expr& expr) const {
    switch (expr.kind) {
      case ExprKind::kConstant:
        return Constant(expr);
      case ExprKind::kParameter:
        return "parameter " + (expr.parameter < w_.parameters.size()
                                   ? w_.parameters[expr.parameter].name
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

  static std::string Constant(const Expr& expr) {
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

  /// A line for each distinct expression; operands are named, so shared ones are written once and
  /// the text grows with the table only.
  void PrintExpr(std::uint32_t i) {
    const Expr& expr = w_.exprs[i];
    std::string line = "expr " + Ref('e', i) + " (" + Head(expr);
    for (const ExprId operand : expr.operands) {
      line += " " + Ref('e', operand.index);
    }
    line.append(") : ").append(kTypeNames[static_cast<std::size_t>(expr.type)]);
    Line(0, line + Effects(expr.effects));
  }

  const Workflow& w_;
  std::string out_;
};

}  // namespace

std::string Print(const Workflow& workflow) {
  return Printer(workflow).Run();
}

}  // namespace hpdl::hir
