#include "compiler/sema/expression.h"

#include <optional>
#include <unordered_map>
#include <utility>

#include "compiler/diagnostics/fixes.h"
#include "compiler/hir/constants.h"
#include "compiler/hir/intern.h"
#include "compiler/hir/operators.h"
#include "compiler/sema/functions.h"
#include "runtime/value/coerce.h"
#include "runtime/value/values.h"

namespace hpdl::sema {
namespace {

using ast::Op;
using hir::Type;

/// The type of the result as far as the operands' types tell.
Type ArithmeticType(Op op, Type a, Type b) {
  if (a == Type::kDouble || b == Type::kDouble) {
    return Type::kDouble;
  }
  const bool longs = a == Type::kLong && b == Type::kLong;
  if (op == Op::kDivide) {
    return a == Type::kLong || b == Type::kLong ? Type::kDouble : Type::kAny;
  }
  const bool no_string =
      (a == Type::kLong || a == Type::kNull) && (b == Type::kLong || b == Type::kNull);
  return longs || no_string ? Type::kLong : Type::kAny;  // a String may hold either kind of number
}

bool IsArithmetic(Op op) {
  return op == Op::kAdd || op == Op::kSubtract || op == Op::kMultiply || op == Op::kDivide ||
         op == Op::kModulo;
}

bool IsNumber(Type type) {
  return type == Type::kLong || type == Type::kDouble;
}

std::string_view SymbolOf(Op op) {
  switch (op) {
    case Op::kAdd:
      return "+";
    case Op::kSubtract:
    case Op::kNegate:
      return "-";
    case Op::kMultiply:
      return "*";
    case Op::kDivide:
      return "/";
    case Op::kModulo:
      return "%";
    case Op::kEqual:
      return "==";
    case Op::kNotEqual:
      return "!=";
    case Op::kLess:
      return "<";
    case Op::kLessEqual:
      return "<=";
    case Op::kGreater:
      return ">";
    case Op::kGreaterEqual:
      return ">=";
    case Op::kAnd:
      return "and";
    case Op::kOr:
      return "or";
    case Op::kNot:
      return "not";
    default:
      return "empty";
  }
}

}  // namespace

struct ExpressionLowering::Impl {
  const ast::ExprPool& pool;
  const SourceBuffer& source;
  hir::Workflow& out;
  hir::Dialect dialect;
  Diagnostics& diagnostics;
  hir::Interner interner;
  std::unordered_map<std::string, std::uint32_t> parameters;
  std::size_t indexed_parameters = 0;
  std::vector<Call> calls;

  const hir::Expr& At(hir::ExprId id) const { return out.exprs[id.index]; }

  hir::ExprId Fail(DiagnosticKind kind, Range range, std::string text) {
    diagnostics.Emit(kind, &source, range, std::move(text));
    return {};
  }

  hir::ExprId FailCall(const ast::Expr& call, const Binding& binding) {
    if (!binding.unknown) {
      return Fail(DiagnosticKind::kWrongArity, call.range, binding.message);
    }
    Diagnostic& diagnostic = diagnostics.Emit(DiagnosticKind::kUnknownFunction, &source,
                                              call.name_range, binding.message);
    if (!binding.meant.empty() && source.Slice(call.name_range) == call.text) {
      diagnostic.fix = Rename(call.name_range, binding.meant, binding.certainly);
    }
    return {};
  }

  /// The slot of a free variable. Sema declares those of <parameters> first.
  std::uint32_t ParameterIndex(const std::string& name, Range range) {
    for (; indexed_parameters < out.parameters.size(); ++indexed_parameters) {
      parameters.emplace(out.parameters[indexed_parameters].name,
                         static_cast<std::uint32_t>(indexed_parameters));
    }
    const auto [it, added] =
        parameters.emplace(name, static_cast<std::uint32_t>(out.parameters.size()));
    if (added) {
      out.parameters.push_back({name, std::nullopt, range, true});
      ++indexed_parameters;
    }
    out.parameters[it->second].used = true;
    return it->second;
  }

  hir::ExprId LowerName(const ast::Expr& expr) {
    hir::Expr lowered;
    if (const stdlib::ConstantDecl* constant = FindConstant(expr.text, dialect)) {
      lowered.type = constant->type;
      lowered.number = constant->number;
      lowered.text = constant->text;
      return interner.Intern(std::move(lowered));
    }
    lowered.kind = hir::ExprKind::kParameter;
    lowered.type = Type::kString;
    lowered.effects = stdlib::kRunState;
    lowered.parameter = ParameterIndex(expr.text, expr.range);
    return interner.Intern(std::move(lowered));
  }

  /// Operands in order; false if any has an error. All are visited, so that all errors are found.
  bool LowerOperands(const ast::Expr& expr, hir::Expr* lowered) {
    bool ok = true;
    for (const ast::ExprId operand : expr.operands) {
      const hir::ExprId id = Visit(operand);
      ok = ok && id.valid();
      if (id.valid()) {
        lowered->operands.push_back(id);
        lowered->effects |= At(id).effects;
      }
    }
    return ok;
  }

  void NoteCall(const stdlib::FunctionDecl& function, const ast::Expr& expr) {
    Call call{&function, {}, expr.range};
    for (std::uint32_t i = 0; i < expr.operands.size(); ++i) {
      const ast::Expr& operand = pool[expr.operands[i]];
      if (operand.kind == ast::ExprKind::kString) {
        call.literals.push_back({i, operand.text, operand.range});
      }
    }
    calls.push_back(std::move(call));
  }

  hir::ExprId LowerCall(const ast::Expr& expr) {
    const Binding binding = BindFunction(expr.text, expr.operands.size(), dialect);
    hir::Expr lowered;
    lowered.kind = hir::ExprKind::kCall;
    const bool ok = LowerOperands(expr, &lowered);
    if (binding.function == nullptr) {
      return FailCall(expr, binding);
    }
    if (!ok) {
      return {};
    }
    const stdlib::FunctionDecl& function = *binding.function;
    NoteCall(function, expr);
    for (std::size_t i = 0; i < expr.operands.size(); ++i) {
      const ast::Expr& operand = pool[expr.operands[i]];
      const Type found = At(lowered.operands[i]).type;
      if (function.arguments[i].type == Type::kMap && found != Type::kMap && found != Type::kAny &&
          found != Type::kNull) {
        return Fail(
            DiagnosticKind::kElType, operand.range,
            "function " + expr.text + " takes a Map, found " + std::string(TypePhrase(found)));
      }
    }
    lowered.type = function.result;
    lowered.effects |= function.effects;
    lowered.function = &function;
    return interner.Intern(std::move(lowered));
  }

  /// Operands that no value of their type could satisfy.
  std::optional<std::string> BadOperand(Op op, Type type, Type other) const {
    const auto message = [&](std::string_view wanted) {
      return "operator " + std::string(SymbolOf(op)) + " takes " + std::string(wanted) +
             ", found " + std::string(TypePhrase(type));
    };
    if ((IsArithmetic(op) || op == Op::kNegate) && type == Type::kBoolean) {
      return message("numbers");
    }
    if ((op == Op::kAnd || op == Op::kOr || op == Op::kNot) && IsNumber(type)) {
      return message("Booleans");
    }
    const bool compares = !IsArithmetic(op) && op != Op::kAnd && op != Op::kOr;
    if (compares && type == Type::kBoolean && IsNumber(other)) {
      return "operator " + std::string(SymbolOf(op)) + " cannot compare a Boolean with a number";
    }
    return std::nullopt;
  }

  /// Evaluates an operator over constants to find out that it can only fail. The result is not
  /// used: folding is the business of transform.
  std::optional<std::string> ConstantFailure(const hir::Expr& expr) const {
    hpdl_eval eval;
    hpdl_value values[2];
    hpdl_value result;
    for (std::size_t i = 0; i < expr.operands.size(); ++i) {
      const hir::Expr& operand = At(expr.operands[i]);
      if (operand.kind != hir::ExprKind::kConstant) {
        return std::nullopt;
      }
      values[i] = hir::ValueOf(operand);
    }
    std::int32_t failed = 0;
    if (expr.kind == hir::ExprKind::kUnary) {
      failed = hir::UnaryFunctionOf(expr.op)(&eval, &values[0], &result);
    } else if (const auto function = hir::BinaryFunctionOf(expr.op); function != nullptr) {
      failed = function(&eval, &values[0], &values[1], &result);
    }
    return failed != 0 ? std::optional(eval.error) : std::nullopt;
  }

  hir::ExprId LowerOperator(const ast::Expr& expr) {
    hir::Expr lowered;
    lowered.op = expr.op;
    lowered.kind =
        expr.kind == ast::ExprKind::kUnary ? hir::ExprKind::kUnary : hir::ExprKind::kBinary;
    if (!LowerOperands(expr, &lowered)) {
      return {};
    }
    const Type a = At(lowered.operands.front()).type;
    const Type b = At(lowered.operands.back()).type;
    if (const auto bad = BadOperand(expr.op, a, b)) {
      return Fail(DiagnosticKind::kElType, pool[expr.operands.front()].range, *bad);
    }
    if (const auto bad = BadOperand(expr.op, b, a)) {
      return Fail(DiagnosticKind::kElType, pool[expr.operands.back()].range, *bad);
    }
    if (const auto failure = ConstantFailure(lowered)) {
      return Fail(DiagnosticKind::kElType, expr.range, *failure);
    }
    if (IsArithmetic(expr.op)) {
      lowered.type = ArithmeticType(expr.op, a, b);
    } else if (expr.op == Op::kNegate) {
      lowered.type = IsNumber(a) ? a : a == Type::kNull ? Type::kLong : Type::kAny;
    } else {
      lowered.type = Type::kBoolean;
    }
    return interner.Intern(std::move(lowered));
  }

  hir::ExprId LowerIndex(const ast::Expr& expr) {
    hir::Expr lowered;
    lowered.kind = hir::ExprKind::kIndex;
    if (!LowerOperands(expr, &lowered)) {
      return {};
    }
    const hir::Expr& base = At(lowered.operands[0]);
    if (base.type != Type::kMap && base.type != Type::kAny && base.type != Type::kNull) {
      std::string text = "only a Map has parts, found " + std::string(TypePhrase(base.type));
      const ast::Expr& name = pool[expr.operands[0]];
      const ast::Expr& key = pool[expr.operands[1]];
      if (name.kind == ast::ExprKind::kName && key.kind == ast::ExprKind::kString) {
        text += "; the property " + name.text + "." + key.text + " is wf:conf('" + name.text + "." +
                key.text + "')";
      }
      return Fail(DiagnosticKind::kElType, expr.range, std::move(text));
    }
    return interner.Intern(std::move(lowered));
  }

  hir::ExprId LowerConditional(const ast::Expr& expr) {
    hir::Expr lowered;
    lowered.kind = hir::ExprKind::kConditional;
    if (!LowerOperands(expr, &lowered)) {
      return {};
    }
    if (const Type condition = At(lowered.operands[0]).type;
        IsNumber(condition) || condition == Type::kMap) {
      return Fail(DiagnosticKind::kElType, pool[expr.operands[0]].range,
                  "a condition must be a Boolean, found " + std::string(TypePhrase(condition)));
    }
    const Type a = At(lowered.operands[1]).type;
    const Type b = At(lowered.operands[2]).type;
    lowered.type = a == b ? a : Type::kAny;
    return interner.Intern(std::move(lowered));
  }

  hir::ExprId LowerTemplate(const ast::Expr& expr) {
    hir::Expr lowered;
    lowered.kind = hir::ExprKind::kConcat;
    lowered.type = Type::kString;
    if (!LowerOperands(expr, &lowered)) {
      return {};
    }
    return interner.Intern(std::move(lowered));
  }

  hir::ExprId LowerLiteral(const ast::Expr& expr) {
    hir::Expr lowered;
    switch (expr.kind) {
      case ast::ExprKind::kBoolean:
        lowered.type = Type::kBoolean;
        lowered.boolean = expr.boolean;
        break;
      case ast::ExprKind::kLong:
        lowered.type = Type::kLong;
        lowered.number = expr.number;
        break;
      case ast::ExprKind::kDouble:
        lowered.type = Type::kDouble;
        lowered.real = expr.real;
        break;
      case ast::ExprKind::kString:
        lowered.type = Type::kString;
        lowered.text = expr.text;
        break;
      default:
        lowered.type = Type::kNull;
    }
    return interner.Intern(std::move(lowered));
  }

  hir::ExprId Visit(ast::ExprId id) {
    const ast::Expr& expr = pool[id];
    switch (expr.kind) {
      case ast::ExprKind::kError:
        return {};
      case ast::ExprKind::kName:
        return LowerName(expr);
      case ast::ExprKind::kIndex:
        return LowerIndex(expr);
      case ast::ExprKind::kCall:
        return LowerCall(expr);
      case ast::ExprKind::kUnary:
      case ast::ExprKind::kBinary:
        return LowerOperator(expr);
      case ast::ExprKind::kConditional:
        return LowerConditional(expr);
      case ast::ExprKind::kTemplate:
        return LowerTemplate(expr);
      default:
        return LowerLiteral(expr);
    }
  }

  /// Whether a place that wants `target` may get the value; a diagnostic if not.
  bool CheckTarget(const hir::Expr& expr, Type target, Range range) {
    std::optional<std::string> failure;
    if (expr.kind == hir::ExprKind::kConstant && target != Type::kString) {
      hpdl_eval eval;
      const hpdl_value value = hir::ValueOf(expr);
      hpdl_value result;
      if (target == Type::kBoolean && hpdl_op_to_boolean(&eval, &value, &result) != 0) {
        failure = eval.error;
      } else if (target == Type::kLong && hpdl_op_to_long(&eval, &value, &result) != 0) {
        failure = eval.error;
      }
    } else if ((target == Type::kBoolean && (IsNumber(expr.type) || expr.type == Type::kMap)) ||
               (target == Type::kLong && expr.type == Type::kBoolean)) {
      failure = "expected " + std::string(TypePhrase(target)) + ", found " +
                std::string(TypePhrase(expr.type));
    }
    if (failure) {
      Fail(DiagnosticKind::kElType, range, std::move(*failure));
    }
    return !failure;
  }
};

ExpressionLowering::ExpressionLowering(const ast::ExprPool& pool, const SourceBuffer& source,
                                       hir::Workflow& out, hir::Dialect dialect,
                                       Diagnostics& diagnostics)
    : impl_(new Impl{pool, source, out, dialect, diagnostics, hir::Interner(out), {}, 0, {}}) {}

ExpressionLowering::~ExpressionLowering() = default;

hir::ExprId ExpressionLowering::Lower(ast::ExprId expr, stdlib::Type target) {
  const hir::ExprId id = impl_->Visit(expr);
  const bool fits =
      id.valid() && impl_->CheckTarget(impl_->At(id), target, impl_->pool[expr].range);
  return fits ? id : hir::ExprId{};
}

hir::ValueId ExpressionLowering::LowerValue(const ast::Template& text, stdlib::Type target) {
  if (!text.expr.valid()) {
    return Constant(text.text.value, target, text.text.range);
  }
  const hir::ExprId id = Lower(text.expr, target);
  if (!id.valid()) {
    return {};
  }
  const hir::Expr& expr = impl_->At(id);
  if (expr.kind == hir::ExprKind::kConstant) {
    std::string constant;
    rt::AppendText(hir::ValueOf(expr), &constant);
    return Constant(constant, target, text.text.range);
  }
  return impl_->interner.Intern(hir::Value{id, text.text.value, target, text.text.range});
}

hir::ValueId ExpressionLowering::Constant(std::string_view text, stdlib::Type target, Range range) {
  hir::Value value{{}, std::string(text), target, range};
  if (target == Type::kBoolean) {
    hpdl_eval eval;
    bool boolean = false;
    if (rt::CoerceToBoolean(&eval, rt::StringValue(text), &boolean)) {
      value.text = boolean ? "true" : "false";
    }
  }
  return impl_->interner.Intern(std::move(value));
}

const std::vector<Call>& ExpressionLowering::calls() const {
  return impl_->calls;
}

const Call::Literal* Call::Node() const {
  for (const Literal& literal : literals) {
    if (function->arguments[literal.argument].role == stdlib::ArgumentRole::kNode) {
      return &literal;
    }
  }
  return nullptr;
}

const Call::Literal* Call::At(std::uint32_t argument) const {
  for (const Literal& literal : literals) {
    if (literal.argument == argument) {
      return &literal;
    }
  }
  return nullptr;
}

}  // namespace hpdl::sema
