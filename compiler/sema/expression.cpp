#include "compiler/sema/expression.h"

#include <optional>
#include <unordered_map>
#include <utility>

#include "compiler/diagnostics/fixes.h"
#include "compiler/hir/constants.h"
#include "compiler/hir/intern.h"
#include "compiler/sema/arithmetic_hints.h"
#include "compiler/sema/expression_parts.h"
#include "compiler/sema/failure_finder.h"
#include "compiler/sema/functions.h"
#include "compiler/sema/missing_operands.h"
#include "runtime/ground/value/coerce.h"
#include "runtime/ground/value/values.h"

namespace hpdl::sema {
namespace {

using ast::Op;
using hir::Type;

}  // namespace

struct ExpressionLowering::Impl {
  const ast::ExprPool& pool;
  const SourceBuffer& source;
  hir::Expressions& out;
  Diagnostics& diagnostics;
  hir::Interner interner;
  std::unordered_map<std::string, std::uint32_t> parameters;
  std::size_t indexed_parameters = 0;
  std::vector<Call> calls;
  std::vector<Bound> bound;
  FailureFinder judge;
  /// The value of Call::conditional for calls in the part of the expression that is being lowered.
  bool conditional = false;
  /// The environment of the part of the expression that is being lowered.
  stdlib::Environment environment = stdlib::kOozieWorkflow;
  bool unknown_fails = false;  ///< true after LetUnknownCallsFail()
  Message late;  ///< the text of WarnInsteadOfFailing(); empty: a certain failure is an error
  bool inherited = false;  ///< the value of SetInherited()

  const hir::Expr& At(hir::ExprId id) const { return out.exprs[id.index]; }

  hir::ExprId Fail(DiagnosticKind kind, Range range, Message text) {
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

  /// Returns the index of a variable in `out.parameters`, and adds the variable if it is new.
  /// Check() has already declared the variables of <parameters>.
  std::uint32_t ParameterIndex(const std::string& name, Range range) {
    for (; indexed_parameters < out.parameters.size(); ++indexed_parameters) {
      parameters.emplace(out.parameters[indexed_parameters].name,
                         static_cast<std::uint32_t>(indexed_parameters));
    }
    const auto [it, added] =
        parameters.emplace(name, static_cast<std::uint32_t>(out.parameters.size()));
    if (added) {
      out.parameters.push_back({name, std::nullopt, range});
      ++indexed_parameters;
    }
    hir::Parameter& parameter = out.parameters[it->second];
    parameter.used = true;
    parameter.optional = inherited && (added || parameter.optional);
    return it->second;
  }

  hir::ExprId LowerName(const ast::Expr& expr, Bound* known) {
    hir::Expr lowered;
    if (const stdlib::ConstantDecl* constant = FindConstant(expr.text, environment)) {
      known->constant = constant;
      lowered.type = constant->type;
      lowered.number = constant->number;
      lowered.text = constant->text;
      return Finish(expr, std::move(lowered));
    }
    if (Message why = WhyNoValue(expr.text, environment); !why.empty()) {
      if (inherited) {
        return LowerFailingCall(expr, why);
      }
      return Fail(DiagnosticKind::kElType, expr.range, std::move(why));
    }
    lowered.kind = hir::ExprKind::kParameter;
    lowered.type = Type::kString;
    lowered.effects = stdlib::kRunState;
    lowered.parameter = ParameterIndex(expr.text, expr.range);
    return Finish(expr, std::move(lowered));
  }

  /// The results of FailureFinder::mark() before the lowering of each operand.
  using Marks = std::vector<FailureFinder::Mark>;

  /// Lowers the operands in order. Returns false if an operand has an error. After an error the
  /// function continues, to find all errors.
  bool LowerOperands(const ast::Expr& expr, hir::Expr* lowered, Marks* marks) {
    bool ok = true;
    for (std::size_t i = 0; i < expr.operands.size(); ++i) {
      marks->push_back(judge.mark());
      const bool outer =
          std::exchange(conditional, conditional || MayBeMissing(pool, expr, lowered->function, i));
      const hir::ExprId id = Visit(expr.operands[i]);
      conditional = outer;
      ok = ok && id.valid();
      if (id.valid()) {
        lowered->operands.push_back(id);
        lowered->effects |= At(id).effects;
      }
    }
    return ok;
  }

  hir::ExprId Finish(const ast::Expr& expr, hir::Expr lowered, const Marks& marks = {}) {
    const hir::ExprId id = interner.Intern(std::move(lowered));
    judge.Add(id, expr, marks);
    return id;
  }

  WrittenExpressions Written() const { return {pool, bound, source}; }

  void NoteCall(const stdlib::FunctionDecl& function, const ast::Expr& expr) {
    if (inherited) {
      return;
    }
    Call call{&function, {}, expr.range, conditional};
    for (std::uint32_t i = 0; i < expr.operands.size(); ++i) {
      const ast::Expr& operand = pool[expr.operands[i]];
      if (operand.kind == ast::ExprKind::kString) {
        call.literals.push_back({i, operand.text, operand.range});
      }
    }
    calls.push_back(std::move(call));
  }

  /// Lowers a call that fails whenever it is evaluated, with `why` as the reason.
  hir::ExprId LowerFailingCall(const ast::Expr& call, const Message& why) {
    hir::Expr reason;
    reason.type = Type::kString;
    reason.text = why.str();
    hir::Expr lowered;
    lowered.kind = hir::ExprKind::kCall;
    lowered.function = &FailingFunction();
    lowered.type = lowered.function->result;
    lowered.operands = {Finish(call, std::move(reason))};
    return Finish(call, std::move(lowered));
  }

  hir::ExprId LowerCall(const ast::Expr& expr, Bound* known) {
    const Binding binding = BindFunction(expr.text, expr.operands.size(), environment);
    known->function = binding.function;
    hir::Expr lowered;
    lowered.kind = hir::ExprKind::kCall;
    lowered.function = binding.function;
    Marks marks;
    const bool ok = LowerOperands(expr, &lowered, &marks);
    const bool fails = inherited || (binding.unknown ? unknown_fails : !late.empty());
    if (binding.function == nullptr && !fails) {
      return FailCall(expr, binding);
    }
    if (!ok) {
      return {};
    }
    if (binding.function == nullptr) {
      return LowerFailingCall(expr, binding.message);
    }
    const stdlib::FunctionDecl& function = *binding.function;
    NoteCall(function, expr);
    if (!inherited) {
      WarnOfArithmeticArguments(Written(), expr, function, diagnostics);
    }
    lowered.type = function.result;
    lowered.effects |= function.effects;
    return Finish(expr, std::move(lowered), marks);
  }

  /// Lowers an expression whose only parts are its operands.
  hir::ExprId LowerComposite(const ast::Expr& expr, hir::ExprKind kind) {
    hir::Expr lowered;
    lowered.kind = kind;
    lowered.op = expr.op;
    Marks marks;
    if (!LowerOperands(expr, &lowered, &marks)) {
      return {};
    }
    lowered.type = TypeOfComposite(lowered, out);
    return Finish(expr, std::move(lowered), marks);
  }

  hir::ExprId Visit(ast::ExprId id) {
    Bound known;
    const hir::ExprId lowered = Lower(id, &known);
    known.visited = true;
    known.type = lowered.valid() ? At(lowered).type : Type::kAny;
    if (bound.size() < pool.size()) {
      bound.resize(pool.size());
    }
    bound[id.index] = known;
    return lowered;
  }

  hir::ExprId Lower(ast::ExprId id, Bound* known) {
    const ast::Expr& expr = pool[id];
    switch (expr.kind) {
      case ast::ExprKind::kError:
        return inherited ? LowerFailingCall(expr, "the text has an error in its syntax")
                         : hir::ExprId{};
      case ast::ExprKind::kName:
        return LowerName(expr, known);
      case ast::ExprKind::kIndex:
        return LowerComposite(expr, hir::ExprKind::kIndex);
      case ast::ExprKind::kCall:
        return LowerCall(expr, known);
      case ast::ExprKind::kUnary:
        return LowerComposite(expr, hir::ExprKind::kUnary);
      case ast::ExprKind::kBinary:
        return LowerComposite(expr, hir::ExprKind::kBinary);
      case ast::ExprKind::kConditional:
        return LowerComposite(expr, hir::ExprKind::kConditional);
      case ast::ExprKind::kTemplate:
        return LowerComposite(expr, hir::ExprKind::kConcat);
      default:
        return Finish(expr, LiteralOf(expr));
    }
  }

  /// Reports the failures that `judge` has found. Returns false if one of them is an error.
  bool Report() {
    if (inherited) {
      judge.Clear();
      return true;
    }
    bool is_error = false;
    for (const Failure& failure : judge.failures()) {
      const bool here = failure.certain && late.empty();
      is_error = is_error || here;
      Message text = failure.text;
      if (!failure.property.empty()) {
        text += "; the property " + Message(failure.property) + " is wf:conf('" +
                Message(failure.property) + "')";
      }
      if (!failure.certain) {
        text += "; it fails if a run reaches this part";
      } else if (!late.empty()) {
        text += "; " + late;
      }
      diagnostics.Emit(here ? DiagnosticKind::kElType : DiagnosticKind::kFailsIfReached, &source,
                       failure.range, std::move(text));
    }
    judge.Clear();
    return !is_error;
  }
};

ExpressionLowering::ExpressionLowering(const ast::ExprPool& pool, const SourceBuffer& source,
                                       hir::Expressions& out, Diagnostics& diagnostics)
    : impl_(new Impl{pool,
                     source,
                     out,
                     diagnostics,
                     hir::Interner(out),
                     {},
                     0,
                     {},
                     {},
                     FailureFinder(pool, out)}) {}

ExpressionLowering::~ExpressionLowering() = default;

Message ExpressionLowering::WarnInsteadOfFailing(Message late) {
  return std::exchange(impl_->late, std::move(late));
}

void ExpressionLowering::SetInherited(bool inherited) {
  impl_->inherited = inherited;
}

void ExpressionLowering::LetUnknownCallsFail() {
  impl_->unknown_fails = true;
}

hir::ExprId ExpressionLowering::Lower(ast::ExprId expr, stdlib::Type target,
                                      stdlib::Environment environment) {
  impl_->environment = environment;
  const hir::ExprId id = impl_->Visit(expr);
  if (id.valid()) {
    impl_->judge.CheckTarget(id, target, impl_->pool[expr].range);
  }
  return impl_->Report() ? id : hir::ExprId{};
}

hir::ValueId ExpressionLowering::LowerValue(const ast::Template& text, stdlib::Type target) {
  if (!text.expr.valid()) {
    return Constant(text.text.value, target, text.text.range);
  }
  const hir::ExprId id = Lower(text.expr, target, text.environment);
  if (!id.valid()) {
    return {};
  }
  if (target == stdlib::Type::kString && !impl_->inherited) {
    WarnOfArithmetic(impl_->Written(), impl_->pool[text.expr], impl_->diagnostics);
  }
  const hir::Expr& expr = impl_->At(id);
  if (expr.kind == hir::ExprKind::kConstant) {
    std::string constant;
    rt::AppendText(hir::ValueOf(expr), &constant);
    return Constant(constant, target, text.text.range);
  }
  return impl_->interner.Intern(
      hir::Value{id, text.text.value, target, text.text.range, text.environment});
}

hir::ValueId ExpressionLowering::LowerPrefixed(std::string_view prefix, const ast::Template& text) {
  hir::Expr whole;
  whole.kind = hir::ExprKind::kConcat;
  whole.type = Type::kString;
  std::string constant(prefix);
  if (text.expr.valid()) {
    const hir::ExprId id = Lower(text.expr, Type::kString, text.environment);
    if (!id.valid()) {
      return {};
    }
    WarnOfArithmetic(impl_->Written(), impl_->pool[text.expr], impl_->diagnostics);
    const hir::Expr& expr = impl_->At(id);
    if (expr.kind != hir::ExprKind::kConstant) {
      whole.effects = expr.effects;
      hir::Expr literal;
      literal.type = Type::kString;
      literal.text = constant;
      whole.operands = {impl_->interner.Intern(std::move(literal)), id};
      const hir::ExprId both = impl_->interner.Intern(std::move(whole));
      return impl_->interner.Intern(hir::Value{both, constant + text.text.value, Type::kString,
                                               text.text.range, text.environment});
    }
    rt::AppendText(hir::ValueOf(expr), &constant);
  } else {
    constant += text.text.value;
  }
  return Constant(constant, Type::kString, text.text.range);
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

const std::vector<Bound>& ExpressionLowering::bound() const {
  return impl_->bound;
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
