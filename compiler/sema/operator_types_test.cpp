#include "compiler/sema/operator_types.h"

#include <gtest/gtest.h>

namespace hpdl::sema {
namespace {

using stdlib::Type;

constexpr Type kTypes[] = {Type::kAny,    Type::kNull,   Type::kBoolean, Type::kLong,
                           Type::kDouble, Type::kString, Type::kMap};
constexpr Op kArithmetic[] = {Op::kAdd, Op::kSubtract, Op::kMultiply, Op::kDivide, Op::kModulo};

std::string ProblemOf(Op op, Type type, Type other) {
  return OperandProblem(op, type, other).value_or("");
}

TEST(OperatorTypes, ArithmeticGivesWhatItsOperandsTell) {
  for (const Op op : kArithmetic) {
    for (const Type type : kTypes) {
      EXPECT_EQ(ResultType(op, Type::kDouble, type), Type::kDouble);
      EXPECT_EQ(ResultType(op, type, Type::kDouble), Type::kDouble);
    }
    const bool divides = op == Op::kDivide;
    EXPECT_EQ(ResultType(op, Type::kLong, Type::kLong), divides ? Type::kDouble : Type::kLong);
    EXPECT_EQ(ResultType(op, Type::kNull, Type::kLong), divides ? Type::kDouble : Type::kLong);
    EXPECT_EQ(ResultType(op, Type::kLong, Type::kNull), divides ? Type::kDouble : Type::kLong);
    EXPECT_EQ(ResultType(op, Type::kNull, Type::kNull), divides ? Type::kAny : Type::kLong);
    EXPECT_EQ(ResultType(op, Type::kLong, Type::kString), divides ? Type::kDouble : Type::kAny)
        << "a String may hold either kind of number";
    EXPECT_EQ(ResultType(op, Type::kString, Type::kLong), divides ? Type::kDouble : Type::kAny);
    EXPECT_EQ(ResultType(op, Type::kString, Type::kString), Type::kAny);
    EXPECT_EQ(ResultType(op, Type::kString, Type::kNull), Type::kAny);
  }
}

TEST(OperatorTypes, OthersGiveBooleansAndMinusANumber) {
  for (const Op op : {Op::kEqual, Op::kNotEqual, Op::kLess, Op::kLessEqual, Op::kGreater,
                      Op::kGreaterEqual, Op::kAnd, Op::kOr, Op::kNot, Op::kEmpty}) {
    EXPECT_EQ(ResultType(op, Type::kDouble, Type::kString), Type::kBoolean);
  }
  EXPECT_EQ(ResultType(Op::kNegate, Type::kLong, Type::kLong), Type::kLong);
  EXPECT_EQ(ResultType(Op::kNegate, Type::kDouble, Type::kDouble), Type::kDouble);
  EXPECT_EQ(ResultType(Op::kNegate, Type::kNull, Type::kNull), Type::kLong);
  EXPECT_EQ(ResultType(Op::kNegate, Type::kString, Type::kString), Type::kAny);
}

TEST(OperatorTypes, WhatCannotBeAnOperand) {
  const std::pair<Op, const char*> numbers[] = {{Op::kAdd, "+"},      {Op::kSubtract, "-"},
                                                {Op::kMultiply, "*"}, {Op::kDivide, "/"},
                                                {Op::kModulo, "%"},   {Op::kNegate, "-"}};
  for (const auto& [op, symbol] : numbers) {
    const std::string start = std::string("operator ") + symbol + " takes numbers, found a ";
    for (const Type type : kTypes) {
      EXPECT_EQ(ProblemOf(op, type, Type::kLong), type == Type::kBoolean ? start + "Boolean" : "");
    }
  }
  const std::pair<Op, const char*> booleans[] = {
      {Op::kAnd, "and"}, {Op::kOr, "or"}, {Op::kNot, "not"}};
  for (const auto& [op, symbol] : booleans) {
    const std::string start = std::string("operator ") + symbol + " takes Booleans, found a ";
    EXPECT_EQ(ProblemOf(op, Type::kLong, Type::kBoolean), start + "Long");
    EXPECT_EQ(ProblemOf(op, Type::kDouble, Type::kBoolean), start + "Double");
    for (const Type type : {Type::kAny, Type::kNull, Type::kBoolean, Type::kString}) {
      EXPECT_EQ(ProblemOf(op, type, Type::kLong), "");
    }
  }
}

TEST(OperatorTypes, WhatCannotBeCompared) {
  const std::pair<Op, const char*> comparisons[] = {{Op::kEqual, "=="},  {Op::kNotEqual, "!="},
                                                    {Op::kLess, "<"},    {Op::kLessEqual, "<="},
                                                    {Op::kGreater, ">"}, {Op::kGreaterEqual, ">="}};
  for (const auto& [op, symbol] : comparisons) {
    const std::string message =
        std::string("operator ") + symbol + " cannot compare a Boolean with a number";
    EXPECT_EQ(ProblemOf(op, Type::kBoolean, Type::kLong), message);
    EXPECT_EQ(ProblemOf(op, Type::kBoolean, Type::kDouble), message);
    EXPECT_EQ(ProblemOf(op, Type::kBoolean, Type::kString), "");
    EXPECT_EQ(ProblemOf(op, Type::kString, Type::kLong), "");
  }
  for (const Type type : kTypes) {
    EXPECT_EQ(ProblemOf(Op::kEmpty, type, Type::kLong), "");
  }
}

}  // namespace
}  // namespace hpdl::sema
