#include <utility>

#include "compiler/hir/intern.h"
#include "compiler/transform/transform.h"

namespace hpdl::transform {
namespace {

using hir::Expr;
using hir::ExprId;
using hir::Value;
using hir::ValueId;

/// Calls `visit` with each id of a value in the name, nodes, arguments and agreements of a
/// workflow.
template <class Visit>
void ForEachReference(hir::Workflow& workflow, Visit visit) {
  const auto visit_args = [&](std::vector<hir::Arg>& args) {
    for (hir::Arg& arg : args) {
      visit(arg.value);
    }
  };
  visit(workflow.name);
  visit_args(workflow.global_args);
  for (hir::Agreement& agreement : workflow.agreements) {
    visit_args(agreement.args);
  }
  for (hir::Node& node : workflow.nodes) {
    visit(node.message);
    visit(node.retry_max);
    visit(node.retry_interval);
    visit(node.retry_policy);
    visit(node.on_finish);
    visit_args(node.args);
    for (hir::Edge& edge : node.edges) {
      visit(edge.when);
    }
  }
}

std::vector<bool> UsedValues(hir::Workflow& workflow) {
  std::vector<bool> used(workflow.values.size());
  ForEachReference(workflow, [&](ValueId& id) {
    if (id.valid()) {
      used[id.index] = true;
    }
  });
  return used;
}

std::vector<bool> UsedExprs(const hir::Workflow& workflow, const std::vector<bool>& values) {
  std::vector<bool> used(workflow.exprs.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (values[i] && workflow.values[i].expr.valid()) {
      used[workflow.values[i].expr.index] = true;
    }
  }
  for (std::size_t i = workflow.exprs.size(); i-- > 0;) {
    if (used[i]) {
      for (const ExprId operand : workflow.exprs[i].operands) {
        // Operands have smaller indices, so the loop still visits them.
        used[operand.index] = true;
      }
    }
  }
  return used;
}

}  // namespace

void Dedupe(hir::Workflow& workflow) {
  const std::vector<bool> used_values = UsedValues(workflow);
  const std::vector<bool> used_exprs = UsedExprs(workflow, used_values);

  std::vector<Expr> exprs = std::exchange(workflow.exprs, {});
  std::vector<Value> values = std::exchange(workflow.values, {});
  hir::Interner interner(workflow);
  std::vector<ExprId> expr_ids(exprs.size());
  for (std::size_t i = 0; i < exprs.size(); ++i) {
    if (!used_exprs[i]) {
      continue;
    }
    for (ExprId& operand : exprs[i].operands) {
      operand = expr_ids[operand.index];
    }
    expr_ids[i] = interner.Intern(std::move(exprs[i]));
  }
  std::vector<ValueId> value_ids(values.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (!used_values[i]) {
      continue;
    }
    if (values[i].expr.valid()) {
      values[i].expr = expr_ids[values[i].expr.index];
    }
    value_ids[i] = interner.Intern(std::move(values[i]));
  }
  ForEachReference(workflow, [&](ValueId& id) {
    if (id.valid()) {
      id = value_ids[id.index];
    }
  });
}

}  // namespace hpdl::transform
