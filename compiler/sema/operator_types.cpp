#include "compiler/sema/operator_types.h"

#include <string_view>

#include "compiler/sema/functions.h"

namespace hpdl::sema {
namespace {

using stdlib::Type;

bool IsArithmetic(Op op) {
  return op == Op::kAdd || op == Op::kSubtract || op == Op::kMultiply || op == Op::kDivide ||
         op == Op::kModulo;
}

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
  return longs || no_string ? Type::kLong : Type::kAny;  // a String may contain a Long or a Double
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

Type ResultType(Op op, Type a, Type b) {
  if (IsArithmetic(op)) {
    return ArithmeticType(op, a, b);
  }
  if (op == Op::kNegate) {
    return IsNumber(a) ? a : a == Type::kNull ? Type::kLong : Type::kAny;
  }
  return Type::kBoolean;
}

std::optional<std::string> OperandProblem(Op op, Type type, Type other) {
  const auto message = [&](std::string_view wanted) {
    return "operator " + std::string(SymbolOf(op)) + " takes " + std::string(wanted) + ", found " +
           std::string(TypePhrase(type));
  };
  if ((IsArithmetic(op) || op == Op::kNegate) && type == Type::kBoolean) {
    return message("numbers");
  }
  if ((op == Op::kAnd || op == Op::kOr || op == Op::kNot) && IsNumber(type)) {
    return message("Booleans");
  }
  const bool compares =
      !IsArithmetic(op) && op != Op::kAnd && op != Op::kOr && op != Op::kNot && op != Op::kEmpty;
  if (compares && type == Type::kBoolean && IsNumber(other)) {
    return "operator " + std::string(SymbolOf(op)) + " cannot compare a Boolean with a number";
  }
  return std::nullopt;
}

}  // namespace hpdl::sema
