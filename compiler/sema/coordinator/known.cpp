#include "compiler/sema/coordinator/known.h"

#include <algorithm>

#include "compiler/hir/evaluate.h"
#include "runtime/ground/value/eval.h"

namespace hpdl::sema {
namespace {

/// A job of which only the properties are known.
class SubmittedView : public rt::RunView {
 public:
  SubmittedView(const hir::Expressions& expressions,
                const std::map<std::string, std::string>& values)
      : expressions_(expressions), values_(values) {}

  std::uint32_t dialect() const override { return HPDL_DIALECT_OOZIE; }
  const rt::JobIdentity& job() const override { return identity_; }
  const std::string* Property(std::string_view name) const override {
    const auto found = values_.find(std::string(name));
    return found == values_.end() ? nullptr : &found->second;
  }
  const rt::NodeRecord* Node(std::string_view) const override { return nullptr; }
  std::optional<std::string> LastErrorNode() const override { return std::nullopt; }
  std::string_view CurrentNode() const override { return {}; }
  std::string CallbackBase() const override { return {}; }
  std::string_view ParameterName(std::uint32_t index) const override {
    return expressions_.parameters[index].name;
  }

 private:
  const hir::Expressions& expressions_;
  const std::map<std::string, std::string>& values_;
  rt::JobIdentity identity_;
};

/// Returns the name of the property that `call` reads, if the name is a literal. Otherwise returns
/// null.
const std::string* PropertyOf(const hir::Expressions& expressions, const hir::Expr& call) {
  const auto& arguments = call.function->arguments;
  if (arguments.size() != 1 || arguments[0].role != stdlib::ArgumentRole::kProperty) {
    return nullptr;
  }
  const hir::Expr& name = expressions.exprs[call.operands[0].index];
  return name.kind == hir::ExprKind::kConstant ? &name.text : nullptr;
}

}  // namespace

bool KnownTexts::IsKnowable(hir::ExprId id) const {
  const hir::Expr& expr = expressions_.exprs[id.index];
  if (expr.kind == hir::ExprKind::kParameter) {
    return values_.contains(expressions_.parameters[expr.parameter].name);
  }
  if (expr.kind == hir::ExprKind::kCall && (expr.function->effects & ~stdlib::kNote) != 0) {
    const std::string* property = PropertyOf(expressions_, expr);
    return property != nullptr && values_.contains(*property);
  }
  return std::all_of(expr.operands.begin(), expr.operands.end(),
                     [&](hir::ExprId operand) { return IsKnowable(operand); });
}

KnownText KnownTexts::Of(hir::ValueId id) const {
  KnownText known;
  if (!id.valid()) {
    return known;
  }
  const hir::Value& value = expressions_.values[id.index];
  if (!value.expr.valid()) {
    known.state = KnownText::State::kKnown;
    known.text = value.text;
    return known;
  }
  if (!IsKnowable(value.expr)) {
    return known;
  }
  const SubmittedView view(expressions_, values_);
  hpdl_eval eval;
  eval.run = &view;
  eval.notes = &known.notes;
  hpdl_value result;
  const bool done = hir::Evaluate(expressions_, value.expr, &eval, &result) == 0 &&
                    hir::Convert(value.target, &eval, &result) == 0 &&
                    hir::Convert(stdlib::Type::kString, &eval, &result) == 0;
  known.state = done ? KnownText::State::kKnown : KnownText::State::kFails;
  known.text = done ? std::string(result.as.s, result.size) : eval.error;
  return known;
}

}  // namespace hpdl::sema
