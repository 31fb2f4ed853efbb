#include <cstdio>

#include "compiler/ast/ast.h"
#include "stdlib/core/common.h"

namespace hpdl::ast {
namespace {

constexpr std::string_view kNodeNames[] = {"start", "end",      "kill",  "fork",
                                           "join",  "decision", "action"};
constexpr std::string_view kOpNames[] = {"",   "+", "-",  "*",   "/",  "%", "==",  "!=",   "<",
                                         "<=", ">", ">=", "and", "or", "-", "not", "empty"};

std::string Quote(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      out += '\\';
    }
    if (c == '\n' || c == '\r' || c == '\t') {
      out += c == '\n' ? "\\n" : c == '\r' ? "\\r" : "\\t";
    } else {
      out += c;
    }
  }
  return out + "\"";
}

class Printer {
 public:
  Printer(const Workflow& workflow, const SourceBuffer* source)
      : workflow_(workflow), source_(source) {}

  std::string Run() {
    out_ = "workflow ";
    out_ += workflow_.dialect == Dialect::kHws ? "hws" : "oozie " + workflow_.schema;
    Value(workflow_.name);
    EndLine(workflow_.range);
    for (const Parameter& parameter : workflow_.parameters) {
      out_ += "parameter " + parameter.name.text +
              (parameter.value ? " = " + Quote(parameter.value->value) : " required") + "\n";
    }
    for (const Credential& credential : workflow_.credentials) {
      out_ += "credential " + credential.name.text + " " + credential.type.text + "\n";
    }
    if (workflow_.global) {
      out_ += "global\n";
      Arguments(stdlib::kGlobalDecl, *workflow_.global, 1);
    }
    for (const Node& node : workflow_.nodes) {
      PrintNode(node);
    }
    for (const Range range : workflow_.sla) {
      out_ += "sla";
      EndLine(range);
    }
    return std::move(out_);
  }

 private:
  void Indent(int depth) { out_.append(static_cast<std::size_t>(depth) * 2, ' '); }

  void EndLine(Range range) {
    if (source_ != nullptr) {
      const LineColumn at = source_->Locate(range.begin);
      out_ += " @" + std::to_string(at.line) + ":" + std::to_string(at.column);
    }
    out_ += "\n";
  }

  void PrintNode(const Node& node) {
    out_ += kNodeNames[static_cast<std::size_t>(node.type)];
    out_ += " " + node.name.text;
    if (node.type == NodeType::kAction) {
      out_ += " " + (node.kind_name.empty() ? "?" : node.kind_name);
      if (node.kind == nullptr) {
        out_ += " unknown";
      }
    }
    if (node.credentials) {
      out_ += " cred=" + node.credentials->text;
    }
    EndLine(node.range);
    Setting("message", node.message);
    Setting("retry-max", node.retry_max);
    Setting("retry-interval", node.retry_interval);
    Setting("retry-policy", node.retry_policy);
    if (node.kind != nullptr) {
      Arguments(*node.kind->decl->shapes[node.shape].body, node.body, 1);
    }
    for (const Edge& edge : node.edges) {
      PrintEdge(edge);
    }
  }

  void Setting(std::string_view name, const std::optional<Template>& value) {
    if (value) {
      out_.append("  ").append(name);
      Value(*value);
      out_ += "\n";
    }
  }

  void PrintEdge(const Edge& edge) {
    out_ += "  ";
    if (!edge.name.text.empty()) {
      out_ += edge.name.text + " ";
    }
    out_ += "-> " + edge.to.text;
    if (edge.when) {
      out_ += " when";
      Value(*edge.when);
    }
    out_ += "\n";
  }

  void Arguments(const stdlib::StructDecl& decl, const Argument& parent, int depth) {
    for (const Argument& child : parent.children) {
      const std::size_t elements = decl.elements.size();
      Indent(depth);
      if (child.field < elements) {
        out_ += decl.elements[child.field].name;
      } else {
        out_.append("@").append(decl.attributes[child.field - elements].name);
      }
      if (child.text) {
        Value(*child.text);
      }
      out_ += "\n";
      if (child.field < elements && decl.elements[child.field].type != nullptr) {
        Arguments(*decl.elements[child.field].type, child, depth + 1);
      }
    }
  }

  void Value(const Template& value) {
    out_ += " ";
    if (value.expr.valid()) {
      Expression(value.expr);
    } else {
      out_ += Quote(value.text.value);
    }
  }

  void Expression(ExprId id) {
    const Expr& expr = workflow_.exprs[id];
    switch (expr.kind) {
      case ExprKind::kError:
        out_ += "(error)";
        return;
      case ExprKind::kNull:
        out_ += "null";
        return;
      case ExprKind::kBoolean:
        out_ += expr.boolean ? "true" : "false";
        return;
      case ExprKind::kLong:
        out_ += std::to_string(expr.number);
        return;
      case ExprKind::kDouble: {
        char text[40];
        std::snprintf(text, sizeof text, "%.17g", expr.real);
        out_ += text;
        return;
      }
      case ExprKind::kString:
        out_ += Quote(expr.text);
        return;
      case ExprKind::kName:
        out_ += expr.text;
        return;
      case ExprKind::kIndex:
        return Operands("index", expr);
      case ExprKind::kCall:
        return Operands("call " + expr.text, expr);
      case ExprKind::kUnary:
      case ExprKind::kBinary:
        return Operands(kOpNames[static_cast<std::size_t>(expr.op)], expr);
      case ExprKind::kConditional:
        return Operands("if", expr);
      case ExprKind::kTemplate:
        return Operands("template", expr);
    }
  }

  void Operands(std::string_view head, const Expr& expr) {
    out_.append("(").append(head);
    for (const ExprId operand : expr.operands) {
      out_ += " ";
      Expression(operand);
    }
    out_ += ")";
  }

  const Workflow& workflow_;
  const SourceBuffer* source_;
  std::string out_;
};

}  // namespace

std::string Print(const Workflow& workflow, const SourceBuffer* source) {
  return Printer(workflow, source).Run();
}

}  // namespace hpdl::ast
