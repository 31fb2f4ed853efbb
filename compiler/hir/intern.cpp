#include "compiler/hir/intern.h"

#include <bit>
#include <functional>
#include <string>
#include <utility>

namespace hpdl::hir {
namespace {

void Mix(std::size_t* hash, std::size_t value) {
  *hash ^= value + 0x9e3779b97f4a7c15u + (*hash << 6) + (*hash >> 2);
}

std::size_t HashOf(const Expr& expr) {
  std::size_t hash = static_cast<std::size_t>(expr.kind);
  Mix(&hash, static_cast<std::size_t>(expr.type));
  Mix(&hash, static_cast<std::size_t>(expr.op));
  Mix(&hash, static_cast<std::size_t>(expr.number) + (expr.boolean ? 1 : 0));
  Mix(&hash, std::bit_cast<std::uint64_t>(expr.real));
  Mix(&hash, std::hash<std::string>()(expr.text));
  Mix(&hash, expr.parameter);
  Mix(&hash, std::hash<const void*>()(expr.function));
  for (const ExprId operand : expr.operands) {
    Mix(&hash, operand.index);
  }
  return hash;
}

bool Equal(const Expr& a, const Expr& b) {
  return a == b && std::bit_cast<std::uint64_t>(a.real) == std::bit_cast<std::uint64_t>(b.real);
}

std::size_t HashOf(const Value& value) {
  std::size_t hash = value.expr.valid() ? 0 : std::hash<std::string>()(value.text);
  Mix(&hash, value.expr.index);
  Mix(&hash, static_cast<std::size_t>(value.target));
  Mix(&hash, value.environment);
  return hash;
}

bool Equal(const Value& a, const Value& b) {
  return a.expr == b.expr && a.target == b.target && a.environment == b.environment &&
         (a.expr.valid() || a.text == b.text);
}

/// Returns the id of the entry of `entries` that equals `entry`. Adds `entry` if there is no such
/// entry, or if it may not be shared.
template <class T, class TheId>
TheId FindOrAdd(std::unordered_multimap<std::size_t, TheId>* index, std::vector<T>* entries,
                T entry, bool may_share) {
  const std::size_t hash = HashOf(entry);
  if (may_share) {
    const auto [begin, end] = index->equal_range(hash);
    for (auto it = begin; it != end; ++it) {
      if (Equal((*entries)[it->second.index], entry)) {
        return it->second;
      }
    }
  }
  const TheId id{static_cast<std::uint32_t>(entries->size())};
  entries->push_back(std::move(entry));
  index->emplace(hash, id);
  return id;
}

}  // namespace

ExprId Interner::Intern(Expr expr) {
  const bool may_share = (expr.effects & stdlib::kWrite) == 0;
  return FindOrAdd(&exprs_, &table_.exprs, std::move(expr), may_share);
}

ValueId Interner::Intern(Value value) {
  return FindOrAdd(&values_, &table_.values, std::move(value), true);
}

}  // namespace hpdl::hir
