#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "compiler/sema/expression_parts.h"
#include "compiler/sema/functions.h"
#include "compiler/sema/test_sample.h"

/// Tests of the texts of messages, and of the facts that later phases get from the check.
namespace hpdl::sema {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

std::string WhyNot(std::string_view name) {
  return BindFunction(name, 0, stdlib::kOozieWorkflow).message.str();
}

TEST(SemaMessages, WhyAFunctionIsUnknown) {
  EXPECT_EQ(WhyNot("acme:region"),
            "function acme:region is not built in, and functions that a site adds are not known to "
            "hpdlc yet");
  EXPECT_EQ(WhyNot("wf:xyzzyx"), "function wf:xyzzyx does not exist");
  EXPECT_THAT(WhyNot("w:xyzzyx"), HasSubstr("is not built in")) << "wf is another prefix";
  EXPECT_THAT(WhyNot("coord:nominalTime"),
              HasSubstr("belongs to coordinators and cannot be called in a workflow"));
  EXPECT_THAT(WhyNot("coordinate"), Not(HasSubstr("coordinators")));
}

TEST(SemaMessages, WhereAFunctionOfAnotherPlaceMayStand) {
  const Binding here = BindFunction("wf:id", 0, stdlib::kCoordinatorFrequency);
  EXPECT_TRUE(here.unknown);
  EXPECT_EQ(here.message, "wf:id is not a function of frequency; it is allowed in workflows");
  EXPECT_EQ(here.meant, "");
  EXPECT_EQ(WhyNoValue("KB", stdlib::kBundle),
            "KB is not a constant of bundles; it is allowed in workflows");
  EXPECT_TRUE(WhyNoValue("KB", stdlib::kOozieWorkflow).empty());
  EXPECT_TRUE(WhyNoValue("KB", stdlib::kHwsWorkflow).empty());
  EXPECT_TRUE(WhyNoValue("other", stdlib::kBundle).empty());
}

TEST(SemaMessages, ConstantsAndDefaultsReachTheProgram) {
  Sample s("S>a A:a>end!end E:end");
  s.Cluster();
  s.options.defaults = {{"queue", "fast"}};
  s.Give(1, "exec", s.Call("wf:conf", "some.name", {}));
  const auto hir = s.Check();
  ASSERT_NE(hir, nullptr);
  ASSERT_EQ(hir->defaults.size(), 1U);
  EXPECT_EQ(hir->defaults[0].name, "queue");
  EXPECT_EQ(hir->defaults[0].value, "fast");
  std::vector<std::string> constants;
  for (const hir::Expr& expr : hir->exprs) {
    if (expr.kind == hir::ExprKind::kConstant) {
      constants.push_back(expr.text);
    }
  }
  EXPECT_THAT(constants, ElementsAre("some.name"));
}

TEST(SemaMessages, AParameterWithoutValueNamesOneThatIsNotRead) {
  Sample s("S>a A:a>end!end E:end");
  s.Cluster();
  s.Give(1, "exec", s.Variable("inputDir", {4, 5}));
  s.options.properties = std::map<std::string, std::string>{{"inputdir", "/x"}, {"other", "y"}};
  EXPECT_THAT(s.Kinds(), ElementsAre("MissingParameter"));
  EXPECT_EQ(s.diagnostics.Sorted()[0].text.str(),
            "parameter 'inputDir' has no value and no default; did you mean 'inputdir', which has "
            "a value?");
  s.options.properties = std::map<std::string, std::string>{{"other", "y"}};
  s.Check();
  EXPECT_EQ(s.diagnostics.Sorted()[0].text.str(),
            "parameter 'inputDir' has no value and no default");
}

TEST(SemaMessages, ExpressionsOfUnreachableNodesAreBoundToo) {
  Sample s("S>a A:lost>end!end A:a>end!end E:end");
  s.Cluster();
  s.Give(1, "exec", s.Call("wf:conf", "x", {}));
  const Checked checked = sema::Check(s.workflow, s.source, s.options, s.diagnostics);
  const Bound& call = checked.BoundTo(s.workflow.nodes[1].body.children[0].text->expr);
  ASSERT_NE(call.function, nullptr);
  EXPECT_EQ(call.function->name, "wf:conf");
}

TEST(SemaMessages, TheTypeOfWhatConsistsOfOperands) {
  hir::Workflow workflow;
  const auto add = [&](stdlib::Type type) {
    hir::Expr expr;
    expr.type = type;
    workflow.exprs.push_back(expr);
    return hir::ExprId{static_cast<std::uint32_t>(workflow.exprs.size() - 1)};
  };
  const hir::ExprId number = add(stdlib::Type::kLong), real = add(stdlib::Type::kDouble);
  const auto type_of = [&](hir::ExprKind kind, Op op, std::vector<hir::ExprId> operands) {
    hir::Expr expr;
    expr.kind = kind;
    expr.op = op;
    expr.type = stdlib::Type::kMap;
    expr.operands = std::move(operands);
    return TypeOfComposite(expr, workflow);
  };
  using enum hir::ExprKind;
  EXPECT_EQ(type_of(kUnary, Op::kNegate, {number, real}), stdlib::Type::kLong);
  EXPECT_EQ(type_of(kUnary, Op::kNegate, {real}), stdlib::Type::kDouble);
  EXPECT_EQ(type_of(kBinary, Op::kAdd, {number, real}), stdlib::Type::kDouble);
  EXPECT_EQ(type_of(kBinary, Op::kAdd, {number, number}), stdlib::Type::kLong);
  EXPECT_EQ(type_of(kConditional, Op::kNone, {number, real, real}), stdlib::Type::kDouble);
  EXPECT_EQ(type_of(kConditional, Op::kNone, {real, number, real}), stdlib::Type::kAny);
  EXPECT_EQ(type_of(kConcat, Op::kNone, {number, number}), stdlib::Type::kString);
  EXPECT_EQ(type_of(kConstant, Op::kNone, {}), stdlib::Type::kMap) << "its own";
}

TEST(SemaMessages, TheNameOfANodeIsMendedBetweenItsQuotes) {
  Sample s("S>first A:first>end!end E:end");
  s.Cluster();
  s.Give(1, "argument", s.Call("wf:errorCode", "irst", {2, 8}));
  EXPECT_THAT(s.Kinds(), ElementsAre("UnknownNodeInFunction"));
  const Diagnostic found = s.diagnostics.Sorted()[0];
  ASSERT_TRUE(found.fix);
  EXPECT_EQ(found.fix->edits.at(0).range, (Range{3, 7}));
}

TEST(SemaMessages, ALongCircleIsShownByItsFirstNodes) {
  for (const int length : {2, 16, 17, 40}) {
    std::string text = "S>n0";
    for (int i = 0; i < length; ++i) {
      text += " A:n" + std::to_string(i) + ">n" + std::to_string((i + 1) % length) + "!end";
    }
    Sample s(text + " E:end");
    s.Cluster();
    EXPECT_THAT(s.Kinds(), ElementsAre("Cycle")) << length;
    const Diagnostic found = s.diagnostics.Sorted()[0];
    const bool is_long = length > 16;
    const std::string last = "n" + std::to_string(length - 1);
    EXPECT_THAT(found.text.str(), HasSubstr("'" + last + "' leads back to 'n0': n0 -> n1"));
    EXPECT_THAT(found.text.str(), HasSubstr(is_long ? "n15 -> ... -> n0;" : last + " -> n0;"));
    ASSERT_EQ(found.notes.size(), is_long ? 16U : length - 1U);
    EXPECT_EQ(found.notes[0].text.str(), "'n0' leads to 'n1' here");
    if (is_long) {
      EXPECT_EQ(found.notes.back().text.str(),
                "and " + std::to_string(length - 16) + " more nodes of this cycle");
    }
  }
}

}  // namespace
}  // namespace hpdl::sema
