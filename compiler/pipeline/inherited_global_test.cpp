#include "compiler/pipeline/inherited_global.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "compiler/pipeline/global_section.h"

namespace hpdl::pipeline {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Pair;

constexpr const char* kPropagating =
    "<action name='s'><sub-workflow><app-path>/child</app-path><propagate-configuration/>"
    "</sub-workflow><ok to='e'/><error to='e'/></action>";
constexpr const char* kSilent =
    "<action name='t'><sub-workflow><app-path>/child</app-path></sub-workflow><ok to='e'/>"
    "<error to='e'/></action>";

std::string ShellWith(const std::string& elements) {
  return "<action name='s'><shell xmlns='uri:oozie:shell-action:0.3'>" + elements +
         "<exec>true</exec></shell><ok to='e'/><error to='e'/></action>";
}

std::string PropertyWith(const std::string& name, const std::string& value) {
  return "<property><name>" + name + "</name><value>" + value + "</value></property>";
}

std::string Configuration(const std::string& properties) {
  return "<configuration>" + properties + "</configuration>";
}

class InheritedGlobalTest : public ::testing::Test {
 protected:
  /// Compiles a workflow that begins with an action `s` and inherits `inherited_`.
  const Definition& CompileWith(const std::string& global, const std::string& actions,
                                const std::string& version = "1.0") {
    Options options;
    options.analyze = false;
    options.inherited_global = inherited_;
    const std::string section = global.empty() ? "" : "<global>" + global + "</global>";
    definition_ =
        Compile({.name = "w.xml",
                 .bytes = "<workflow-app xmlns='uri:oozie:workflow:" + version + "' name='w'>" +
                          section + "<start to='s'/>" + actions + "<end name='e'/></workflow-app>"},
                options);
    return *definition_;
  }
  /// Lets the next workflows inherit a section.
  void Inherit(const GlobalSection& section) { inherited_ = *WriteGlobalSection(section); }
  GlobalSection Handed() const {
    const rt::Result<GlobalSection> section = ReadGlobalSection(definition_->handed_global);
    return section ? *section : GlobalSection();
  }
  std::vector<std::string> Messages() const {
    std::vector<std::string> messages;
    for (const Diagnostic& diagnostic : definition_->diagnostics.Sorted()) {
      if (diagnostic.severity != Severity::kRemark) {
        messages.push_back(std::string(diagnostic.oozie_code) + " " + diagnostic.text.str());
      }
    }
    return messages;
  }
  const hir::Node& Action() const { return definition_->hir->nodes[1]; }
  /// Returns the texts of the elements of <global> that the action `s` uses.
  std::vector<std::string> Used() const {
    std::vector<std::string> texts;
    const hir::Workflow& workflow = *definition_->hir;
    for (std::uint32_t i = 0; i < workflow.global_args.size(); ++i) {
      const std::vector<std::uint32_t>& unused = Action().unused_global;
      if (std::find(unused.begin(), unused.end(), i) != unused.end()) {
        i = workflow.global_args[i].end - 1;
      } else if (workflow.global_args[i].value.valid()) {
        texts.push_back(workflow.values[workflow.global_args[i].value.index].text);
      }
    }
    return texts;
  }

  std::string inherited_;
  std::unique_ptr<Definition> definition_;
};

TEST_F(InheritedGlobalTest, IsHandedOnIfAnActionPropagates) {
  const std::string global =
      "<resource-manager>${rm}</resource-manager><name-node>hdfs://nn</name-node>"
      "<job-xml>a.xml</job-xml>" +
      Configuration(PropertyWith("a", "${b}") + PropertyWith("empty", ""));
  EXPECT_EQ(CompileWith(global, std::string(kSilent).replace(14, 1, "s")).handed_global, "");
  CompileWith(global, std::string(kPropagating) + kSilent);
  EXPECT_THAT(Messages(), ElementsAre(testing::HasSubstr("leads to 't'")));
  EXPECT_EQ(Handed().resource_manager, "${rm}");
  EXPECT_EQ(Handed().name_node, "hdfs://nn");
  EXPECT_THAT(Handed().job_xml, ElementsAre("a.xml"));
  EXPECT_THAT(Handed().properties, ElementsAre(Pair("a", "${b}")));
  EXPECT_EQ(definition_->hir->handed_global, definition_->handed_global);
  EXPECT_EQ(CompileWith("", kPropagating).handed_global, "") << "there is no <global>";
}

TEST_F(InheritedGlobalTest, SettingsOfTheLauncherAreProperties) {
  CompileWith(Configuration(PropertyWith("oozie.launcher.queue", "lost")), kPropagating);
  EXPECT_THAT(Handed().properties, ElementsAre(Pair("oozie.launcher.queue", "lost")));
  CompileWith(
      "<launcher><memory.mb>512</memory.mb><queue>q</queue><java-opts>-Da</java-opts>"
      "</launcher>" +
          Configuration(PropertyWith("oozie.launcher.queue", "lost")),
      kPropagating);
  EXPECT_THAT(Handed().properties, ElementsAre(Pair("oozie.launcher.javaopts", "-Da"),
                                               Pair("oozie.launcher.memory.mb", "512"),
                                               Pair("oozie.launcher.queue", "q")));
  Inherit({.properties = {{"oozie.launcher.queue", "parent"}, {"oozie.launcher.vcores", "2"}}});
  CompileWith("<launcher><queue>own</queue></launcher>", ShellWith("<job-tracker>j</job-tracker>"
                                                                   "<name-node>n</name-node>"));
  EXPECT_THAT(Used(), ElementsAre("oozie.launcher.vcores", "2", "own"));
}

TEST_F(InheritedGlobalTest, OwnValuesWin) {
  Inherit({"jt", "nn", {"a.xml", "b.xml"}, {{"a", "inherited"}, {"b", "inherited"}}});
  const std::string own = "<name-node>hdfs://own</name-node><job-xml>b.xml</job-xml>" +
                          Configuration(PropertyWith("b", "own"));
  CompileWith(own, ShellWith("<prepare/>"));
  EXPECT_THAT(Messages(), IsEmpty());
  EXPECT_THAT(Used(), ElementsAre("a.xml", "a", "inherited", "b.xml", "b", "own"));
  EXPECT_EQ(definition_->handed_global, inherited_) << "no action propagates";
  EXPECT_EQ(definition_->hir->handed_global, "");
  EXPECT_EQ(definition_->hir->inherited_global, inherited_);
  EXPECT_EQ(definition_->inherited_bytes, std::string("jta.xmlainherited").size());
  CompileWith(own, kPropagating);
  EXPECT_EQ(Handed().resource_manager, "jt");
  EXPECT_EQ(Handed().name_node, "hdfs://own");
  EXPECT_THAT(Handed().job_xml, ElementsAre("a.xml", "b.xml"));
  EXPECT_THAT(Handed().properties, ElementsAre(Pair("a", "inherited"), Pair("b", "own")));
  const std::string handed = inherited_ = definition_->handed_global;
  EXPECT_EQ(CompileWith(own, kPropagating).handed_global, handed) << "the same for its own child";
}

TEST_F(InheritedGlobalTest, AnActionUsesOnlyWhatItLacks) {
  Inherit({"jt", "nn", {}, {{"a", "x"}, {"b", "y"}}});
  CompileWith("", ShellWith(Configuration(PropertyWith("b", "own") + PropertyWith("a", ""))));
  EXPECT_THAT(Messages(), IsEmpty());
  EXPECT_TRUE(Action().takes_global);
  EXPECT_THAT(Used(), ElementsAre("a", "x"));
  EXPECT_EQ(Action().args.size(), 10U) << "it has the addresses";
  CompileWith("",
              "<action name='s'><email xmlns='uri:oozie:email-action:0.2'><to>a@b</to>"
              "<subject>s</subject><body>b</body></email><ok to='e'/><error to='e'/></action>");
  EXPECT_FALSE(Action().takes_global);
}

TEST_F(InheritedGlobalTest, TheLastOfSeveralPropertiesIsUsed) {
  CompileWith(Configuration(PropertyWith("a", "${lost}") + PropertyWith("b", "y") +
                            PropertyWith("a", "x") + PropertyWith("a", "")),
              ShellWith("<job-tracker>j</job-tracker><name-node>n</name-node>"));
  EXPECT_THAT(Used(), ElementsAre("b", "y", "a", "x", "a", ""));
  EXPECT_EQ(Action().unused_global.size(), 1U);
}

TEST_F(InheritedGlobalTest, FsOfAnyVersionGetsTheNameNode) {
  Inherit({std::nullopt, "hdfs://nn", {}, {}});
  CompileWith("",
              "<action name='s'><fs><mkdir path='/x'/></fs><ok to='e'/><error to='e'/></action>",
              "0.1");
  EXPECT_THAT(Messages(), IsEmpty());
  const hir::Workflow& workflow = *definition_->hir;
  EXPECT_EQ(workflow.values[Action().args[0].value.index].text, "hdfs://nn");
}

TEST_F(InheritedGlobalTest, TextsThatFailAreNoMistakesOfTheChild) {
  Inherit(
      {"jt", "nn", {}, {{"a", "${"}, {"b", "${no:such()}"}, {"c", "${1 + 'x'}"}, {"d", "${p}"}}});
  CompileWith("", ShellWith("<job-xml>${q}</job-xml>"));
  EXPECT_THAT(Messages(), IsEmpty());
  ASSERT_NE(definition_->hir, nullptr);
  const auto& parameters = definition_->hir->parameters;
  ASSERT_EQ(parameters.size(), 2U);
  EXPECT_TRUE(parameters[0].name == "p" && parameters[0].optional);
  EXPECT_TRUE(parameters[1].name == "q" && !parameters[1].optional);
  Options options;
  options.inherited_global = inherited_;
  options.properties = PropertyMap{{"q", "1"}};
  const auto all =
      Compile({.name = "w.xml", .bytes = std::string(definition_->source->text())}, options);
  EXPECT_FALSE(all->diagnostics.HasErrors()) << "p needs no value";
}

TEST_F(InheritedGlobalTest, AParameterThatTheChildReadsTooIsRequired) {
  Inherit({"jt", "nn", {}, {{"d", "${p}"}}});
  CompileWith("", ShellWith("<job-xml>${p}</job-xml>"));
  ASSERT_EQ(definition_->hir->parameters.size(), 1U);
  EXPECT_FALSE(definition_->hir->parameters[0].optional);
}

TEST_F(InheritedGlobalTest, AValueThatIsNoGlobalIsRefusedAsByOozie) {
  inherited_ = "nonsense";
  CompileWith("", kSilent);
  EXPECT_THAT(Messages(),
              testing::Contains("E0700 Error while processing global section conf: the property "
                                "oozie.wf.globalconf is not the <global> of a workflow"));
  inherited_.clear();
  CompileWith(Configuration(PropertyWith("a", std::string(65536, 'x'))), kPropagating);
  EXPECT_THAT(Messages(), ElementsAre("E0700 Error while processing global section conf: <global> "
                                      "is too large to be handed to a sub-workflow"));
  CompileWith(Configuration(PropertyWith("a", std::string(65536, 'x'))),
              std::string(kSilent).replace(14, 1, "s"));
  EXPECT_THAT(Messages(), IsEmpty());
}

TEST_F(InheritedGlobalTest, HasNoEffectInHws) {
  inherited_ = "nonsense";
  Options options;
  options.inherited_global = inherited_;
  const auto definition = Compile({.name = "w.xml",
                                   .bytes = "<hadoop-workflow name=\"w\"><start to=\"e\"/>"
                                            "<end name=\"e\"/></hadoop-workflow>"},
                                  options);
  ASSERT_NE(definition->hir, nullptr);
  EXPECT_EQ(definition->handed_global, "");
  EXPECT_EQ(definition->hir->inherited_global, "");
}

}  // namespace
}  // namespace hpdl::pipeline
