#include "compiler/hir/constants.h"

#include "runtime/ground/value/values.h"

namespace hpdl::hir {
namespace {

constexpr std::size_t kMostBytes = 65536;

}  // namespace

std::optional<Expr> ConstantOf(const hpdl_value& value) {
  Expr expr;
  switch (value.type) {
    case HPDL_NULL:
      expr.type = Type::kNull;
      return expr;
    case HPDL_BOOLEAN:
      expr.type = Type::kBoolean;
      expr.boolean = value.as.i != 0;
      return expr;
    case HPDL_LONG:
      expr.type = Type::kLong;
      expr.number = value.as.i;
      return expr;
    case HPDL_DOUBLE:
      expr.type = Type::kDouble;
      expr.real = value.as.d;
      return expr;
    case HPDL_STRING:
      if (value.size > kMostBytes) {
        return std::nullopt;
      }
      expr.type = Type::kString;
      expr.text = rt::TextOf(value);
      return expr;
    default:
      return std::nullopt;
  }
}

hpdl_value ValueOf(const Expr& constant) {
  switch (constant.type) {
    case Type::kBoolean:
      return rt::BooleanValue(constant.boolean);
    case Type::kLong:
      return rt::LongValue(constant.number);
    case Type::kDouble:
      return rt::DoubleValue(constant.real);
    case Type::kString:
      return rt::StringValue(constant.text);
    default:
      return rt::NullValue();
  }
}

}  // namespace hpdl::hir
