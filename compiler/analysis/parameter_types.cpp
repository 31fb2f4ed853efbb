#include <optional>
#include <string>
#include <unordered_set>

#include "compiler/analysis/analyses.h"
#include "compiler/analysis/arguments.h"
#include "compiler/hir/operators.h"
#include "compiler/secrets/secret_text.h"
#include "runtime/value/eval.h"
#include "runtime/value/values.h"
#include "stdlib/core/text_rule.h"

namespace hpdl::analysis {
namespace {

using ast::ExprKind;
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
  /// The value of a name, or of wf:conf of a literal, if it is known and names no other.
  const GivenValue* ValueOf(ast::ExprId id) const {
    const ast::Expr& expr = pool_[id];
    const GivenValue* given = nullptr;
    const sema::Bound& bound = subject_.checked.BoundTo(id);
    if (expr.kind == ExprKind::kName && bound.constant == nullptr) {
      given = given_.Find(expr.text);
    } else if (bound.function != nullptr && expr.operands.size() == 1) {
      const ast::Expr& name = pool_[expr.operands[0]];
      if (name.kind == ExprKind::kString &&
          bound.function->arguments[0].role == stdlib::ArgumentRole::kProperty) {
        given = given_.Find(name.text);
      }
    }
    return given == nullptr || given->value.find("${") != std::string_view::npos ? nullptr : given;
  }

  /// What the result of an expression may be, as far as that can be told; otherwise nothing.
  enum Kinds : std::uint8_t { kNothing = 0, kLong = 1, kDouble = 2, kNumber = 3, kBoolean = 4 };

  static Kinds KindOf(stdlib::Type type) {
    return type == stdlib::Type::kLong      ? kLong
           : type == stdlib::Type::kDouble  ? kDouble
           : type == stdlib::Type::kBoolean ? kBoolean
                                            : kNothing;
  }

  /// Two texts are compared as such, so nothing is said of a text.
  Kinds KindsOf(ast::ExprId id) const {
    const ast::Expr& expr = pool_[id];
    const sema::Bound& bound = subject_.checked.BoundTo(id);
    switch (expr.kind) {
      case ExprKind::kBoolean:
        return kBoolean;
      case ExprKind::kLong:
        return kLong;
      case ExprKind::kDouble:
        return kDouble;
      case ExprKind::kName:
      case ExprKind::kCall:
        return KindOf(bound.type);
      case ExprKind::kIndex:
        return IsCounter(expr) ? kLong : kNothing;
      case ExprKind::kUnary:
      case ExprKind::kBinary:
        return IsArithmetic(expr.op) ? ArithmeticKinds(expr) : kBoolean;
      case ExprKind::kConditional: {
        const Kinds one = KindsOf(expr.operands[1]);
        return one == KindsOf(expr.operands[2]) ? one : kNothing;
      }
      default:
        return kNothing;
    }
  }

  /// A text among the operands may hold either kind of number.
  Kinds ArithmeticKinds(const ast::Expr& expr) const {
    const Kinds a = KindsOf(expr.operands.front());
    const Kinds b = expr.operands.size() == 1 ? a : KindsOf(expr.operands.back());
    if (a == kDouble || b == kDouble) {
      return kDouble;
    }
    if (expr.op == Op::kDivide) {
      return a == kLong || b == kLong ? kDouble : kNumber;
    }
    return a == kLong && b == kLong ? kLong : kNumber;
  }

  /// Group and name of what a job has counted.
  bool IsCounter(const ast::Expr& expr) const {
    const ast::Expr& group = pool_[expr.operands[0]];
    if (group.kind != ExprKind::kIndex || pool_[group.operands[0]].kind != ExprKind::kCall) {
      return false;
    }
    const sema::Bound& bound = subject_.checked.BoundTo(group.operands[0]);
    return bound.function != nullptr && bound.function->result == stdlib::Type::kMap &&
           bound.function->asks == stdlib::Asks::kJob;
  }

  void CheckExpression(const ast::Expr& expr) {
    switch (expr.kind) {
      case ExprKind::kConditional:
        CheckCondition(expr.operands[0]);
        break;
      case ExprKind::kUnary:
      case ExprKind::kBinary:
        if (expr.op == Op::kAnd || expr.op == Op::kOr || expr.op == Op::kNot) {
          for (const ast::ExprId operand : expr.operands) {
            CheckCondition(operand);
          }
        } else if (IsArithmetic(expr.op)) {
          for (const ast::ExprId operand : expr.operands) {
            CheckNumber(operand);
          }
        } else if (expr.kind == ExprKind::kBinary) {
          CheckComparison(expr.op, expr.operands[0], expr.operands[1]);
          CheckComparison(expr.op, expr.operands[1], expr.operands[0]);
        }
        break;
      default:
        break;
    }
  }

  /// Evaluates `op` as a run would, with a number or Boolean on the other side. Which side is which
  /// makes no difference to whether it fails.
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
    const Kinds kinds = given == nullptr ? kNothing : KindsOf(other);
    if (kinds == kBoolean) {
      CheckCondition(id);
    } else if (kinds != kNothing &&
               (kinds == kDouble || Fails(op, given->value, rt::LongValue(1))) &&
               (kinds == kLong || Fails(op, given->value, rt::DoubleValue(0.5)))) {
      Report(*given, "a number", pool_[id].range);
    }
  }

  /// Any text can be a condition; what is not true is false, and rarely meant to be.
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

  /// A text that is exactly one `${name}`.
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

  /// Once for each name: one value is one mistake, however often it is used.
  void Report(const GivenValue& given, std::string_view wanted, Range use) {
    if (!reported_.insert(given.name).second) {
      return;
    }
    const std::string name(given.name);
    const Message value = given.value.empty() ? "nothing"
                          : IsSecret(given)   ? "a value that is not shown"
                                              : Quoted(given.value);
    const Message text = hpdl::Quoted(name) + " has " + value + ", given by " +
                         Message(given.Origin()) + ", where its use wants " +
                         Message::Words(wanted);
    if (given.source == nullptr) {
      subject_.reporter.Emit(DiagnosticKind::kParameterType, use, text);
      return;
    }
    subject_.reporter.diagnostics
        ->Emit(DiagnosticKind::kParameterType, given.source, given.value_range, text)
        .notes.push_back(subject_.reporter.Note(use, "it is used here"));
  }

  static bool IsSecret(const GivenValue& given) {
    return secrets::HoldsSecret(given.name, given.value);
  }

  static Message Quoted(std::string_view value) {
    constexpr std::size_t kShown = 60;
    std::size_t end = std::min(value.size(), kShown);
    while (end > 0 && end < value.size() && (value[end] & 0xC0) == 0x80) {
      --end;  // not in the middle of a character
    }
    return "the value '" + Message(value.substr(0, end)) + (end < value.size() ? "...'" : "'");
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
