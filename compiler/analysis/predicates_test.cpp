#include "compiler/analysis/predicates.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "compiler/hir/intern.h"

namespace hpdl::analysis {
namespace {

using hir::Expr;
using hir::ExprId;
using hir::ExprKind;
using hir::Type;
using hpdl::Op;

constexpr stdlib::ArgumentDecl kName[] = {{"name"}};
constexpr stdlib::FunctionDecl kConf{"wf:conf", Type::kString, kName};

class Sample {
 public:
  explicit Sample(Predicates::Reading reading = Predicates::Reading::kMeant) : reading_(reading) {}

  ExprId Text(std::string text) { return Add({.type = Type::kString, .text = std::move(text)}); }
  ExprId Long(std::int64_t n) { return Add({.type = Type::kLong, .number = n}); }
  ExprId Bool(bool b) { return Add({.type = Type::kBoolean, .boolean = b}); }
  ExprId Null() { return Add({.type = Type::kNull}); }
  ExprId Conf(std::string name) {
    return Add({.kind = ExprKind::kCall,
                .type = Type::kString,
                .function = &kConf,
                .operands = {Text(std::move(name))}});
  }
  ExprId Parameter(const std::string& name) {
    std::uint32_t index = 0;
    while (index < w_.parameters.size() && w_.parameters[index].name != name) {
      ++index;
    }
    if (index == w_.parameters.size()) {
      w_.parameters.push_back({.name = name});
    }
    return Add({.kind = ExprKind::kParameter, .type = Type::kString, .parameter = index});
  }
  ExprId Unary(Op op, ExprId operand) {
    return Add({.kind = ExprKind::kUnary, .type = Type::kBoolean, .op = op, .operands = {operand}});
  }
  ExprId Binary(ExprId left, Op op, ExprId right) {
    return Add(
        {.kind = ExprKind::kBinary, .type = Type::kBoolean, .op = op, .operands = {left, right}});
  }
  ExprId If(ExprId condition, ExprId one, ExprId other) {
    return Add({.kind = ExprKind::kConditional,
                .type = Type::kBoolean,
                .operands = {condition, one, other}});
  }

  bool Same(ExprId one, ExprId other) const {
    const Predicates predicates(w_, reading_);
    return predicates.Of(one) == predicates.Of(other);
  }
  bool Opposite(ExprId one, ExprId other) const {
    const Predicates predicates(w_, reading_);
    return predicates.Of(one) == !predicates.Of(other);
  }
  bool Exclude(ExprId one, ExprId other) const {
    const Predicates predicates(w_, reading_);
    const auto atom = [&](ExprId id) { return predicates.terms()[predicates.Of(id).term].atom; };
    return predicates.Exclude(atom(one), atom(other));
  }

 private:
  ExprId Add(Expr expr) { return interner_.Intern(std::move(expr)); }

  const Predicates::Reading reading_;
  hir::Workflow w_;
  hir::Interner interner_{w_};
};

TEST(Predicates, PropertiesAreOneHoweverTheyAreRead) {
  Sample s;
  const ExprId full = s.Text("full");
  EXPECT_TRUE(s.Same(s.Binary(s.Parameter("mode"), Op::kEqual, full),
                     s.Binary(s.Conf("mode"), Op::kEqual, full)));
  EXPECT_FALSE(s.Same(s.Binary(s.Parameter("mode"), Op::kEqual, full),
                      s.Binary(s.Conf("other"), Op::kEqual, full)));
}

TEST(Predicates, Comparisons) {
  Sample s;
  const ExprId x = s.Parameter("x");
  const ExprId y = s.Parameter("y");
  const ExprId a = s.Text("a");
  const ExprId is_a = s.Binary(x, Op::kEqual, a);
  EXPECT_TRUE(s.Same(is_a, s.Binary(a, Op::kEqual, x)));
  EXPECT_TRUE(s.Opposite(is_a, s.Binary(x, Op::kNotEqual, a)));
  EXPECT_TRUE(s.Same(is_a, s.Unary(Op::kNot, s.Binary(x, Op::kNotEqual, a))));
  EXPECT_TRUE(s.Same(s.Binary(x, Op::kEqual, y), s.Binary(y, Op::kEqual, x)));
  EXPECT_TRUE(s.Same(s.Binary(x, Op::kLess, y), s.Binary(y, Op::kGreater, x)));
  EXPECT_TRUE(s.Opposite(s.Binary(x, Op::kLess, y), s.Binary(x, Op::kGreaterEqual, y)));
  EXPECT_FALSE(s.Same(s.Binary(x, Op::kLess, y), s.Binary(y, Op::kLess, x)));
  EXPECT_TRUE(s.Same(s.Unary(Op::kEmpty, x), s.Binary(x, Op::kEqual, s.Null())));
  EXPECT_TRUE(s.Same(s.Unary(Op::kEmpty, x), s.Binary(s.Text(""), Op::kEqual, x)));
}

TEST(Predicates, ValuesThatStandForConditions) {
  Sample s;
  const ExprId x = s.Parameter("x");
  EXPECT_TRUE(s.Same(x, s.Binary(x, Op::kEqual, s.Bool(true))));
  EXPECT_TRUE(s.Same(x, s.Binary(s.Text("true"), Op::kEqual, x)));
  EXPECT_TRUE(s.Opposite(x, s.Binary(x, Op::kEqual, s.Text("false"))));
  EXPECT_TRUE(s.Opposite(x, s.Unary(Op::kNot, x)));
}

TEST(Predicates, Connections) {
  Sample s;
  const ExprId x = s.Parameter("x");
  const ExprId y = s.Parameter("y");
  const ExprId both = s.Binary(x, Op::kAnd, y);
  EXPECT_TRUE(s.Same(both, s.Binary(y, Op::kAnd, x)));
  EXPECT_TRUE(s.Opposite(both, s.Binary(s.Unary(Op::kNot, x), Op::kOr, s.Unary(Op::kNot, y))));
  EXPECT_TRUE(s.Same(x, s.Binary(x, Op::kAnd, x)));
  EXPECT_TRUE(s.Same(x, s.If(x, s.Bool(true), s.Bool(false))));
  EXPECT_TRUE(s.Opposite(x, s.If(x, s.Bool(false), s.Bool(true))));
  EXPECT_TRUE(s.Same(s.Bool(false), s.Binary(x, Op::kAnd, s.Unary(Op::kNot, x))));
}

TEST(Predicates, WhatEqualsOneWordEqualsNoOther) {
  Sample s;
  const ExprId x = s.Parameter("x");
  const auto is = [&](ExprId value) { return s.Binary(x, Op::kEqual, value); };
  EXPECT_TRUE(s.Exclude(is(s.Text("a")), is(s.Text("b"))));
  EXPECT_TRUE(s.Exclude(is(s.Text("a")), is(s.Null())));
  EXPECT_TRUE(s.Exclude(is(s.Long(1)), is(s.Long(2))));
  EXPECT_FALSE(s.Exclude(is(s.Long(1)), is(s.Text("01"))));
  EXPECT_FALSE(s.Exclude(is(s.Text("a")), is(s.Parameter("y"))));
}

TEST(Predicates, ReadToTheLetterMoreDiffers) {
  Sample s(Predicates::Reading::kExact);
  const ExprId x = s.Parameter("x");
  const ExprId a = s.Text("a");
  EXPECT_TRUE(s.Same(s.Binary(x, Op::kEqual, a), s.Binary(a, Op::kEqual, s.Conf("x"))));
  EXPECT_TRUE(s.Opposite(s.Binary(x, Op::kEqual, a), s.Binary(x, Op::kNotEqual, a)));
  EXPECT_TRUE(s.Same(x, s.Binary(x, Op::kEqual, s.Bool(true))));
  EXPECT_FALSE(s.Same(x, s.Binary(x, Op::kEqual, s.Text("true"))));
  EXPECT_FALSE(s.Opposite(x, s.Binary(x, Op::kEqual, s.Bool(false))));
  EXPECT_FALSE(s.Same(s.Unary(Op::kEmpty, x), s.Binary(x, Op::kEqual, s.Null())));
  EXPECT_FALSE(s.Same(s.Binary(x, Op::kEqual, s.Text("")), s.Binary(x, Op::kEqual, s.Null())));
  EXPECT_FALSE(s.Opposite(s.Binary(x, Op::kLess, a), s.Binary(x, Op::kGreaterEqual, a)));
}

TEST(Predicates, OneThatIsTooLargeIsItself) {
  Sample s;
  ExprId all = s.Parameter("p");
  for (int i = 0; i < 20'000; ++i) {
    all = s.Binary(all, i % 2 == 0 ? Op::kAnd : Op::kOr, s.Parameter("p" + std::to_string(i % 50)));
  }
  EXPECT_TRUE(s.Same(all, all));
  EXPECT_TRUE(s.Opposite(all, s.Unary(Op::kNot, all)));
  EXPECT_FALSE(s.Same(all, s.Parameter("p")));
}

}  // namespace
}  // namespace hpdl::analysis
