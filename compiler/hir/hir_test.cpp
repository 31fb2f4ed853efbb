#include "compiler/hir/hir.h"

#include <gtest/gtest.h>

#include "compiler/hir/testing/sample.h"

namespace hpdl::hir {
namespace {

using testing::Sample;

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
  EXPECT_DEATH(Verify(w), "an argument must end inside the argument that contains it");
  w = Sample();
  w.nodes[2].takes_global = true;
  w.nodes[2].unused_global = {0};
  EXPECT_DEATH(Verify(w), "node 2 of the checked program: the unused elements of <global>");
  w.global_args = {{0, 2, {}, {}}, {0, 2, {}, {}}};
  Verify(w);
  w.nodes[2].unused_global = {0, 1};
  EXPECT_DEATH(Verify(w), "must be sorted and not contain others");
  w.nodes[2].unused_global = {0};
  w.nodes[2].takes_global = false;
  EXPECT_DEATH(Verify(w), "it takes nothing from <global>");
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

}  // namespace
}  // namespace hpdl::hir
