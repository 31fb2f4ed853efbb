#include <optional>
#include <string>
#include <unordered_set>

#include "compiler/analysis/analyses.h"
#include "compiler/analysis/arguments.h"
#include "compiler/hir/operators.h"
#include "compiler/secrets/secret_text.h"
#include "runtime/ground/base/utf8.h"
#include "runtime/ground/value/eval.h"
#include "runtime/ground/value/values.h"
#include "stdlib/core/text_rule.h"

namespace hpdl::analysis {
namespace {

using ast::Op;
using stdlib::TextRule;

bool IsArithmetic(Op op) {
  return op == Op::kAdd || op == Op::kSubtract || op == Op::kMultiply || op == Op::kDivide ||
         op == Op::kModulo || op == Op::kNegate;
}

class Types {
 public:
  explicit Types(Facts& facts)
      : subject_(facts.subject()), pool_(subject_.workflow.exprs), given_(facts.given()) {}

  void Check() {
    if (given_.all().empty()) {
      return;
    }
    for (std::uint32_t i = 0; i < pool_.size(); ++i) {
      CheckExpression(pool_[ast::ExprId{i}]);
    }
    for (const ast::Node& node : subject_.workflow.nodes) {
      CheckNode(node);
    }
  }

 private:
  /// Returns the given value of a name, or of a call such as wf:conf('NAME'). Returns null if the
  /// value is not known or refers to another property.
  const GivenValue* ValueOf(ast::ExprId id) const {
    const ast::Expr& expr = pool_[id];
    const GivenValue* given = nullptr;
    const sema::Bound& bound = subject_.checked.BoundTo(id);
    if (expr.kind == ast::ExprKind::kName && bound.constant == nullptr) {
      given = given_.Find(expr.text);
    } else if (bound.function != nullptr && expr.operands.size() == 1) {
      const ast::Expr& name = pool_[expr.operands[0]];
      if (name.kind == ast::ExprKind::kString &&
          bound.function->arguments[0].role == stdlib::ArgumentRole::kProperty) {
        given = given_.Find(name.text);
      }
    }
    return given == nullptr || given->value.find("${") != std::string_view::npos ? nullptr : given;
  }

  /// Returns the type that a text must fit if the text is compared with this expression. Returns
  /// kDouble if the expression may be any number, and kAny if its type is not known.
  stdlib::Type TypeOf(ast::ExprId id) const {
    const stdlib::Type type = subject_.checked.BoundTo(id).type;
    if (type != stdlib::Type::kAny) {
      return type;
    }
    if (IsArithmetic(pool_[id].op)) {
      return stdlib::Type::kDouble;
    }
    while (pool_[id].kind == ast::ExprKind::kIndex) {
      id = pool_[id].operands[0];
    }
    const stdlib::FunctionDecl* function = subject_.checked.BoundTo(id).function;
    const bool counts = function != nullptr && function->result == stdlib::Type::kMap &&
                        function->asks == stdlib::Asks::kJob;
    return counts ? stdlib::Type::kLong : stdlib::Type::kAny;
  }

  void CheckExpression(const ast::Expr& expr) {
    if (expr.kind == ast::ExprKind::kConditional) {
      CheckCondition(expr.operands[0]);
    } else if (expr.op == Op::kAnd || expr.op == Op::kOr || expr.op == Op::kNot) {
      for (const ast::ExprId operand : expr.operands) {
        CheckCondition(operand);
      }
    } else if (IsArithmetic(expr.op)) {
      for (const ast::ExprId operand : expr.operands) {
        CheckNumber(operand);
      }
    } else if (expr.kind == ast::ExprKind::kBinary) {
      CheckComparison(expr.op, expr.operands[0], expr.operands[1]);
      CheckComparison(expr.op, expr.operands[1], expr.operands[0]);
    }
  }

  /// True if `op` fails in a run. One operand is the text `value`, and the other operand is the
  /// number or Boolean `other`. The order of the operands does not change the result.
  static bool Fails(Op op, std::string_view value, const hpdl_value& other) {
    hpdl_eval eval;
    const hpdl_value text = rt::StringValue(value);
    hpdl_value result;
    return hir::BinaryFunctionOf(op)(&eval, &text, &other, &result) != 0;
  }

  void CheckNumber(ast::ExprId id) {
    const GivenValue* given = ValueOf(id);
    if (given != nullptr && Fails(Op::kAdd, given->value, rt::LongValue(1))) {
      Report(*given, "a number", pool_[id].range);
    }
  }

  void CheckComparison(Op op, ast::ExprId id, ast::ExprId other) {
    const GivenValue* given = ValueOf(id);
    const stdlib::Type type = given == nullptr ? stdlib::Type::kAny : TypeOf(other);
    if (type == stdlib::Type::kBoolean) {
      CheckCondition(id);
    } else if ((type == stdlib::Type::kLong && Fails(op, given->value, rt::LongValue(1))) ||
               (type == stdlib::Type::kDouble && Fails(op, given->value, rt::DoubleValue(0.5)))) {
      Report(*given, "a number", pool_[id].range);
    }
  }

  /// Checks a given value that is used as a condition. Every text except "true" is a false
  /// condition, but a text other than "true" and "false" is probably a mistake.
  void CheckCondition(ast::ExprId id) {
    const GivenValue* given = ValueOf(id);
    if (given != nullptr && !given->value.empty()) {
      CheckRule(*given, TextRule::kTrueOrFalse, pool_[id].range);
    }
  }

  void CheckRule(const GivenValue& given, TextRule rule, Range use) {
    const char* wanted = stdlib::Violation(rule, given.value);
    if (wanted != nullptr) {
      Report(given, rule == TextRule::kNotEmpty ? "some text" : wanted, use);
    }
  }

  /// Checks the given value of a property against `rule`, if the text is exactly one `${name}`.
  /// Does nothing for any other text.
  void CheckText(const std::optional<ast::Template>& text, TextRule rule) {
    if (!text || !text->expr.valid() || rule < TextRule::kNotEmpty) {
      return;
    }
    if (const GivenValue* given = ValueOf(text->expr)) {
      CheckRule(*given, rule, text->text.range);
    }
  }

  void CheckNode(const ast::Node& node) {
    CheckText(node.retry_max, TextRule::kTries);
    CheckText(node.retry_interval, TextRule::kInterval);
    CheckText(node.retry_policy, TextRule::kRetryPolicy);
    for (const ast::Edge& edge : node.edges) {
      if (edge.when && edge.when->expr.valid()) {
        CheckCondition(edge.when->expr);
      }
    }
    if (node.kind != nullptr) {
      ForEachArgument(node.body, BodyOf(node),
                      [&](const Declared& part) { CheckText(part.argument.text, part.rule()); });
    }
  }

  /// Reports each name only once, because a wrong value is one mistake, however often it is used.
  void Report(const GivenValue& given, std::string_view wanted, Range use) {
    if (!reported_.insert(given.name).second) {
      return;
    }
    const Message value = given.value.empty() ? "an empty value"
                          : secrets::HoldsSecret(given.name, given.value)
                              ? "a value that is not shown"
                              : "the value " + Shortened(given.value);
    const Message text = Quoted(given.name) + " has " + value + ", given by " +
                         Message(given.Origin()) + ", but its use requires " +
                         Message::Words(wanted);
    if (given.source == nullptr) {
      subject_.reporter.Emit(DiagnosticKind::kParameterType, use, text);
      return;
    }
    subject_.reporter.diagnostics
        ->Emit(DiagnosticKind::kParameterType, given.source, given.value_range, text)
        .notes.push_back(subject_.reporter.Note(use, "it is used here"));
  }

  static Message Shortened(std::string_view value) {
    constexpr std::size_t kShown = 60;
    const std::string_view shown = CutUtf8(value, kShown);
    return "'" + Message(shown) + (shown.size() < value.size() ? "...'" : "'");
  }

  const Subject& subject_;
  const ast::ExprPool& pool_;
  const GivenValues& given_;
  std::unordered_set<std::string_view> reported_;
};

}  // namespace

void CheckParameterTypes(Facts& facts) {
  Types(facts).Check();
}

}  // namespace hpdl::analysis
