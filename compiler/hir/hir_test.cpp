#include "compiler/hir/hir.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "compiler/hir/graph.h"

namespace hpdl::hir {
namespace {

using testing::HasSubstr;

constexpr stdlib::ElementDecl kElements[] = {{.name = "exec"}};
constexpr stdlib::StructDecl kBody{.name = "toy", .elements = kElements};
constexpr stdlib::Shape kShapes[] = {{stdlib::Family::kWorkflow, "toy", {}, {}, &kBody}};
constexpr stdlib::KindDecl kKind{.name = "toy", .shapes = kShapes};
constexpr stdlib::KindEntry kEntry{&kKind, false, false};

/// start -> decision (a > 1: work, default: kill); work -> end | kill
Workflow Sample() {
  Workflow w;
  w.values = {{.text = "my \"flow\""},
              {.expr = ExprId{2}, .text = "${a > 1}", .target = Type::kBoolean},
              {.text = "echo"}};
  w.name = ValueId{0};
  w.parameters = {{.name = "a", .default_value = "5", .used = true}};
  w.exprs = {{.kind = ExprKind::kParameter, .type = Type::kAny, .effects = stdlib::kRunState},
             {.kind = ExprKind::kConstant, .type = Type::kLong, .number = 1},
             {.kind = ExprKind::kBinary,
              .type = Type::kBoolean,
              .op = ast::Op::kGreater,
              .effects = stdlib::kRunState,
              .operands = {ExprId{0}, ExprId{1}}}};
  w.start = NodeId{0};
  w.nodes.resize(5);
  w.nodes[0] = {.name = ":start:", .type = NodeType::kStart, .edges = {{"d", NodeId{1}}}};
  w.nodes[1] = {.name = "d",
                .type = NodeType::kDecision,
                .edges = {{"work", NodeId{2}, ValueId{1}}, {"k", NodeId{3}}}};
  w.nodes[2] = {.name = "work",
                .type = NodeType::kAction,
                .edges = {{"ok", NodeId{4}}, {"error", NodeId{3}}},
                .kind = &kEntry,
                .args = {{.field = 0, .end = 1, .value = ValueId{2}}}};
  w.nodes[3] = {.name = "k", .type = NodeType::kKill, .message = ValueId{2}};
  w.nodes[4] = {.name = "end", .type = NodeType::kEnd};
  return w;
}

TEST(Print, WholeProgram) {
  EXPECT_EQ(Print(Sample()), R"x(workflow oozie name=v0 start=n0
parameter p0 a = "5"
start n0 :start:
  -> n1 "d"
decision n1 d
  -> n2 "work" when v1
  -> n3 "k"
action n2 work toy/0
  exec = v2
  -> n4 "ok"
  -> n3 "error"
kill n3 k message=v2
end n4 end
value v0 string "my \"flow\""
value v1 boolean e2 ; "${a > 1}"
value v2 string "echo"
expr e0 (parameter a) : any !run
expr e1 (1) : long
expr e2 (gt e0 e1) : boolean !run
)x");
}

TEST(Verify, AcceptsTheSample) {
  Verify(Sample());
}

TEST(VerifyDeathTest, FindsContradictions) {
  Workflow w = Sample();
  w.nodes[2].edges[1].target = NodeId{17};
  EXPECT_DEATH(Verify(w), "node 2 of the checked program: a transition leads nowhere");
  w = Sample();
  w.exprs[2].operands[0] = ExprId{2};
  EXPECT_DEATH(Verify(w), "operands must come before it");
  w = Sample();
  w.exprs[2].effects = stdlib::kPure;
  EXPECT_DEATH(Verify(w), "its effects must include");
  w = Sample();
  w.nodes[2].args[0].end = 0;
  EXPECT_DEATH(Verify(w), "arguments must nest");
  w = Sample();
  w.nodes[2].edges.pop_back();
  EXPECT_DEATH(Verify(w), "wrong number of transitions");
  w = Sample();
  w.nodes[1].edges[1].when = ValueId{1};
  EXPECT_DEATH(Verify(w), "only the cases of a decision");
  w = Sample();
  w.nodes[3].message = ValueId{3};
  EXPECT_DEATH(Verify(w), "message of node 3");
  w = Sample();
  w.start = NodeId{4};
  EXPECT_DEATH(Verify(w), "start must be a start node");
}

TEST(Dot, ShapesLabelsAndEscapes) {
  EXPECT_EQ(FormatDot(Sample()), R"x(digraph "my \"flow\"" {
  node [fontname=sans];
  n0 [label="start", shape=circle];
  n1 [label="d", shape=diamond];
  n2 [label="work\n(toy)", shape=box, style=rounded];
  n3 [label="k", shape=octagon];
  n4 [label="end", shape=doublecircle];
  n0 -> n1;
  n1 -> n2 [label="${a > 1}"];
  n1 -> n3 [label="default"];
  n2 -> n4;
  n2 -> n3 [label="error", style=dashed];
}
)x");
}

TEST(Mermaid, ShapesLabelsAndEscapes) {
  EXPECT_EQ(FormatMermaid(Sample()), R"x(flowchart TD
  n0(("start"))
  n1{"d"}
  n2("work (toy)")
  n3{{"k"}}
  n4((("end")))
  n0 --> n1
  n1 -->|"${a #gt; 1}"| n2
  n1 -->|"default"| n3
  n2 --> n4
  n2 -.->|"error"| n3
)x");
}

TEST(Graph, LongPredicatesAreCutBetweenCharacters) {
  Workflow w = Sample();
  w.values[1].text.clear();
  for (int i = 0; i < 100; ++i) {
    w.values[1].text += "\xc3\xa4";
  }
  std::string cut;
  for (int i = 0; i < 60; ++i) {
    cut += "\xc3\xa4";
  }
  EXPECT_THAT(FormatDot(w), HasSubstr("[label=\"" + cut + "...\"]"));
  w.values[1].text = "\n  a\n\t  b";
  EXPECT_THAT(FormatDot(w), HasSubstr("[label=\"a b\"]"));
}

}  // namespace
}  // namespace hpdl::hir
