#include <bit>
#include <functional>
#include <unordered_map>
#include <utility>

#include "compiler/transform/transform.h"

namespace hpdl::transform {
namespace {

using hir::Expr;
using hir::ExprId;
using hir::Value;
using hir::ValueId;

/// Calls `visit` with each place that refers to a value.
template <class Visit>
void ForEachReference(hir::Workflow& workflow, Visit visit) {
  const auto visit_args = [&](std::vector<hir::Arg>& args) {
    for (hir::Arg& arg : args) {
      visit(arg.value);
    }
  };
  visit(workflow.name);
  visit_args(workflow.global_args);
  for (hir::Node& node : workflow.nodes) {
    visit(node.message);
    visit(node.retry_max);
    visit(node.retry_interval);
    visit(node.retry_policy);
    visit_args(node.args);
    for (hir::Edge& edge : node.edges) {
      visit(edge.when);
    }
  }
}

std::size_t Mix(std::size_t seed, std::size_t value) {
  return (seed ^ value) * 0x100000001b3u + (seed >> 29);
}

std::size_t Hash(const Expr& expr) {
  std::size_t hash = static_cast<std::size_t>(expr.kind) * 64 + static_cast<std::size_t>(expr.op);
  hash = Mix(hash, static_cast<std::size_t>(expr.type) * 2 + (expr.boolean ? 1 : 0));
  hash = Mix(hash, static_cast<std::size_t>(expr.number));
  hash = Mix(hash, static_cast<std::size_t>(std::bit_cast<std::uint64_t>(expr.real)));
  hash = Mix(hash, std::hash<std::string>()(expr.text));
  hash = Mix(hash, expr.parameter);
  hash = Mix(hash, std::hash<const void*>()(expr.function));
  for (const ExprId operand : expr.operands) {
    hash = Mix(hash, operand.index);
  }
  return hash;
}

/// -0.0 and 0.0 are equal as numbers and print differently, so constants are compared bit by bit.
bool Equal(const Expr& a, const Expr& b) {
  return a == b && std::bit_cast<std::uint64_t>(a.real) == std::bit_cast<std::uint64_t>(b.real);
}

/// Two templates of one expression are one value, however they are written.
std::size_t Hash(const Value& value) {
  const std::size_t hash = Mix(value.expr.index, static_cast<std::size_t>(value.target));
  return value.expr.valid() ? hash : Mix(hash, std::hash<std::string>()(value.text));
}

bool Equal(const Value& a, const Value& b) {
  return a.expr == b.expr && a.target == b.target && (a.expr.valid() || a.text == b.text);
}

/// A table in which equal entries are one. Entries keep the order in which they were first added.
template <class T, class TheId>
class Table {
 public:
  TheId Add(T entry, bool may_share) {
    const std::size_t hash = Hash(entry);
    if (may_share) {
      const auto [begin, end] = by_hash_.equal_range(hash);
      for (auto it = begin; it != end; ++it) {
        if (Equal(entries_[it->second], entry)) {
          return TheId{it->second};
        }
      }
    }
    const auto index = static_cast<std::uint32_t>(entries_.size());
    entries_.push_back(std::move(entry));
    by_hash_.emplace(hash, index);
    return TheId{index};
  }
  std::vector<T> Take() { return std::move(entries_); }

 private:
  std::vector<T> entries_;
  std::unordered_multimap<std::size_t, std::uint32_t> by_hash_;
};

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
        used[operand.index] = true;  // operands come first, so they are still to be seen
      }
    }
  }
  return used;
}

}  // namespace

void Dedupe(hir::Workflow& workflow) {
  const std::vector<bool> used_values = UsedValues(workflow);
  const std::vector<bool> used_exprs = UsedExprs(workflow, used_values);

  Table<Expr, ExprId> exprs;
  std::vector<ExprId> expr_ids(workflow.exprs.size());
  for (std::size_t i = 0; i < workflow.exprs.size(); ++i) {
    if (!used_exprs[i]) {
      continue;
    }
    Expr expr = std::move(workflow.exprs[i]);
    for (ExprId& operand : expr.operands) {
      operand = expr_ids[operand.index];
    }
    const bool writes = (expr.effects & stdlib::kWrite) != 0;
    expr_ids[i] = exprs.Add(std::move(expr), !writes);
  }
  workflow.exprs = exprs.Take();

  Table<Value, ValueId> values;
  std::vector<ValueId> value_ids(workflow.values.size());
  for (std::size_t i = 0; i < workflow.values.size(); ++i) {
    if (!used_values[i]) {
      continue;
    }
    Value value = std::move(workflow.values[i]);
    if (value.expr.valid()) {
      value.expr = expr_ids[value.expr.index];
    }
    value_ids[i] = values.Add(std::move(value), true);
  }
  workflow.values = values.Take();
  ForEachReference(workflow, [&](ValueId& id) {
    if (id.valid()) {
      id = value_ids[id.index];
    }
  });
}

}  // namespace hpdl::transform
