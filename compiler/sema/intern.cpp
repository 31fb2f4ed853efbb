#include "compiler/sema/intern.h"

#include <bit>
#include <functional>

#include "runtime/value/values.h"

namespace hpdl::sema {
namespace {

void Mix(std::size_t* hash, std::size_t value) {
  *hash ^= value + 0x9e3779b97f4a7c15u + (*hash << 6) + (*hash >> 2);
}

std::size_t HashOf(const hir::Expr& expr) {
  std::size_t hash = static_cast<std::size_t>(expr.kind);
  Mix(&hash, static_cast<std::size_t>(expr.type));
  Mix(&hash, static_cast<std::size_t>(expr.op));
  Mix(&hash, static_cast<std::size_t>(expr.number) + (expr.boolean ? 1 : 0));
  Mix(&hash, std::bit_cast<std::uint64_t>(expr.real));
  Mix(&hash, std::hash<std::string>()(expr.text));
  Mix(&hash, expr.parameter);
  Mix(&hash, std::hash<const void*>()(expr.function));
  for (const hir::ExprId operand : expr.operands) {
    Mix(&hash, operand.index);
  }
  return hash;
}

}  // namespace

hir::ExprId Interner::Intern(hir::Expr expr) {
  const std::size_t hash = HashOf(expr);
  if ((expr.effects & stdlib::kWrite) == 0) {
    const auto [begin, end] = exprs_.equal_range(hash);
    for (auto it = begin; it != end; ++it) {
      if (workflow_.exprs[it->second.index] == expr) {
        return it->second;
      }
    }
  }
  const hir::ExprId id{static_cast<std::uint32_t>(workflow_.exprs.size())};
  workflow_.exprs.push_back(std::move(expr));
  exprs_.emplace(hash, id);
  return id;
}

hir::ValueId Interner::Intern(hir::Value value) {
  std::size_t hash = std::hash<std::string>()(value.text);
  Mix(&hash, value.expr.index);
  Mix(&hash, static_cast<std::size_t>(value.target));
  const auto [begin, end] = values_.equal_range(hash);
  for (auto it = begin; it != end; ++it) {
    const hir::Value& known = workflow_.values[it->second.index];
    if (known.expr == value.expr && known.target == value.target && known.text == value.text) {
      return it->second;
    }
  }
  const hir::ValueId id{static_cast<std::uint32_t>(workflow_.values.size())};
  workflow_.values.push_back(std::move(value));
  values_.emplace(hash, id);
  return id;
}

hir::Expr ConstantOf(const hpdl_value& value) {
  hir::Expr expr;
  expr.kind = hir::ExprKind::kConstant;
  switch (value.type) {
    case HPDL_BOOLEAN:
      expr.type = hir::Type::kBoolean;
      expr.boolean = value.as.i != 0;
      break;
    case HPDL_LONG:
      expr.type = hir::Type::kLong;
      expr.number = value.as.i;
      break;
    case HPDL_DOUBLE:
      expr.type = hir::Type::kDouble;
      expr.real = value.as.d;
      break;
    case HPDL_STRING:
      expr.type = hir::Type::kString;
      expr.text = rt::TextOf(value);
      break;
    default:
      expr.type = hir::Type::kNull;
  }
  return expr;
}

hpdl_value ValueOf(const hir::Expr& constant) {
  switch (constant.type) {
    case hir::Type::kBoolean:
      return rt::BooleanValue(constant.boolean);
    case hir::Type::kLong:
      return rt::LongValue(constant.number);
    case hir::Type::kDouble:
      return rt::DoubleValue(constant.real);
    case hir::Type::kString:
      return rt::StringValue(constant.text);
    default:
      return rt::NullValue();
  }
}

}  // namespace hpdl::sema
