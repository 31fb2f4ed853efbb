#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <map>

#include "compiler/pipeline/pipeline.h"

namespace hpdl::pipeline {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::string WithDatasets(const std::string& datasets) {
  return "<coordinator-app xmlns='uri:oozie:coordinator:0.4' name='c' frequency='60' "
         "start='2024-01-01T00:00Z' end='2024-01-02T00:00Z' timezone='UTC'><datasets>" +
         datasets +
         "</datasets><action><workflow><app-path>p</app-path></workflow></action>"
         "</coordinator-app>";
}

std::string Dataset(const std::string& name) {
  return "<dataset name='" + name +
         "' frequency='60' initial-instance='2024-01-01T00:00Z' timezone='UTC'><uri-template>u" +
         "</uri-template></dataset>";
}

/// Compiles the text. `files` maps URIs to the included files.
std::unique_ptr<Definition> CompileWith(const std::string& text,
                                        const std::map<std::string, std::string>& files,
                                        Options options = {}) {
  Input input{.name = "c.xml", .bytes = text};
  input.read_include = [&files](const IncludeUri& uri) -> rt::Result<FoundInclude> {
    const auto found = files.find(uri.known.value_or(uri.written));
    if (found == files.end()) {
      const char* code = uri.known ? kNoInclude : "";
      return rt::Error{rt::ErrorClass::kError, code, "it does not exist"};
    }
    return FoundInclude{found->first, found->second};
  };
  options.diagnostics.silenced = {"UnusedDataset"};
  return Compile(std::move(input), options);
}

std::vector<DiagnosticKind> KindsFound(const Definition& definition) {
  std::vector<DiagnosticKind> kinds;
  for (const Diagnostic& each : definition.diagnostics.Sorted()) {
    kinds.push_back(each.kind);
  }
  return kinds;
}

std::vector<std::string> DatasetNames(const Definition& definition) {
  std::vector<std::string> names;
  for (const hir::Dataset& dataset : definition.coordinator_hir->datasets) {
    names.push_back(dataset.name);
  }
  return names;
}

TEST(Submitted, TheTablesOfWhatOozieTookAreSound) {
  std::ifstream probes(HPDL_SOURCE_DIR "/test/conformance/coordinators.probes");
  std::size_t coordinators = 0;
  std::size_t bundles = 0;
  for (std::string line; std::getline(probes, line);) {
    if (!line.starts_with('<')) {
      continue;
    }
    const auto definition = Compile({.name = "c.xml", .bytes = line}, {});
    if (definition->coordinator_hir != nullptr) {
      ++coordinators;
      hir::Verify(*definition->coordinator_hir);
      EXPECT_FALSE(hir::Print(*definition->coordinator_hir).empty());
    }
    if (definition->bundle_hir != nullptr) {
      ++bundles;
      hir::Verify(*definition->bundle_hir);
      EXPECT_FALSE(hir::Print(*definition->bundle_hir).empty());
    }
  }
  EXPECT_EQ(coordinators, 84u);
  EXPECT_EQ(bundles, 11u);
}

TEST(Submitted, AFileComesBeforeThoseThatItIncludes) {
  const auto definition = CompileWith(
      WithDatasets("<include>hdfs://nn/a.xml</include><include>b.xml</include>" + Dataset("own")),
      {{"hdfs://nn/a.xml", "<datasets><include>/c.xml</include>" + Dataset("a") + "</datasets>"},
       {"b.xml", "<datasets>" + Dataset("b") + Dataset("own") + "</datasets>"},
       {"/c.xml", "<datasets>" + Dataset("c") + "</datasets>"}});
  EXPECT_THAT(KindsFound(*definition), IsEmpty());
  ASSERT_NE(definition->coordinator_hir, nullptr);
  EXPECT_THAT(DatasetNames(*definition), ElementsAre("own", "a", "c", "b"));
  EXPECT_THAT(definition->coordinator_hir->includes, IsEmpty());
  hir::Verify(*definition->coordinator_hir);
}

TEST(Submitted, IncludedNamesAreUnique) {
  const std::string d = "<datasets>" + Dataset("d") + "</datasets>";
  const auto definition =
      CompileWith(WithDatasets("<include>a.xml</include><include>b.xml</include>"),
                  {{"a.xml", d}, {"b.xml", d}});
  EXPECT_THAT(KindsFound(*definition), ElementsAre(DiagnosticKind::kDuplicateDataset));
  EXPECT_EQ(definition->coordinator_hir, nullptr);
}

TEST(Submitted, ACircleIsOneError) {
  const auto definition = CompileWith(WithDatasets("<include>a.xml</include>"),
                                      {{"a.xml", "<datasets><include>b.xml</include></datasets>"},
                                       {"b.xml", "<datasets><include>a.xml</include></datasets>"}});
  EXPECT_THAT(KindsFound(*definition), ElementsAre(DiagnosticKind::kIncludeCycle));
}

TEST(Submitted, FilesAreReadWithinBounds) {
  // Each file includes the next file twice.
  std::map<std::string, std::string> files;
  for (int i = 0; i < 40; ++i) {
    const std::string next = "<include>" + std::to_string(i + 1) + ".xml</include>";
    files[std::to_string(i) + ".xml"] = "<datasets>" + next + next + "</datasets>";
  }
  files["40.xml"] = "<datasets/>";
  const auto definition = CompileWith(WithDatasets("<include>0.xml</include>"), files);
  EXPECT_EQ(definition->included.size(), 100u);
  std::size_t unread = 0;
  for (const Diagnostic& each : definition->diagnostics.Sorted()) {
    EXPECT_EQ(each.kind, DiagnosticKind::kIncludeNotFound);
    unread += each.text.str().starts_with("this file and those after it are not read") ? 1 : 0;
  }
  EXPECT_EQ(unread, 1u);
}

TEST(Submitted, BytesOfFilesAreBounded) {
  const std::map<std::string, std::string> files = {
      {"a.xml", "<datasets>" + std::string(30U << 20, ' ') + "</datasets>"}};
  const auto definition = CompileWith(
      WithDatasets("<include>a.xml</include><include>a.xml</include><include>a.xml</include>"
                   "<include>a.xml</include>"),
      files);
  EXPECT_EQ(definition->included.size(), 2u);
  EXPECT_THAT(KindsFound(*definition), ElementsAre(DiagnosticKind::kIncludeNotFound));
}

TEST(Submitted, TheUriIsEvaluatedWithTheKnownProperties) {
  Options options;
  options.properties = PropertyMap{{"base", "${node}/sets"}, {"node", "hdfs://nn"}};
  const std::string empty = "<datasets/>";
  const auto definition =
      CompileWith(WithDatasets("<include>${base}/a.xml</include>"
                               "<include>${coord:conf('node')}/b.xml</include>"),
                  {{"hdfs://nn/sets/a.xml", empty}, {"hdfs://nn/b.xml", empty}}, options);
  EXPECT_THAT(KindsFound(*definition), IsEmpty());
  EXPECT_EQ(definition->included.size(), 2u);
  EXPECT_THAT(definition->include_properties, ElementsAre("base", "node"));
}

TEST(Submitted, TheUriMayHaveTheUserOfTheJob) {
  const std::string text = WithDatasets("<include>/sets/${coord:user()}/a.xml</include>");
  Options options;
  options.properties = PropertyMap{{"user.name", "joe"}};
  const auto definition = CompileWith(text, {{"/sets/joe/a.xml", "<datasets/>"}}, options);
  EXPECT_THAT(KindsFound(*definition), IsEmpty());
  EXPECT_THAT(definition->include_properties, ElementsAre("user.name"));
  EXPECT_THAT(KindsFound(*CompileWith(text, {})), ElementsAre(DiagnosticKind::kIncludeNotFound));
}

TEST(Submitted, TheUriMayNotHaveOtherFunctions) {
  Options options;
  options.properties = PropertyMap{{"a", "x"}};
  for (const char* uri : {"${hadoop:conf('nn', 'a')}", "${coord:conf(a)}", "${a eq 'x'}"}) {
    const auto definition =
        CompileWith(WithDatasets("<include>" + std::string(uri) + "</include>"), {}, options);
    EXPECT_THAT(KindsFound(*definition), ElementsAre(DiagnosticKind::kIncludeNotFound)) << uri;
  }
}

TEST(Submitted, ANameThatDependsOnValuesMakesAllPropertiesCount) {
  Options options;
  options.properties = PropertyMap{{"a", "${p${b}}"}, {"b", "q"}, {"pq", "x.xml"}, {"z", "1"}};
  const auto definition =
      CompileWith(WithDatasets("<include>${a}</include>"), {{"x.xml", "<datasets/>"}}, options);
  EXPECT_EQ(definition->included.size(), 1u);
  EXPECT_THAT(definition->include_properties, ElementsAre("a", "b", "pq", "z"));
}

TEST(Submitted, TheUriInAnIncludedFileIsNotEvaluated) {
  Options options;
  options.properties = PropertyMap{{"base", "hdfs://nn"}};
  const auto definition =
      CompileWith(WithDatasets("<include>${base}/a.xml</include>"),
                  {{"hdfs://nn/a.xml", "<datasets><include>${base}/b.xml</include></datasets>"},
                   {"hdfs://nn/b.xml", "<datasets/>"}},
                  options);
  EXPECT_THAT(KindsFound(*definition), ElementsAre(DiagnosticKind::kIncludeUnreadable));
  EXPECT_EQ(definition->included.size(), 1u);
}

TEST(Submitted, AFileThatDoesNotExistIsAnError) {
  const auto definition = CompileWith(WithDatasets("<include>a.xml</include>"), {});
  EXPECT_THAT(KindsFound(*definition), ElementsAre(DiagnosticKind::kIncludeUnreadable));
  const Diagnostic found = definition->diagnostics.Sorted().front();
  EXPECT_EQ(found.oozie_code, "E1002");
  EXPECT_EQ(found.text.str(), "the file 'a.xml' cannot be read: it does not exist");
  EXPECT_EQ(definition->coordinator_hir, nullptr);
}

TEST(Submitted, ThePropertiesOfASubmissionGiveValuesOnlyToIncludes) {
  Options options;
  options.needs_includes = true;
  options.submitted = PropertyMap{{"base", "hdfs://nn"}};
  const auto definition = CompileWith(WithDatasets("<include>${base}/a.xml</include>"),
                                      {{"hdfs://nn/a.xml", "<datasets/>"}}, options);
  EXPECT_THAT(KindsFound(*definition), IsEmpty());
  EXPECT_THAT(definition->submitted, IsEmpty());
  EXPECT_THAT(definition->include_properties, ElementsAre("base"));
}

TEST(Submitted, AMissingPropertyIsAnErrorOfTheSubmission) {
  Options options;
  options.needs_includes = true;
  const std::string text = WithDatasets("<include>${base}/a.xml</include>");
  EXPECT_THAT(KindsFound(*CompileWith(text, {}, options)),
              ElementsAre(DiagnosticKind::kIncludeUnreadable));
  options.submitted.emplace();
  const auto submitted = CompileWith(text, {}, options);
  EXPECT_THAT(KindsFound(*submitted), ElementsAre(DiagnosticKind::kUndefinedVariable));
  EXPECT_EQ(submitted->diagnostics.Sorted().front().oozie_code, "E1004");
}

TEST(Submitted, WrongNamesHaveHintsWithinABudget) {
  // Each wrong name is compared with all names. The budget allows 500 times 1,000 comparisons.
  std::string datasets = Dataset("data-set"), events;
  for (int i = 1; i < 1000; ++i) {
    datasets += Dataset("other" + std::to_string(i));
  }
  for (int i = 0; i < 600; ++i) {
    events += "<data-in name='n" + std::to_string(i) +
              "' dataset='data-sett'><instance>${coord:current(0)}</instance></data-in>";
  }
  std::string text = WithDatasets(datasets);
  text.insert(text.find("<action>"), "<input-events>" + events + "</input-events>");
  const auto definition = CompileWith(text, {});
  int hints = 0;
  for (const Diagnostic& each : definition->diagnostics.Sorted()) {
    hints += each.text.str().find("did you mean 'data-set'") != std::string::npos;
  }
  EXPECT_EQ(definition->diagnostics.error_count(), 600u);
  EXPECT_EQ(hints, 500);
}

TEST(Submitted, AFileOfWhichNothingIsKnownLeavesNamesOpen) {
  std::string text = WithDatasets("<include>${base}/a.xml</include>");
  text.insert(text.find("<action>"),
              "<input-events><data-in name='i' dataset='x'><instance>${coord:current(0)}</instance>"
              "</data-in></input-events>");
  const auto definition = CompileWith(text, {});
  EXPECT_THAT(KindsFound(*definition), ElementsAre(DiagnosticKind::kIncludeNotFound));
  ASSERT_NE(definition->coordinator_hir, nullptr);
  EXPECT_EQ(definition->coordinator_hir->includes.size(), 1u);
}

}  // namespace
}  // namespace hpdl::pipeline
