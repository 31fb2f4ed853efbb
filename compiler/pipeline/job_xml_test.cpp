#include "compiler/pipeline/job_xml.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "compiler/frontend/xml/encoding.h"
#include "compiler/frontend/xml/reader.h"
#include "stdlib/core/job_xml_property.h"

namespace hpdl::pipeline {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

std::string Shell(const std::string& job_xml) {
  return "<workflow-app xmlns='uri:oozie:workflow:1.0' name='w'><start to='a'/><action name='a'>"
         "<shell xmlns='uri:oozie:shell-action:1.0'>" +
         job_xml +
         "<exec>true</exec></shell><ok to='e'/><error to='e'/></action><end name='e'/>"
         "</workflow-app>";
}

class JobXmlTest : public ::testing::Test {
 protected:
  void Compile(const std::string& definition, const std::string& properties) {
    hir::File file;
    file.path = "job.xml";
    file.data = "<configuration>\n" + properties + "</configuration>";
    file.size = file.data.size();
    files_ = {file};
    source_ = std::make_unique<SourceBuffer>("workflow.xml", definition);
    frontend::ParsedDefinition parsed =
        frontend::ReadDefinition(*source_, frontend::ReadLimits(), diagnostics_);
    auto* workflow = std::get_if<std::unique_ptr<ast::Workflow>>(&parsed.ast);
    ASSERT_NE(workflow, nullptr);
    ast_ = std::move(*workflow);
    Input input;
    input.files = files_;
    AddJobXmlExpressions(input, *source_, *ast_, diagnostics_);
  }
  static std::string Property(const std::string& name, const std::string& value) {
    return "<property><name>" + name + "</name><value>" + value + "</value></property>\n";
  }
  /// Returns the names and texts of the properties compiled for the action.
  std::vector<std::string> Compiled() const {
    std::vector<std::string> found;
    for (const ast::Node& node : ast_->nodes) {
      for (const ast::Argument& argument : node.body.children) {
        for (const ast::Argument& property : argument.children) {
          if (property.field == stdlib::kJobXmlProperty) {
            found.push_back(property.text->text.value + "=" +
                            property.children.at(0).text->text.value);
            EXPECT_TRUE(property.children[0].text->expr.valid());
          }
        }
      }
    }
    return found;
  }

  std::vector<hir::File> files_;
  std::unique_ptr<SourceBuffer> source_;
  Diagnostics diagnostics_;
  std::unique_ptr<ast::Workflow> ast_;
};

TEST_F(JobXmlTest, WhatNeedsTheCompilerBecomesArguments) {
  Compile(Shell("<job-xml>./job.xml</job-xml>"),
          Property("plain", "text") + Property("name", "${x}") + Property("hadoop", "${a.b}") +
              Property("escaped", "\\${1 + 1} ${x}") +
              Property("call", "/out/${wf:id()}/${hadoop.tmp.dir}/${x}") +
              Property("sum", "${1 + 1}") + Property("minus", "${a-b}") +
              Property("twice", "${wf:id()}") + Property("twice", "the last one counts"));
  EXPECT_THAT(Compiled(), ElementsAre("call=/out/${wf:id()}/${wf:conf('hadoop.tmp.dir') == null ? "
                                      "'${hadoop.tmp.dir}' : wf:conf('hadoop.tmp.dir')}/${x}",
                                      "minus=${a-b}", "sum=${1 + 1}"));
  EXPECT_FALSE(diagnostics_.HasErrors());
}

TEST_F(JobXmlTest, ConstantsAndWordsAreNoProperties) {
  Compile(Shell("<job-xml>job.xml</job-xml>"),
          Property("constant", "${KB}") + Property("text", "${ RECORDS }") +
              Property("word", "${true}") + Property("name", "${trueish}") +
              Property("letters",
                       "${gr\xC3\xB6\xC3\x9F"
                       "e}"));
  EXPECT_THAT(Compiled(), ElementsAre("constant=${KB}", "text=${ RECORDS }", "word=${true}"));
}

TEST_F(JobXmlTest, OtherFilesAreLeftAlone) {
  for (const char* job_xml : {"other.xml", "/job.xml", "hdfs://nn/job.xml", "${name}"}) {
    Compile(Shell("<job-xml>" + std::string(job_xml) + "</job-xml>"),
            Property("call", "${wf:id()}"));
    EXPECT_THAT(Compiled(), ElementsAre()) << job_xml;
  }
  Compile(Shell("<job-xml>job.xml</job-xml>"), "<property>");
  EXPECT_THAT(Compiled(), ElementsAre());
  EXPECT_FALSE(diagnostics_.HasErrors());
}

TEST_F(JobXmlTest, AFileWithAnExpressionThatFailsIsNotEvaluated) {
  const std::string text = Shell("<job-xml>job.xml</job-xml>");
  for (const char* bad : {"${wf:id(}", "${x", "${site:today()}", "${wf:id('x')}"}) {
    SCOPED_TRACE(bad);
    diagnostics_ = {};
    Compile(text, Property("a", "${wf:id()}") + Property("bad", bad) + Property("c", "${1 + 1}"));
    EXPECT_THAT(Compiled(), ElementsAre());
    const std::vector<Diagnostic> found = diagnostics_.Sorted();
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0].kind, DiagnosticKind::kJobXmlNotEvaluated);
    EXPECT_EQ(found[0].severity, Severity::kWarning);
    EXPECT_THAT(found[0].text.str(), HasSubstr("job.xml:3: property bad: "));
    EXPECT_EQ(found[0].range.begin, text.find("job.xml"));
  }
}

}  // namespace
}  // namespace hpdl::pipeline
