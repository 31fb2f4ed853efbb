#include "compiler/transform/transform.h"

#include <gtest/gtest.h>

#include "runtime/ground/value/eval.h"
#include "runtime/ground/value/values.h"

namespace hpdl::transform {
namespace {

using hir::Expr;
using hir::ExprId;
using hir::ExprKind;
using hir::Type;

std::int32_t Twice(hpdl_eval*, const hpdl_value* args, hpdl_value* out) {
  *out = rt::LongValue(2 * args[0].as.i);
  return 0;
}
std::int32_t Fails(hpdl_eval* eval, const hpdl_value*, hpdl_value*) {
  return eval->Fail("always");
}
constexpr stdlib::ArgumentDecl kOne[] = {{"n", Type::kLong}};
constexpr stdlib::FunctionDecl kTwice{"twice", Type::kLong, kOne, stdlib::kPure, stdlib::kWorkflows,
                                      "",      &Twice};
constexpr stdlib::FunctionDecl kFails{"fails", Type::kLong, kOne, stdlib::kPure, stdlib::kWorkflows,
                                      "",      &Fails};
constexpr stdlib::FunctionDecl kPut{"put", Type::kLong, kOne, stdlib::kWrite, stdlib::kWorkflows,
                                    "",    &Twice};

constexpr stdlib::FunctionDecl kNotes{"notes", Type::kLong, kOne, stdlib::kNote, stdlib::kWorkflows,
                                      "",      &Twice};

/// A workflow whose kill messages are the expressions that Use() added.
class Sample {
 public:
  Sample() {
    w.values = {{.text = "name"}};
    w.name = hir::ValueId{0};
    w.parameters = {{.name = "p", .used = true}};
    w.start = hir::NodeId{0};
    w.nodes.resize(2);
    w.nodes[0] = {
        .name = ":start:", .type = hir::NodeType::kStart, .edges = {{"k", hir::NodeId{1}}}};
    w.nodes[1] = {.name = "k", .type = hir::NodeType::kKill};
  }

  ExprId Add(Expr expr) {
    for (const ExprId operand : expr.operands) {
      expr.effects |= w.exprs[operand.index].effects;
    }
    w.exprs.push_back(std::move(expr));
    return ExprId{static_cast<std::uint32_t>(w.exprs.size() - 1)};
  }
  ExprId Long(std::int64_t n) { return Add({.type = Type::kLong, .number = n}); }
  ExprId Text(std::string text) { return Add({.type = Type::kString, .text = std::move(text)}); }
  ExprId Bool(bool b) { return Add({.type = Type::kBoolean, .boolean = b}); }
  ExprId Parameter() {
    return Add({.kind = ExprKind::kParameter, .type = Type::kString, .effects = stdlib::kRunState});
  }
  ExprId Make(ExprKind kind, Op op, std::vector<ExprId> operands, Type type = Type::kAny) {
    return Add({.kind = kind, .type = type, .op = op, .operands = std::move(operands)});
  }
  ExprId Call(const stdlib::FunctionDecl& function, ExprId argument) {
    return Add({.kind = ExprKind::kCall,
                .type = function.result,
                .effects = function.effects,
                .function = &function,
                .operands = {argument}});
  }
  hir::ValueId Use(ExprId expr, Type target = Type::kString, std::string text = "written") {
    w.values.push_back({expr, std::move(text), target, {}});
    const hir::ValueId id{static_cast<std::uint32_t>(w.values.size() - 1)};
    w.nodes.push_back({.name = "k", .type = hir::NodeType::kKill, .message = id});
    return id;
  }
  const hir::Value& Message(std::size_t i) const { return w.values[w.nodes[2 + i].message.index]; }
  void Run() {
    Fold(w);
    hir::Verify(w);
    Dedupe(w);
    hir::Verify(w);
  }

  hir::Workflow w;
};

TEST(Fold, OperatorsAndPureFunctionsOfConstants) {
  Sample s;
  s.Use(s.Make(ExprKind::kBinary, Op::kAdd, {s.Long(2), s.Call(kTwice, s.Long(20))}));
  s.Run();
  EXPECT_FALSE(s.Message(0).expr.valid());
  EXPECT_EQ(s.Message(0).text, "42");
  EXPECT_TRUE(s.w.exprs.empty());
}

TEST(Fold, PredicatesBecomeTrueOrFalse) {
  Sample s;
  s.Use(s.Text("TRUE"), Type::kBoolean);
  s.Use(s.Make(ExprKind::kBinary, Op::kLess, {s.Long(3), s.Long(2)}), Type::kBoolean);
  s.Run();
  EXPECT_EQ(s.Message(0).text, "true");
  EXPECT_EQ(s.Message(1).text, "false");
}

TEST(Fold, FailuresStayForRunTime) {
  Sample s;
  s.Use(s.Call(kFails, s.Long(1)));
  s.Run();
  ASSERT_TRUE(s.Message(0).expr.valid());
  EXPECT_EQ(s.w.exprs[s.Message(0).expr.index].function, &kFails);
  EXPECT_EQ(s.Message(0).text, "written");
}

TEST(Fold, DecidedConditionsDropTheOtherBranch) {
  Sample s;
  s.Use(s.Make(ExprKind::kConditional, Op::kNone,
               {s.Bool(true), s.Long(1), s.Call(kPut, s.Long(7))}));
  s.Use(s.Make(ExprKind::kBinary, Op::kAnd, {s.Bool(false), s.Parameter()}));
  s.Use(s.Make(ExprKind::kBinary, Op::kOr, {s.Bool(false), s.Parameter()}));
  s.Run();
  EXPECT_EQ(s.Message(0).text, "1");
  EXPECT_EQ(s.Message(1).text, "false");
  // The expression stays, because it converts the parameter to a Boolean at run time.
  ASSERT_TRUE(s.Message(2).expr.valid());
  EXPECT_EQ(s.w.exprs[s.Message(2).expr.index].kind, ExprKind::kBinary);
}

TEST(Fold, WhatIsNotPureStays) {
  Sample s;
  s.Use(s.Call(kPut, s.Long(1)));
  s.Use(s.Parameter());
  s.Use(s.Call(kNotes, s.Long(1)));
  s.Run();
  EXPECT_TRUE(s.Message(0).expr.valid());
  EXPECT_TRUE(s.Message(1).expr.valid());
  EXPECT_TRUE(s.Message(2).expr.valid());
}

TEST(Fold, NeighbouringPartsOfTemplatesAreJoined) {
  Sample s;
  s.Use(s.Make(ExprKind::kConcat, Op::kNone,
               {s.Text("/a/"), s.Long(1), s.Parameter(), s.Text("x"), s.Text("y")}, Type::kString));
  s.Run();
  const Expr& concat = s.w.exprs[s.Message(0).expr.index];
  ASSERT_EQ(concat.operands.size(), 3u);
  EXPECT_EQ(s.w.exprs[concat.operands[0].index].text, "/a/1");
  EXPECT_EQ(s.w.exprs[concat.operands[2].index].text, "xy");
}

TEST(Fold, ManyPartsAreJoinedOnce) {
  constexpr std::size_t kParts = 60000;
  Sample s;
  std::vector<ExprId> parts;
  parts.reserve(kParts);
  for (std::size_t i = 0; i < kParts; ++i) {
    parts.push_back(s.Text("ab"));
  }
  s.Use(s.Make(ExprKind::kConcat, Op::kNone, std::move(parts), Type::kString));
  s.Run();
  const Expr& concat = s.w.exprs[s.Message(0).expr.index];
  std::size_t bytes = 0;
  for (const ExprId part : concat.operands) {
    bytes += s.w.exprs[part.index].text.size();
  }
  EXPECT_EQ(bytes, 2 * kParts);
  EXPECT_LT(concat.operands.size(), 100U);
  EXPECT_LT(s.w.exprs.size(), kParts + 100) << "each text that was joined is there but once more";
}

TEST(Fold, LongArgumentsAreLeftToTheProgram) {
  Sample s;
  s.Use(s.Call(kTwice, s.Text(std::string(5000, 'x'))));
  s.Run();
  EXPECT_TRUE(s.Message(0).expr.valid());
}

TEST(Dedupe, EqualExpressionsAndValuesAreOne) {
  Sample s;
  s.Use(s.Make(ExprKind::kUnary, Op::kEmpty, {s.Parameter()}), Type::kString, "${empty p}");
  s.Use(s.Make(ExprKind::kUnary, Op::kEmpty, {s.Parameter()}), Type::kString, "${ empty p }");
  s.Use(s.Make(ExprKind::kUnary, Op::kEmpty, {s.Parameter()}), Type::kBoolean);
  s.Run();
  EXPECT_EQ(s.w.exprs.size(), 2u);
  EXPECT_EQ(s.w.nodes[2].message, s.w.nodes[3].message);
  EXPECT_EQ(s.Message(1).text, "${empty p}");
  EXPECT_NE(s.w.nodes[2].message, s.w.nodes[4].message);
  EXPECT_EQ(s.Message(0).expr, s.Message(2).expr);
}

TEST(Dedupe, WritesAreNeverMerged) {
  Sample s;
  const ExprId one = s.Long(1);
  s.Use(s.Call(kPut, one));
  s.Use(s.Call(kPut, one));
  s.Run();
  EXPECT_NE(s.Message(0).expr, s.Message(1).expr);
}

TEST(Dedupe, NegativeZeroIsNotZero) {
  Sample s;
  const ExprId p = s.Parameter();
  s.Use(s.Make(ExprKind::kConcat, Op::kNone, {p, s.Add({.type = Type::kDouble, .real = 0.0})},
               Type::kString));
  s.Use(s.Make(ExprKind::kConcat, Op::kNone, {p, s.Add({.type = Type::kDouble, .real = -0.0})},
               Type::kString));
  s.Run();
  EXPECT_NE(s.Message(0).expr, s.Message(1).expr);
}

TEST(Dedupe, DropsWhatNothingRefersTo) {
  Sample s;
  s.w.values.push_back({s.Parameter(), "nobody", Type::kString, {}});
  s.Run();
  EXPECT_EQ(s.w.values.size(), 1u);
  EXPECT_TRUE(s.w.exprs.empty());
}

}  // namespace
}  // namespace hpdl::transform
