#include "compiler/pipeline/pipeline.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace hpdl::pipeline {
namespace {

std::string Workflow(const std::string& parameters) {
  return "<workflow-app xmlns=\"uri:oozie:workflow:1.0\" name=\"w\">" + parameters +
         "<start to=\"e\"/><end name=\"e\"/></workflow-app>";
}

hir::File FileOf(const std::string& path, const std::string& data) {
  hir::File file;
  file.path = path;
  file.data = data;
  file.size = data.size();
  return file;
}

std::string Property(const std::string& name, const std::string& value) {
  return "<configuration><property><name>" + name + "</name><value>" + value +
         "</value></property></configuration>";
}

std::vector<DiagnosticKind> KindsOf(const Definition& definition) {
  std::vector<DiagnosticKind> kinds;
  for (const Diagnostic& diagnostic : definition.diagnostics.Sorted()) {
    kinds.push_back(diagnostic.kind);
  }
  return kinds;
}

TEST(Pipeline, ABufferBecomesAProgram) {
  const auto definition = Compile({.name = "w.xml", .bytes = Workflow("")}, {});
  ASSERT_NE(definition->hir, nullptr);
  EXPECT_EQ(definition->language->root, "workflow-app");
  EXPECT_EQ(definition->hir->file_name, "w.xml");
  EXPECT_TRUE(definition->hir->files.empty());
}

TEST(Pipeline, EachLanguageHasItsOwnDefaults) {
  const std::vector<hir::File> files = {FileOf("config-default.xml", Property("oozie", "1")),
                                        FileOf("configuration.xml", Property("hws", "2")),
                                        FileOf("run.sh", "")};
  const auto oozie =
      Compile({.name = "w.xml", .bytes = Workflow(""), .root = "app/", .files = files}, {});
  ASSERT_EQ(oozie->defaults.size(), 1u);
  EXPECT_EQ(oozie->defaults[0].name, "oozie");
  EXPECT_EQ(oozie->defaults_source->name(), "app/config-default.xml");
  AddFiles(files, oozie.get());
  ASSERT_EQ(oozie->hir->files.size(), 2u);
  EXPECT_EQ(oozie->hir->files[0].path, "configuration.xml");
  const auto hws = Compile({.name = "w.xml",
                            .bytes = "<hadoop-workflow name=\"w\"><start to=\"e\"/>"
                                     "<end name=\"e\"/></hadoop-workflow>",
                            .files = files},
                           {});
  ASSERT_EQ(hws->defaults.size(), 1u);
  EXPECT_EQ(hws->defaults[0].name, "hws");
}

TEST(Pipeline, AnEmptyPropertyOfOozieIsNoProperty) {
  const std::string parameter = "<parameters><property><name>a</name></property></parameters>";
  const std::vector<hir::File> files = {FileOf("config-default.xml", Property("b", "")),
                                        FileOf("configuration.xml", Property("b", ""))};
  Options options;
  options.properties = PropertyMap{{"a", ""}};
  const auto oozie =
      Compile({.name = "w.xml", .bytes = Workflow(parameter), .files = files}, options);
  EXPECT_THAT(KindsOf(*oozie), ::testing::Contains(DiagnosticKind::kMissingParameter));
  EXPECT_TRUE(oozie->defaults.empty());
  const auto hws = Compile({.name = "w.xml",
                            .bytes = "<hadoop-workflow name=\"${a}\"><start to=\"e\"/>"
                                     "<end name=\"e\"/></hadoop-workflow>",
                            .files = files},
                           options);
  EXPECT_THAT(KindsOf(*hws),
              ::testing::Not(::testing::Contains(DiagnosticKind::kMissingParameter)));
  EXPECT_EQ(hws->defaults.size(), 1u);
}

TEST(Pipeline, OnlyInOozieTheNameOfTheUserInHadoopIsRefused) {
  const std::vector<hir::File> files = {
      FileOf("config-default.xml", Property("mapreduce.job.user.name", "joe")),
      FileOf("configuration.xml", Property("mapreduce.job.user.name", "joe"))};
  const auto oozie = Compile({.name = "w.xml", .bytes = Workflow(""), .files = files}, {});
  EXPECT_THAT(KindsOf(*oozie), ::testing::Contains(DiagnosticKind::kBadProperties));
  const auto hws = Compile({.name = "w.xml",
                            .bytes = "<hadoop-workflow name=\"w\"><start to=\"e\"/>"
                                     "<end name=\"e\"/></hadoop-workflow>",
                            .files = files},
                           {});
  EXPECT_FALSE(hws->diagnostics.HasErrors());
}

TEST(Pipeline, APropertyOfBlanksIsAProperty) {
  const std::string parameter = "<parameters><property><name>a</name></property></parameters>";
  const std::vector<hir::File> files = {FileOf("config-default.xml", Property("a", "  "))};
  const auto definition =
      Compile({.name = "w.xml", .bytes = Workflow(parameter), .files = files}, {});
  EXPECT_FALSE(definition->diagnostics.HasErrors());
  ASSERT_EQ(definition->defaults.size(), 1u);
  EXPECT_EQ(definition->defaults[0].value, " ");
}

TEST(Pipeline, FilesThatLookSecretAreNamedWithTheirPlace) {
  const std::vector<hir::File> files = {FileOf("conf/a.keytab", "")};
  const auto definition =
      Compile({.name = "w.xml", .bytes = Workflow(""), .root = "app/", .files = files}, {});
  const std::vector<Diagnostic> found = definition->diagnostics.Sorted();
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].kind, DiagnosticKind::kSecretFile);
  EXPECT_EQ(found[0].file, "app/conf/a.keytab");
}

TEST(Pipeline, PropertiesMayMakeACircle) {
  const std::string parameters =
      "<parameters><property><name>a</name><value>${b}</value></property></parameters>";
  Options options;
  options.properties = PropertyMap{{"b", "${a}"}};
  const auto definition = Compile({.name = "w.xml", .bytes = Workflow(parameters)}, options);
  EXPECT_EQ(definition->hir, nullptr);
  const std::vector<DiagnosticKind> kinds = KindsOf(*definition);
  EXPECT_NE(std::find(kinds.begin(), kinds.end(), DiagnosticKind::kPropertyCycle), kinds.end());
}

TEST(Pipeline, ADefaultMayNameItselfIfTheJobGivesTheValue) {
  const std::string parameters =
      "<parameters><property><name>a</name><value>${a}</value></property></parameters>";
  const Input input{.name = "w.xml", .bytes = Workflow(parameters)};
  EXPECT_THAT(KindsOf(*Compile(input, {})), testing::Contains(DiagnosticKind::kDefaultCycle));
  EXPECT_NE(Compile(input, {})->hir, nullptr);
  Options options;
  options.properties = PropertyMap{{"a", "1"}};
  EXPECT_NE(Compile(input, options)->hir, nullptr);
  options.properties = PropertyMap{{"b", "1"}};
  EXPECT_EQ(Compile(input, options)->hir, nullptr);
  options.all_properties = false;
  EXPECT_NE(Compile(input, options)->hir, nullptr);
}

TEST(Pipeline, OnlyTheFirstDeclarationOfAParameterCounts) {
  const auto twice = [](const std::string& name, const std::string& value) {
    return "<property><name>" + name + "</name></property><property><name>" + name +
           "</name><value>" + value + "</value></property>";
  };
  const std::string parameters =
      "<parameters>" + twice("a", "${a}") + twice("n", "word") + "</parameters>";
  Options options;
  options.properties = PropertyMap{{"b", "1"}};
  const auto workflow = Compile(
      {.name = "w.xml",
       .bytes = "<workflow-app xmlns=\"uri:oozie:workflow:1.0\" name=\"w\">" + parameters +
                "<start to=\"d\"/><decision name=\"d\"><switch><case to=\"e\">${n gt 5}</case>"
                "<default to=\"e\"/></switch></decision><end name=\"e\"/></workflow-app>"},
      options);
  const std::vector<DiagnosticKind> kinds = KindsOf(*workflow);
  EXPECT_EQ(std::count(kinds.begin(), kinds.end(), DiagnosticKind::kMissingParameter), 2);
  EXPECT_EQ(std::count(kinds.begin(), kinds.end(), DiagnosticKind::kDuplicateParameter), 2);
  for (const DiagnosticKind none : {DiagnosticKind::kDefaultCycle, DiagnosticKind::kPropertyCycle,
                                    DiagnosticKind::kParameterType}) {
    EXPECT_THAT(kinds, testing::Not(testing::Contains(none)));
  }
  const auto coordinator =
      Compile({.name = "c.xml",
               .bytes = "<coordinator-app xmlns=\"uri:oozie:coordinator:0.4\" name=\"c\" "
                        "frequency=\"${coord:days(1)}\" start=\"2020-01-01T00:00Z\" "
                        "end=\"2020-01-02T00:00Z\" timezone=\"UTC\">" +
                        parameters +
                        "<action><workflow><app-path>hdfs://n/a</app-path></workflow></action>"
                        "</coordinator-app>"},
              options);
  EXPECT_THAT(KindsOf(*coordinator), testing::Contains(DiagnosticKind::kMissingParameter));
  EXPECT_FALSE(coordinator->submitted.contains("a"));
  EXPECT_FALSE(coordinator->submitted.contains("n"));
}

TEST(Pipeline, WhatCannotBeReadHasDiagnosticsOnly) {
  for (const std::string bytes : {"", "<a", "\xff\xfe\x00", "<coordinator-app/>"}) {
    const auto definition = Compile({.name = "w.xml", .bytes = bytes}, {});
    EXPECT_EQ(definition->workflow(), nullptr) << bytes;
    EXPECT_EQ(definition->hir, nullptr) << bytes;
    EXPECT_TRUE(definition->diagnostics.HasErrors()) << bytes;
  }
}

}  // namespace
}  // namespace hpdl::pipeline
