#include "compiler/sema/arithmetic_hints.h"

#include <cstddef>
#include <string>
#include <utility>

namespace hpdl::sema {
namespace {

/// If `expr` consists of variables that `op` joins without blanks, returns the text of the
/// expression, such as "output-dir". Otherwise returns "".
std::string JoinedNames(const WrittenExpressions& all, const ast::Expr& expr, Op op) {
  const auto is_variable = [&](ast::ExprId id) {
    return all.pool[id].kind == ast::ExprKind::kName && all.bound[id.index].constant == nullptr;
  };
  std::string name;
  const ast::Expr* rest = &expr;
  ast::ExprId first;
  while (rest->kind == ast::ExprKind::kBinary && rest->op == op && is_variable(rest->operands[1])) {
    name.insert(0, (op == Op::kDivide ? "/" : "-") + all.pool[rest->operands[1]].text);
    first = rest->operands[0];
    rest = &all.pool[first];
  }
  if (name.empty() || !is_variable(first)) {
    return {};
  }
  name.insert(0, rest->text);
  return all.source.Slice(expr.range) == name ? name : std::string();
}

std::string MinusHint(const std::string& name) {
  return name + " is read as a subtraction; write wf:conf('" + name +
         "') for the property of that name, or put blanks around '-' if a subtraction is meant";
}

/// Returns the warning for a whole `${...}` whose value becomes a text; "" if no warning is needed.
std::string ArithmeticHint(const WrittenExpressions& all, const ast::Expr& expr) {
  if (const std::string name = JoinedNames(all, expr, Op::kSubtract); !name.empty()) {
    return MinusHint(name);
  }
  const std::string path = JoinedNames(all, expr, Op::kDivide);
  return path.empty() ? path
                      : path + " is read as a division; write \\${" + path +
                            "} if a shell should expand it, or put blanks around '/' if a "
                            "division is meant";
}

/// Returns the warning that an argument such as `count-rows` is read as a subtraction. Returns ""
/// if no warning is needed.
std::string QuotesHint(const WrittenExpressions& all, const ast::Expr& call,
                       const stdlib::FunctionDecl& function, std::size_t argument) {
  const ast::Expr& operand = all.pool[call.operands[argument]];
  const std::string name = JoinedNames(all, operand, Op::kSubtract);
  const stdlib::ArgumentRole role = function.arguments[argument].role;
  if (name.empty() || role == stdlib::ArgumentRole::kValue) {
    return name.empty() ? name : MinusHint(name);
  }
  return name + " is read as a subtraction; put the name of a " +
         (role == stdlib::ArgumentRole::kNode ? "node" : "property") + " in quotes: " + call.text +
         "('" + name + "')";
}

void Warn(const WrittenExpressions& all, Range range, std::string text, Diagnostics& diagnostics) {
  if (!text.empty()) {
    diagnostics.Emit(DiagnosticKind::kReadAsArithmetic, &all.source, range, std::move(text));
  }
}

}  // namespace

void WarnOfArithmetic(const WrittenExpressions& all, const ast::Expr& whole,
                      Diagnostics& diagnostics) {
  Warn(all, whole.range, ArithmeticHint(all, whole), diagnostics);
  if (whole.kind == ast::ExprKind::kTemplate) {
    for (const ast::ExprId part : whole.operands) {
      Warn(all, all.pool[part].range, ArithmeticHint(all, all.pool[part]), diagnostics);
    }
  }
}

void WarnOfArithmeticArguments(const WrittenExpressions& all, const ast::Expr& call,
                               const stdlib::FunctionDecl& function, Diagnostics& diagnostics) {
  for (std::size_t i = 0; i < call.operands.size(); ++i) {
    Warn(all, all.pool[call.operands[i]].range, QuotesHint(all, call, function, i), diagnostics);
  }
}

}  // namespace hpdl::sema
