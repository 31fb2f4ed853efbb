#include "compiler/draw/graph_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "compiler/hir/testing/sample.h"

namespace hpdl::draw {
namespace {

using hir::testing::Sample;
using ::testing::HasSubstr;

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

TEST(Graph, PredicatesAreShownAsWritten) {
  hir::Workflow w = Sample();
  w.values[1].text = "${a eq '&amp; \\n $$x$$'}";
  EXPECT_THAT(FormatDot(w), HasSubstr("[label=\"${a eq '&amp;amp; \\\\n $$x$$'}\"]"));
  EXPECT_THAT(FormatMermaid(w), HasSubstr("|\"${a eq '#amp;amp; #92;n $#36;x$#36;'}\"|"));
}

TEST(Graph, LongPredicatesAreCutBetweenCharacters) {
  hir::Workflow w = Sample();
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
}  // namespace hpdl::draw
