#include "compiler/hir/job_xml.h"

#include <gtest/gtest.h>

#include "stdlib/core/common.h"

namespace hpdl::hir {
namespace {

constexpr stdlib::ElementDecl kJobXmlElements[] = {
    {.name = "exec"}, {.name = "job-xml", .role = stdlib::ElementRole::kJobXml}};
constexpr stdlib::StructDecl kJobXmlBody{.name = "toy", .elements = kJobXmlElements};
constexpr stdlib::Shape kJobXmlShapes[] = {
    {stdlib::Family::kWorkflow, "toy", {}, {}, &kJobXmlBody}};
constexpr stdlib::KindDecl kJobXmlKind{.name = "toy", .shapes = kJobXmlShapes};
constexpr stdlib::KindEntry kJobXmlEntry{&kJobXmlKind, false};

/// Returns a workflow whose action has an <exec> and then a <job-xml> that has a child.
Workflow With(const Value& job_xml) {
  Workflow w;
  w.values = {{.text = "echo"}, job_xml, {.text = "x"}};
  w.files = {{.path = "conf/a.xml"}};
  w.nodes = {{.name = "a",
              .kind = &kJobXmlEntry,
              .args = {{.field = 0, .end = 1, .value = ValueId{0}},
                       {.field = 1, .end = 3, .value = ValueId{1}},
                       {.field = 1, .end = 3, .value = ValueId{2}}}}};
  return w;
}

TEST(ReadsExpressions, OfFilesThatAreNotBundled) {
  EXPECT_FALSE(ReadsExpressions(Workflow()));
  EXPECT_FALSE(ReadsExpressions(With({.text = "conf/a.xml"})));
  EXPECT_FALSE(ReadsExpressions(With({.text = "././conf/a.xml"})));
  for (const char* path : {"a.xml", "/conf/a.xml", "hdfs://nn/conf/a.xml", ""}) {
    EXPECT_TRUE(ReadsExpressions(With({.text = path}))) << path;
  }
  EXPECT_TRUE(ReadsExpressions(With({.expr = ExprId{0}, .text = "${dir}/a.xml"})));
}

TEST(ReadsExpressions, OfGlobalToo) {
  Workflow w;
  w.values = {{.text = "hdfs://nn/a.xml"}};
  for (std::uint32_t i = 0; i < stdlib::kGlobalDecl.elements.size(); ++i) {
    w.global_args = {{.field = i, .end = 1, .value = ValueId{0}}};
    EXPECT_EQ(ReadsExpressions(w), stdlib::kGlobalDecl.elements[i].name == "job-xml");
  }
}

TEST(ReadsExpressions, HwsTakesFilesAsTheyAre) {
  Workflow w = With({.text = "hdfs://nn/a.xml"});
  w.dialect = Dialect::kHws;
  EXPECT_FALSE(ReadsExpressions(w));
}

}  // namespace
}  // namespace hpdl::hir
