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

/// Compiles the text with these files beside the definition.
std::unique_ptr<Definition> CompileBeside(const std::string& text,
                                          const std::map<std::string, std::string>& files) {
  Input input{.name = "c.xml", .bytes = text};
  input.read_beside = [&files](const std::string& path) {
    const auto found = files.find(path);
    return found == files.end() ? std::nullopt : std::optional(found->second);
  };
  Options options;
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
  EXPECT_EQ(coordinators, 81u);
  EXPECT_EQ(bundles, 11u);
}

TEST(Submitted, AFileComesBeforeThoseThatItIncludes) {
  const auto definition = CompileBeside(
      WithDatasets("<include>hdfs://nn/apps/x/a.xml</include><include>b.xml</include>" +
                   Dataset("own")),
      {{"a.xml", "<datasets><include>sub/c.xml</include>" + Dataset("a") + "</datasets>"},
       {"b.xml", "<datasets>" + Dataset("b") + Dataset("own") + "</datasets>"},
       {"sub/c.xml", "<datasets>" + Dataset("c") + "</datasets>"}});
  EXPECT_THAT(KindsFound(*definition), IsEmpty());
  ASSERT_NE(definition->coordinator_hir, nullptr);
  EXPECT_THAT(DatasetNames(*definition), ElementsAre("own", "a", "c", "b"));
  EXPECT_THAT(definition->coordinator_hir->includes, IsEmpty());
  hir::Verify(*definition->coordinator_hir);
}

TEST(Submitted, IncludedNamesAreUnique) {
  const std::string d = "<datasets>" + Dataset("d") + "</datasets>";
  const auto definition =
      CompileBeside(WithDatasets("<include>a.xml</include><include>b.xml</include>"),
                    {{"a.xml", d}, {"b.xml", d}});
  EXPECT_THAT(KindsFound(*definition), ElementsAre(DiagnosticKind::kDuplicateDataset));
  EXPECT_EQ(definition->coordinator_hir, nullptr);
}

TEST(Submitted, ACircleIsOneError) {
  const auto definition =
      CompileBeside(WithDatasets("<include>a.xml</include>"),
                    {{"a.xml", "<datasets><include>b.xml</include></datasets>"},
                     {"b.xml", "<datasets><include>/x/a.xml</include></datasets>"}});
  EXPECT_THAT(KindsFound(*definition), ElementsAre(DiagnosticKind::kIncludeCycle));
}

TEST(Submitted, FilesAreReadWithinBounds) {
  // Each file includes the next file twice.
  std::map<std::string, std::string> files;
  for (int i = 0; i < 40; ++i) {
    const std::string next = "<include>" + std::to_string(i + 1) + ".xml</include>";
    files[std::to_string(i) + ".xml"] = "<datasets>" + next + next + "</datasets>";
  }
  const auto definition = CompileBeside(WithDatasets("<include>0.xml</include>"), files);
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
  const auto definition = CompileBeside(
      WithDatasets("<include>a.xml</include><include>a.xml</include><include>a.xml</include>"
                   "<include>a.xml</include>"),
      files);
  EXPECT_EQ(definition->included.size(), 2u);
  EXPECT_THAT(KindsFound(*definition), ElementsAre(DiagnosticKind::kIncludeNotFound));
}

TEST(Submitted, OnlyEndsThatMayBeAFileAreLookedFor) {
  std::size_t looks = 0, longest = 0;
  Input input{.name = "c.xml"};
  std::string path = "hdfs://nn";
  for (int i = 0; i < 100'000; ++i) {
    path += "/d";
  }
  input.bytes = WithDatasets("<include>" + path + "/a.xml</include><include>" +
                             std::string(100'000, 'x') + "</include>");
  input.read_beside = [&](const std::string& at) -> std::optional<std::string> {
    ++looks;
    longest = std::max(longest, at.size());
    return std::nullopt;
  };
  const auto definition = Compile(std::move(input), {});
  EXPECT_EQ(looks, 64u);
  EXPECT_EQ(longest, 63u * 2 + 5);
  EXPECT_THAT(KindsFound(*definition),
              ElementsAre(DiagnosticKind::kIncludeNotFound, DiagnosticKind::kIncludeNotFound));
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
  const auto definition = CompileBeside(text, {});
  int hints = 0;
  for (const Diagnostic& each : definition->diagnostics.Sorted()) {
    hints += each.text.str().find("did you mean 'data-set'") != std::string::npos;
  }
  EXPECT_EQ(definition->diagnostics.error_count(), 600u);
  EXPECT_EQ(hints, 500);
}

TEST(Submitted, AFileThatIsNotThereLeavesNamesOpen) {
  std::string text = WithDatasets("<include>a.xml</include>");
  text.insert(text.find("<action>"),
              "<input-events><data-in name='i' dataset='x'><instance>${coord:current(0)}</instance>"
              "</data-in></input-events>");
  const auto definition = CompileBeside(text, {});
  EXPECT_THAT(KindsFound(*definition), ElementsAre(DiagnosticKind::kIncludeNotFound));
  ASSERT_NE(definition->coordinator_hir, nullptr);
  EXPECT_EQ(definition->coordinator_hir->includes.size(), 1u);
}

}  // namespace
}  // namespace hpdl::pipeline
