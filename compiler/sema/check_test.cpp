#include "compiler/sema/check.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "compiler/diagnostics/text.h"
#include "compiler/sema/test_sample.h"

namespace hpdl::sema {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::UnorderedElementsAre;

using Properties = std::map<std::string, std::string>;

TEST(Check, GraphByNumbersInDocumentOrder) {
  Sample s("S>a E:end A:a>end!k K:k");
  s.Cluster();
  const auto hir = s.Check();
  ASSERT_NE(hir, nullptr) << FormatText(s.diagnostics.Sorted(), {});
  hir::Verify(*hir);
  ASSERT_EQ(hir->nodes.size(), 4u);
  EXPECT_EQ(hir->start.index, 0u);
  EXPECT_EQ(hir->nodes[2].name, "a");
  EXPECT_EQ(hir->nodes[2].edges[0].target.index, 1u);
  EXPECT_EQ(hir->nodes[2].edges[1].target.index, 3u);
}

TEST(Check, UnreachableNodesAreCheckedAndLeftOut) {
  Sample s("S>a A:lost>end!end A:a>end!k K:k E:end");
  s.Cluster();
  s.Give(1, "exec", s.Variable("only_here"));
  const auto hir = s.Check();
  ASSERT_NE(hir, nullptr);
  EXPECT_EQ(hir->nodes.size(), 4u);
  EXPECT_EQ(hir->nodes[1].name, "a");
  EXPECT_THAT(hir->parameters, IsEmpty());
  EXPECT_THAT(s.Kinds(), ElementsAre("UnreachableNode"));
  s.Give(1, "argument", s.Call("wf:nosuch", "x", {}));
  EXPECT_THAT(s.Kinds(), UnorderedElementsAre("FailsIfReached", "UnreachableNode"));
}

TEST(Check, NoHirAfterAnError) {
  EXPECT_EQ(Sample("S>nosuch E:end").Check(), nullptr);
}

TEST(Check, StartIsNeeded) {
  EXPECT_THAT(Sample("E:end").Kinds(), testing::Contains("MissingElement"));
}

TEST(Cluster, FromGlobalFirstAmongTheArguments) {
  Sample s("S>a A:a>end!end E:end");
  s.Cluster();
  s.Give(1, "exec", s.Plain("ls"));
  const auto hir = s.Check();
  ASSERT_NE(hir, nullptr);
  const auto& args = hir->nodes[1].args;
  ASSERT_EQ(args.size(), 3u);
  const auto& elements = hir->nodes[1].kind->decl->shapes[0].body->elements;
  EXPECT_EQ(elements[args[0].field].name, "job-tracker");
  EXPECT_EQ(hir->values[args[0].value.index].text, "jt");
  EXPECT_EQ(elements[args[1].field].name, "name-node");
  EXPECT_EQ(elements[args[2].field].name, "exec");
}

TEST(Cluster, OwnOnesWin) {
  Sample s("S>a A:a>end!end E:end");
  s.Cluster();
  s.Give(1, "job-tracker", s.Plain("own"));
  const auto hir = s.Check();
  ASSERT_NE(hir, nullptr);
  ASSERT_EQ(hir->nodes[1].args.size(), 2u);
  EXPECT_EQ(hir->values[hir->nodes[1].args[1].value.index].text, "own");
}

TEST(Cluster, MissingEverywhere) {
  Sample s("S>a A:a>end!end E:end");
  EXPECT_THAT(s.Kinds(), ElementsAre("MissingCluster"));
  EXPECT_THAT(s.diagnostics.Sorted()[0].text.str(),
              testing::HasSubstr("no <job-tracker> and no <name-node>,"));
  s.Global("name-node", s.Plain("hdfs://nn"));
  EXPECT_THAT(s.Kinds(), ElementsAre("MissingCluster"));
  EXPECT_THAT(s.diagnostics.Sorted().back().text.str(), testing::HasSubstr("no <job-tracker>,"));
  EXPECT_EQ(s.diagnostics.Sorted()[0].range.begin, 4u);
}

TEST(Cluster, NotAskedForWhereTheSchemaRequiresItOrTheKindNeedsNone) {
  Sample old("S>a A:a>end!end E:end", "java");
  // Schema 0.2 requires <job-tracker> and <name-node>, so the XML reader reports that they are
  // missing.
  old.workflow.nodes[1].version = stdlib::kV0_2;
  EXPECT_THAT(old.Kinds(), IsEmpty());
  Sample fs("S>a A:a>end!end E:end", "fs");
  EXPECT_THAT(fs.Kinds(), IsEmpty());
  fs.Global("name-node", fs.Plain("hdfs://nn"));
  EXPECT_EQ(fs.Check()->nodes[1].args.size(), 1u);
}

TEST(Parameters, DeclaredAndFree) {
  Sample s("S>a A:a>end!end E:end");
  s.Cluster();
  s.Declare("declared", "5");
  s.Give(1, "exec", s.Variable("free"));
  s.Give(1, "argument", s.Variable("declared"));
  s.Give(1, "argument", s.Variable("MB"));
  const auto hir = s.Check();
  ASSERT_NE(hir, nullptr);
  ASSERT_EQ(hir->parameters.size(), 2u);
  EXPECT_EQ(hir->parameters[0].name, "declared");
  EXPECT_EQ(hir->parameters[0].default_value, "5");
  EXPECT_TRUE(hir->parameters[0].used);
  EXPECT_EQ(hir->parameters[1].name, "free");
}

TEST(Parameters, MissingOnesOnlyWhenPropertiesAreGiven) {
  Sample s("S>a A:a>end!end E:end");
  s.Cluster();
  s.Declare("declared", std::nullopt, {1, 2});
  s.Give(1, "exec", s.Variable("free", {4, 5}));
  s.Give(1, "argument", s.Variable("in_defaults"));
  s.options.defaults.push_back({"in_defaults", "x"});
  EXPECT_THAT(s.Kinds(), IsEmpty());
  s.options.properties.emplace();
  EXPECT_THAT(s.Kinds(), ElementsAre("MissingParameter", "MissingParameter"));
  EXPECT_EQ(s.diagnostics.Sorted()[0].range.begin, 1u);
  EXPECT_EQ(s.diagnostics.Sorted()[1].range.begin, 4u);
  EXPECT_EQ(s.diagnostics.Sorted()[1].oozie_code, "E0738");
  s.options.properties->emplace("declared", "");
  s.options.properties->emplace("free", "1");
  EXPECT_THAT(s.Kinds(), IsEmpty());
}

TEST(Parameters, EmptyNamesAndDuplicates) {
  Sample s("S>end E:end");
  s.Declare("", "5", {0, 1});
  s.Declare("twice", "1", {2, 3});
  s.Declare("twice", "2", {4, 5});
  EXPECT_THAT(s.Kinds(), ElementsAre("EmptyParameterName", "DuplicateParameter"));
  EXPECT_EQ(s.diagnostics.Sorted()[1].notes.at(0).range.begin, 2u);
  s.workflow.parameters.erase(s.workflow.parameters.begin());
  const auto hir = s.Check();
  ASSERT_NE(hir, nullptr);
  ASSERT_EQ(hir->parameters.size(), 1u);
  EXPECT_EQ(hir->parameters[0].default_value, "1");
}

TEST(Functions, NodesThatTheyNameMustExist) {
  Sample s("S>first A:first>end!end E:end");
  s.Cluster();
  s.Give(1, "exec", s.Call("wf:errorCode", "first", {8, 9}));
  EXPECT_THAT(s.Kinds(), IsEmpty());
  s.Give(1, "argument", s.Call("wf:errorCode", "frist", {10, 12}));
  EXPECT_THAT(s.Kinds(), ElementsAre("UnknownNodeInFunction"));
  const Diagnostic found = s.diagnostics.Sorted()[0];
  EXPECT_EQ(found.range, (Range{10, 12}));
  EXPECT_EQ(found.text,
            "wf:errorCode names node 'frist', which does not exist; did you mean 'first'?");
}

TEST(Global, MistakesAreReportedOnce) {
  Sample s("S>end A:lost>end!end E:end");
  s.Global("job-tracker", s.Call("wf:nosuch", "x", {}));
  s.Global("name-node", s.Plain("hdfs://nn"));
  EXPECT_THAT(s.Kinds(), UnorderedElementsAre("UnknownFunction", "UnreachableNode"));
}

TEST(ForkJoinSwitch, OffByPropertyOrOption) {
  Sample s("S>f F:f>a,b A:a>end!end A:b>end!end E:end");
  s.Cluster();
  EXPECT_THAT(s.Kinds(), ElementsAre("ForkJoinCount"));
  s.options.properties = Properties{{"oozie.wf.validate.ForkJoin", " False "}};
  const auto hir = s.Check();
  ASSERT_NE(hir, nullptr);
  EXPECT_TRUE(hir->unpaired_joins);
  s.options.properties = Properties{{"oozie.wf.validate.ForkJoin", "no"}};
  EXPECT_EQ(s.Check(), nullptr);
  s.options.properties.reset();
  s.options.defaults.push_back({"oozie.wf.validate.ForkJoin", "false"});
  EXPECT_NE(s.Check(), nullptr);
  s.options.defaults.clear();
  s.options.validate_fork_join = false;
  EXPECT_NE(s.Check(), nullptr);
}

TEST(Check, EqualExpressionsOfTenThousandNodesAreShared) {
  constexpr int kNodes = 10'000;
  std::string text = "S>n0";
  for (int i = 0; i < kNodes; ++i) {
    text += " A:n" + std::to_string(i) + ">n" + std::to_string(i + 1) + "!k";
  }
  Sample s(text + " E:n" + std::to_string(kNodes) + " K:k");
  s.Cluster();
  for (int i = 1; i <= kNodes; ++i) {
    s.Give(i, "exec", s.Variable("same"));
    s.Give(i, "argument", s.Variable("v" + std::to_string(i)));
  }
  const auto hir = s.Check();
  ASSERT_NE(hir, nullptr);
  EXPECT_EQ(hir->parameters.size(), kNodes + 1u);
  EXPECT_EQ(hir->exprs.size(), kNodes + 1u);
  EXPECT_LE(hir->values.size(), kNodes + 4u);
}

TEST(Check, UnknownNodesInFunctionsAreNoErrors) {
  Sample s("S>first A:first>end!end E:end");
  s.Cluster();
  s.Give(1, "exec", s.Call("wf:errorCode", "frist", {10, 12}));
  EXPECT_NE(s.Check(), nullptr);
  EXPECT_EQ(s.diagnostics.error_count(), 0U);
  EXPECT_EQ(s.diagnostics.warning_count(), 1U);
}

TEST(Check, ExpressionsOfUnreachableNodesAreNoErrors) {
  Sample s("S>first A:first>end!end A:lost>end!end E:end");
  s.Cluster();
  s.Give(1, "exec", s.Plain("true"));
  s.Give(2, "exec", s.Call("wf:nosuch", "x", {10, 12}));
  EXPECT_THAT(s.Kinds(), UnorderedElementsAre("UnreachableNode", "FailsIfReached"));
  EXPECT_EQ(s.diagnostics.error_count(), 0U);
}

TEST(Check, KeepsWhereArgumentsCameFrom) {
  Sample s("S>first A:first>end!end E:end");
  s.Cluster();
  s.Give(1, "exec", s.Call("wf:conf", "x", {10, 12}));
  const Checked checked = sema::Check(s.workflow, s.source, s.options, s.diagnostics);
  ASSERT_NE(checked.hir, nullptr);
  const std::uint32_t first = checked.nodes[1].index;
  const std::vector<ArgumentSource>& sources = checked.argument_sources[first];
  ASSERT_EQ(sources.size(), checked.hir->nodes[first].args.size());
  ASSERT_EQ(sources.size(), 3U);
  EXPECT_EQ(sources[0].written, &s.workflow.global->children[0]);
  EXPECT_TRUE(sources[0].from_global);
  EXPECT_EQ(sources[2].written, &s.workflow.nodes[1].body.children[0]);
  EXPECT_FALSE(sources[2].from_global);
  ASSERT_EQ(checked.global_sources.size(), 2U);
  EXPECT_EQ(checked.global_sources[1].written, &s.workflow.global->children[1]);
  const Bound& call = checked.BoundTo(sources[2].written->text->expr);
  ASSERT_NE(call.function, nullptr);
  EXPECT_EQ(call.function->name, "wf:conf");
}

}  // namespace
}  // namespace hpdl::sema
