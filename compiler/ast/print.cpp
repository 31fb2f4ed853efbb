#include "compiler/ast/print.h"

#include <array>
#include <string_view>

#include "compiler/base/print_text.h"

namespace hpdl::ast {
namespace {

constexpr std::array<std::string_view, 7> kNodeNames = {"start", "end",      "kill",  "fork",
                                                        "join",  "decision", "action"};
constexpr std::array<std::string_view, 17> kOpNames = {
    "?",  "+", "-",  "*",  "/",  "%",   "==", "!=",   "<",
    "<=", ">", ">=", "&&", "||", "neg", "!",  "empty"};

class Printer {
 public:
  Printer(const Workflow& workflow, const SourceBuffer& source)
      : workflow_(workflow), source_(source) {}

  std::string Run() {
    const bool hws = workflow_.dialect == Dialect::kHws;
    Line(0, std::string("workflow ") + (hws ? "hws" : "oozie") + " " + Quote(workflow_.schema) +
                " name=" + Shown(workflow_.name) + Place(workflow_.range));
    for (const Parameter& parameter : workflow_.parameters) {
      Line(1, "parameter " + parameter.name.text +
                  (parameter.value ? " = " + Quote(parameter.value->value) : "") +
                  Place(parameter.name.range));
    }
    for (const Credential& credential : workflow_.credentials) {
      Line(1, "credential " + credential.name.text + " " + credential.type.text +
                  Place(credential.range));
    }
    if (workflow_.global) {
      Line(1, "global" + Place(workflow_.global->range));
      Children(*workflow_.global, 2);
    }
    for (const Sla& sla : workflow_.sla) {
      Line(1, "sla" + Place(sla.tag));
    }
    for (const Node& node : workflow_.nodes) {
      PrintNode(node);
    }
    return std::move(out_);
  }

 private:
  void Line(int depth, const std::string& text) {
    out_.append(static_cast<std::size_t>(depth) * 2, ' ').append(text).append("\n");
  }

  std::string Place(Range range) const {
    if (range == Range{}) {
      return {};
    }
    const LineColumn at = source_.Locate(range.begin);
    return " @" + std::to_string(at.line) + ":" + std::to_string(at.column);
  }

  std::string Shown(const Template& text) const {
    return Quote(text.text.value) + (text.expr.valid() ? " " + Shown(text.expr) : "");
  }

  std::string Shown(ExprId id) const {
    const Expr& expr = workflow_.exprs[id];
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

  void PrintNode(const Node& node) {
    std::string head(kNodeNames[static_cast<std::size_t>(node.type)]);
    head += " " + node.name.text;
    if (node.type == NodeType::kAction) {
      head += " " + node.kind_name + (node.kind == nullptr ? " <unknown>" : "");
    }
    if (node.credentials) {
      head += " cred=" + Quote(node.credentials->text);
    }
    Line(1, head + Place(node.range));
    const auto optional = [&](const char* name, const std::optional<Template>& text) {
      if (text) {
        Line(2, std::string(name) + " " + Shown(*text));
      }
    };
    optional("retry-max", node.retry_max);
    optional("retry-interval", node.retry_interval);
    optional("retry-policy", node.retry_policy);
    optional("message", node.message);
    Children(node.body, 2);
    for (const Edge& edge : node.edges) {
      Line(2, "-> " + edge.to.text + (edge.name.text.empty() ? "" : " as " + edge.name.text) +
                  (edge.when ? " when " + Shown(*edge.when) : "") + Place(edge.range));
    }
  }

  void Children(const Argument& argument, int depth) {
    for (const Argument& child : argument.children) {
      Line(depth, "arg " + std::to_string(child.field) +
                      (child.text ? " " + Shown(*child.text) : "") + Place(child.range));
      Children(child, depth + 1);
    }
  }

  const Workflow& workflow_;
  const SourceBuffer& source_;
  std::string out_;
};

}  // namespace

std::string Print(const Workflow& workflow, const SourceBuffer& source) {
  return Printer(workflow, source).Run();
}

}  // namespace hpdl::ast
