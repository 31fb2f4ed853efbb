#include "compiler/celos/check.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace hpdl::celos {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

class CheckOfScripts : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string name = std::filesystem::temp_directory_path() / "celos_check_XXXXXX";
    ASSERT_NE(mkdtemp(name.data()), nullptr);
    folder_ = name;
    std::filesystem::create_directories(folder_ / "w");
    std::filesystem::create_directories(folder_ / "d");
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  void Write(const std::string& name, const std::string& text) const {
    std::ofstream(folder_ / name) << text;
  }

  /// Returns each finding as "w/a.js:1:7 ScriptError".
  std::vector<std::string> Found(const std::set<std::string>& names = {}) const {
    const std::string base = folder_.string() + "/";
    const Result<ScriptFolder> folder = ScriptFolder::Load(base + "w", base + "d", HPDL_EVALUATOR);
    EXPECT_TRUE(folder);
    std::set<std::string> files;
    for (const std::string& name : names) {
      files.insert(base + name);
    }
    Diagnostics diagnostics;
    Check(*folder, files, &diagnostics);
    std::vector<std::string> found;
    for (const Diagnostic& each : diagnostics.Sorted()) {
      std::string where = each.file;
      if (each.source != nullptr) {
        const LineColumn at = each.source->Locate(each.range.begin);
        where =
            each.source->name() + ":" + std::to_string(at.line) + ":" + std::to_string(at.column);
      }
      found.push_back(where.substr(base.size()) + " " + std::string(InfoOf(each.kind).name));
    }
    return found;
  }

  static std::string Workflow(const std::string& id, const std::string& trigger) {
    return "celos.defineWorkflow({id: \"" + id +
           "\", schedule: celos.hourlySchedule(), schedulingStrategy: "
           "celos.serialSchedulingStrategy(), trigger: " +
           trigger +
           ", externalService: celos.oozieExternalService({\"oozie.wf.application.path\": \"/a\"}, "
           "\"http://o\")});\n";
  }

  std::filesystem::path folder_;
};

TEST_F(CheckOfScripts, OnlyWhatAFileHasToDoWith) {
  Write("w/a.js", Workflow("a", "celos.successTrigger(\"b\")") +
                      Workflow("x", "celos.successTrigger(\"y\")"));
  Write("w/b.js", Workflow("b", "celos.successTrigger(\"z\")"));
  EXPECT_THAT(Found(), ElementsAre("w/a.js:2:135 UnknownCelosWorkflow",
                                   "w/b.js:1:135 UnknownCelosWorkflow"));
  EXPECT_THAT(Found({"w/b.js"}), ElementsAre("w/b.js:1:135 UnknownCelosWorkflow"));
}

TEST_F(CheckOfScripts, WhatAFailedScriptWouldHaveDefinedIsNotMissed) {
  Write("w/a.js", Workflow("a", "celos.successTrigger(\"b\")"));
  Write("w/b.js", "nothing();\n" + Workflow("b", "celos.alwaysTrigger()"));
  EXPECT_THAT(Found(), ElementsAre("w/b.js:1:1 ScriptError"));
  EXPECT_THAT(Found({"w/a.js"}), IsEmpty());
}

TEST_F(CheckOfScripts, ErrorsOfDefaultsAreThoseOfAllScripts) {
  Write("d/wrong.js", "\n  nothing();\n");
  Write("w/a.js", "celos.importDefaults(\"wrong\");\n");
  Write("w/b.js", Workflow("b", "celos.alwaysTrigger()"));
  EXPECT_THAT(Found({"w/b.js"}), ElementsAre("d/wrong.js:2:3 ScriptError"));
}

TEST_F(CheckOfScripts, ATriggerOfSeveralWorkflowsIsToldOnce) {
  Write("d/triggers.js",
        "CELOS_DEFAULT_HDFS = \"hdfs://nn\";\n"
        "var logs = celos.hdfsCheckTrigger(\"/é/${YEAR}\");\n");
  Write("w/a.js",
        "celos.importDefaults(\"triggers\");\n" + Workflow("a", "logs") + Workflow("b", "logs"));
  EXPECT_THAT(Found(), ElementsAre("d/triggers.js:2:39 UnknownTimeVariable"));
}

TEST_F(CheckOfScripts, AServiceThatNamesNoApplicationIsTold) {
  const auto with = [](const std::string& id, const std::string& properties) {
    return "celos.defineWorkflow({id: \"" + id +
           "\", schedule: celos.hourlySchedule(), schedulingStrategy: "
           "celos.serialSchedulingStrategy(), trigger: celos.alwaysTrigger(),\n externalService: "
           "celos.oozieExternalService(" +
           properties + ", \"http://o\")});\n";
  };
  Write("w/a.js", with("a", "{x: \"1\"}") + with("b", "{\"oozie.wf.application.path\": \"/b\"}") +
                      with("c", "{\"oozie.coord.application.path\": \"/c\"}") +
                      with("d", "function (slot) { return {}; }"));
  Write("w/b.js",
        "var CELOS_DEFAULT_OOZIE_PROPERTIES = {\"oozie.wf.application.path\": \"/e\"};\n" +
            with("e", "{}"));
  EXPECT_THAT(Found(), ElementsAre("w/a.js:2:19 UnreachableSlot"));
}

TEST_F(CheckOfScripts, AMissingOptionIsAnErrorOfTheScript) {
  Write("w/a.js", "celos.defineWorkflow({id: \"a\"});\n");
  EXPECT_THAT(Found(), ElementsAre("w/a.js:1:7 ScriptError"));
}

TEST_F(CheckOfScripts, AFileThatCannotBeReadHasNoPlace) {
  std::filesystem::create_symlink("nowhere", folder_ / "w/a.js");
  EXPECT_THAT(Found(), ElementsAre("w/a.js ScriptError"));
  EXPECT_FALSE(ScriptFolder::Load(folder_ / "nothing", folder_ / "d", HPDL_EVALUATOR));
}

TEST_F(CheckOfScripts, DefaultsNeedNotBeThere) {
  std::filesystem::remove(folder_ / "d");
  Write("w/a.js", Workflow("a", "celos.alwaysTrigger()"));
  EXPECT_THAT(Found(), IsEmpty());
}

}  // namespace
}  // namespace hpdl::celos
