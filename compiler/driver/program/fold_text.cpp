#include "compiler/driver/program/fold_text.h"

#include <algorithm>

#include "compiler/hir/evaluate.h"
#include "runtime/ground/config/config.h"

namespace hpdl::driver {
namespace {

/// A job of which only the properties and the application's path are known. The view records
/// whether an expression needs any other fact about the job.
class KnownView : public rt::RunView {
 public:
  KnownView(const hir::Workflow& workflow, const rt::Properties& properties,
            const std::string& app_path)
      : workflow_(workflow), properties_(properties) {
    identity_.app_path = app_path;
  }

  bool asked_for_more() const { return asked_for_more_; }

  std::uint32_t dialect() const override {
    return workflow_.dialect == hir::Dialect::kHws ? HPDL_DIALECT_HWS : HPDL_DIALECT_OOZIE;
  }
  const rt::JobIdentity& job() const override { return identity_; }
  const std::string* Property(std::string_view name) const override {
    const auto found = properties_.find(name);
    if (found == properties_.end()) {
      asked_for_more_ = true;
      return nullptr;
    }
    rt::Result<std::string> text = rt::ExpandProperty(name, properties_);
    if (!text.ok() || text->find("${") != std::string::npos) {
      asked_for_more_ = true;
      return nullptr;
    }
    return &expanded_.insert_or_assign(found->first, std::move(*text)).first->second;
  }
  const rt::NodeRecord* Node(std::string_view) const override {
    asked_for_more_ = true;
    return nullptr;
  }
  std::optional<std::string> LastErrorNode() const override {
    asked_for_more_ = true;
    return std::nullopt;
  }
  std::string_view CurrentNode() const override { return {}; }
  std::string CallbackBase() const override { return {}; }
  std::string_view ParameterName(std::uint32_t index) const override {
    return workflow_.parameters[index].name;
  }

 private:
  const hir::Workflow& workflow_;
  const rt::Properties& properties_;
  rt::JobIdentity identity_;
  mutable rt::Properties expanded_;
  mutable bool asked_for_more_ = false;
};

bool IsKnowable(const hir::Workflow& workflow, hir::ExprId id) {
  const hir::Expr& expr = workflow.exprs[id.index];
  if (expr.kind == hir::ExprKind::kCall && expr.function->effects != stdlib::kPure &&
      expr.function->name != "wf:conf" && expr.function->name != "wf:appPath") {
    return false;
  }
  return std::all_of(expr.operands.begin(), expr.operands.end(),
                     [&](hir::ExprId operand) { return IsKnowable(workflow, operand); });
}

}  // namespace

std::optional<std::string> FoldText(const hir::Workflow& workflow, const hir::Value& value,
                                    const rt::Properties& properties, const std::string& app_path) {
  if (!value.expr.valid()) {
    return value.text;
  }
  if (!IsKnowable(workflow, value.expr)) {
    return std::nullopt;
  }
  const KnownView view(workflow, properties, app_path);
  hpdl_eval eval;
  eval.run = &view;
  hpdl_value result;
  if (hir::Evaluate(workflow, value.expr, &eval, &result) != 0 ||
      hir::Convert(stdlib::Type::kString, &eval, &result) != 0 || view.asked_for_more()) {
    return std::nullopt;
  }
  return std::string(result.as.s, result.size);
}

}  // namespace hpdl::driver
