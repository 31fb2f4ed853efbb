#include "compiler/diagnostics/explain.h"

#include <gtest/gtest.h>

#include <set>

namespace hpdl {
namespace {

TEST(Explain, EveryKindHasAPage) {
  for (std::size_t i = 0; i < static_cast<std::size_t>(DiagnosticKind::kCount); ++i) {
    const auto kind = static_cast<DiagnosticKind>(i);
    const Explanation* explanation = ExplanationOf(kind);
    ASSERT_NE(explanation, nullptr) << InfoOf(kind).name << " has no entry in explain.def";
    EXPECT_GT(explanation->why.size(), 20u) << InfoOf(kind).name;
  }
}

TEST(Explain, PageHasRuleAndExamples) {
  EXPECT_EQ(Explain("DuplicateParameter"), R"x(DuplicateParameter, warning
a parameter declared twice

Only the first of the two declarations has an effect.

Wrong:
    <property><name>n</name><value>1</value></property>
    <property><name>n</name><value>2</value></property>

Right:
    <property><name>n</name><value>1</value></property>

-Wno-DuplicateParameter silences the diagnostic, and <!-- hpdlc: no-DuplicateParameter --> before an element silences it for that element.
)x");
}

TEST(Explain, NamesInAnyCaseAndOozieCodes) {
  EXPECT_EQ(Explain("cycle"), Explain("Cycle"));
  EXPECT_EQ(Explain("e0707"), Explain("Cycle"));
  const std::string all = Explain("E0700");
  EXPECT_NE(all.find("XmlSyntax (Oozie: E0700), error\n"), std::string::npos);
  EXPECT_NE(all.find("\nXmlDoctype (Oozie: E0700), error\n"), std::string::npos);
}

TEST(Explain, NothingForUnknownNames) {
  EXPECT_EQ(Explain("Cycles"), "");
  EXPECT_EQ(Explain(""), "");
}

TEST(Explain, ListHasEveryKindOnce) {
  const std::string list = ListKinds();
  std::size_t lines = 0;
  for (const char c : list) {
    lines += c == '\n' ? 1 : 0;
  }
  EXPECT_EQ(lines, static_cast<std::size_t>(DiagnosticKind::kCount));
  EXPECT_NE(list.find("Cycle                    the workflow has a cycle\n"), std::string::npos);
}

}  // namespace
}  // namespace hpdl
