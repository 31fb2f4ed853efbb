#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>

#include "runtime/server/applications/compiled_programs.h"
#include "runtime/server/applications/testing/memory_files.h"
#include "runtime/server/jobs/testing/jobs_world.h"

namespace hpdl::rt {
namespace {

namespace fs = std::filesystem;

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::StartsWith;

class CompiledProgramsTest : public testing::JobsWorld {
 protected:
  void SetUp() override {
    auto state = StateDirectory::Open(root_ + "/state", true);
    ASSERT_TRUE(state) << state.error().message;
    state_ = std::move(*state);
    auto records = ServerRecords::Open(*state_);
    ASSERT_TRUE(records) << records.error().message;
    records_ = std::move(*records);
    loop_ = std::make_unique<boost::asio::io_context>(1);
    programs_->Use(loop_.get());
    children_ = std::make_unique<Children>(*loop_);
    for (const WorkKind kind : kWorkKinds) {
      lines_[static_cast<std::size_t>(kind)] = std::make_shared<WorkLine>(*loop_, kind, 1);
    }
    Renew(&hadoop_);
  }
  void TearDown() override {
    compiled_.reset();
    children_.reset();
    for (auto& line : lines_) {
      line.reset();
    }
    Leave();
  }
  void Renew(FileSystems* hadoop) {
    compiled_ = std::make_unique<CompiledPrograms>(*state_, *records_, *children_, lines_, hadoop,
                                                   CompilerSetup{root_ + "/hpdlc", "/s"});
  }
  ApplicationPlace Here(const std::string& path, JobType type = JobType::kWorkflow) const {
    return {false, path, "file://" + path, type};
  }
  static ApplicationPlace There(const std::string& path, JobType type = JobType::kWorkflow) {
    return {true, "hdfs://nn" + path, "hdfs://nn" + path, type};
  }
  std::string Of(const ApplicationPlace& place, const std::string& user = "ann") {
    return Said(Do(compiled_->Of({user}, place)));
  }
  std::string Submit(Properties properties) {
    ApplicationPlace place = Here(root_ + "/c", JobType::kCoordinator);
    return Said(Do(compiled_->Of({"ann"}, std::move(place), std::move(properties))));
  }
  /// Makes the compiler report that its programs depend on `parts`, such as the paths of
  /// applications that are compiled in, too.
  void CompileIn(const std::vector<std::string>& parts) {
    instead = [parts](const testing::ProgramCall& call) {
      if (call.words[0] == "build") {
        std::ofstream list(call.After("--applications"));
        for (const std::string& part : parts) {
          list << part << '\0';
        }
      }
      return false;
    };
  }
  std::string Missing(const std::string& file) const {
    return "E0307: Runtime error [XML file [" + file +
           "] does not exist and app definition cannot be created because of missing config value "
           "[oozie.jobs.api.generated.xml]]";
  }

  testing::MemoryHadoop hadoop_;
  std::unique_ptr<ServerRecords> records_;
  std::unique_ptr<Children> children_;
  WorkLines lines_;
  std::unique_ptr<CompiledPrograms> compiled_;
};

TEST_F(CompiledProgramsTest, AnApplicationIsCompiledOnce) {
  Application();
  const std::string program = Of(Here(root_ + "/app"));
  EXPECT_THAT(program, StartsWith(root_ + "/state/programs/"));
  struct stat info{};
  ASSERT_EQ(stat(program.c_str(), &info), 0);
  EXPECT_EQ(info.st_mode & 0777, 0700U);
  EXPECT_EQ(Of(Here(root_ + "/app")), program);
  EXPECT_EQ(Of(Here(root_ + "/app/")), program);
  EXPECT_EQ(Of(Here(root_ + "/app/workflow.xml")), program);
  EXPECT_EQ(compiled_->compiled(), 1U);
  const testing::ProgramCall build = Last("build");
  EXPECT_EQ(build.Line(), "build " + root_ + "/app -o " + build.After("-o") +
                              " --strip --served --applications " + build.After("--applications"));
  EXPECT_EQ(build.Variable("HPDL_SITE"), "/s");
  EXPECT_EQ(build.Variable("HADOOP_USER_NAME"), "") << "it is a file of this machine";
  EXPECT_FALSE(fs::exists(build.After("-o")));
  EXPECT_FALSE(fs::exists(build.After("--applications")));
}

TEST_F(CompiledProgramsTest, OneThatHasChangedIsCompiledAgain) {
  Application();
  const std::string program = Of(Here(root_ + "/app"));
  Application("other");
  EXPECT_NE(Of(Here(root_ + "/app")), program);
  Application();
  EXPECT_EQ(Of(Here(root_ + "/app")), program);
  EXPECT_EQ(compiled_->compiled(), 2U) << "the first one is still there";
  ASSERT_EQ(unlink(program.c_str()), 0);
  EXPECT_EQ(Of(Here(root_ + "/app")), program);
  EXPECT_EQ(compiled_->compiled(), 3U);
}

TEST_F(CompiledProgramsTest, EachUserAndEachCompilerHaveTheirOwn) {
  Application();
  Of(Here(root_ + "/app"));
  Of(Here(root_ + "/app"), "bob");
  EXPECT_EQ(compiled_->compiled(), 2U);
  const timespec times[] = {{1'000'000, 0}, {1'000'000, 7}};
  ASSERT_EQ(utimensat(AT_FDCWD, (root_ + "/hpdlc").c_str(), times, 0), 0);
  Of(Here(root_ + "/app"));
  EXPECT_EQ(compiled_->compiled(), 3U);
  Of(Here(root_ + "/app"));
  EXPECT_EQ(compiled_->compiled(), 3U);
}

TEST_F(CompiledProgramsTest, WhatIsContainedIsAnotherProgram) {
  Application();
  ApplicationPlace place = Here(root_ + "/app");
  Of(place);
  place.contained = true;
  Of(place);
  EXPECT_TRUE(Last("build").Has("--contained"));
  Of(place);
  EXPECT_EQ(compiled_->compiled(), 2U);
}

TEST_F(CompiledProgramsTest, UncheckedForksAndJoinsAreAnotherProgram) {
  Application();
  ApplicationPlace place = Here(root_ + "/app");
  Of(place);
  place.checks_fork_join = false;
  Of(place);
  EXPECT_EQ(Last("build").After("-D"), "oozie.wf.validate.ForkJoin=false");
  Of(place);
  EXPECT_EQ(compiled_->compiled(), 2U);
}

TEST_F(CompiledProgramsTest, ItsUseMakesAProgramNew) {
  Application();
  const std::string program = Of(Here(root_ + "/app"));
  const timespec times[] = {{1'000'000, 0}, {1'000'000, 0}};
  ASSERT_EQ(utimensat(AT_FDCWD, program.c_str(), times, 0), 0);
  Of(Here(root_ + "/app"));
  struct stat info{};
  ASSERT_EQ(stat(program.c_str(), &info), 0);
  EXPECT_GT(info.st_mtim.tv_sec, 1'000'000);
}

TEST_F(CompiledProgramsTest, SubWorkflowsThatAreCompiledInCountToo) {
  Application();
  Application("below", "sub");
  CompileIn({root_ + "/sub", "hdfs://nn/far/workflow.xml"});
  hadoop_.files.files["/far/workflow.xml"] = {"<a/>", 1};
  Of(Here(root_ + "/app"));
  Of(Here(root_ + "/app"));
  EXPECT_EQ(compiled_->compiled(), 2U) << "nobody knows what they were as it was compiled first";
  Of(Here(root_ + "/app"));
  EXPECT_EQ(compiled_->compiled(), 2U);
  Application("changed", "sub");
  Of(Here(root_ + "/app"));
  EXPECT_EQ(compiled_->compiled(), 3U);
  Of(Here(root_ + "/app"));
  const std::uint64_t then = compiled_->compiled();
  Of(Here(root_ + "/app"));
  EXPECT_EQ(compiled_->compiled(), then);
  hadoop_.files.files["/far/workflow.xml"].modified_ms = 2;
  Of(Here(root_ + "/app"));
  EXPECT_EQ(compiled_->compiled(), then + 1);
}

TEST_F(CompiledProgramsTest, ACoordinatorIsCompiledWithThePropertiesOfItsSubmission) {
  Application("c", "c", "coordinator.xml");
  Submit({{"base", "/sets"}});
  EXPECT_EQ(Last("build").After("--submitted"), "/dev/fd/3");
  EXPECT_EQ(Last("build").input, "base=/sets\n");
  EXPECT_EQ(Last("build").Variable("HADOOP_USER_NAME"), "ann") << "it may include files of HDFS";
  Application("b", "b", "bundle.xml");
  Of(Here(root_ + "/b", JobType::kBundle));
  EXPECT_FALSE(Last("build").Has("--submitted"));
}

TEST_F(CompiledProgramsTest, AnInheritedGlobalIsAnotherProgram) {
  Application();
  const Properties first = {{"oozie.wf.globalconf", "first"}, {"secret", "x"}};
  const auto compile = [&](Properties properties) {
    return Said(Do(compiled_->Of({"ann"}, Here(root_ + "/app"), std::move(properties))));
  };
  compile({{"secret", "x"}});
  EXPECT_FALSE(Last("build").Has("--submitted"));
  compile(first);
  EXPECT_EQ(Last("build").After("--submitted"), "/dev/fd/3");
  EXPECT_EQ(Last("build").input, "oozie.wf.globalconf=first\n") << "hpdlc needs nothing else";
  compile({{"oozie.wf.globalconf", "second"}});
  compile(first);
  compile({{"oozie.wf.globalconf", ""}});
  EXPECT_EQ(compiled_->compiled(), 3U);
}

TEST_F(CompiledProgramsTest, IncludedFilesAndTheirPropertiesCountToo) {
  Application("c", "c", "coordinator.xml");
  Application("first", "sets", "a.xml");
  hadoop_.files.files["/sets/b.xml"] = {"<a/>", 1};
  CompileIn({"<" + root_ + "/sets/a.xml", "<hdfs://nn/sets/b.xml", "${base}", "${none}"});
  Submit({{"base", "x"}});
  Submit({{"base", "x"}});
  EXPECT_EQ(compiled_->compiled(), 2U) << "nobody knows what was included at first";
  Submit({{"base", "x"}, {"other", "1"}});
  EXPECT_EQ(compiled_->compiled(), 2U) << "no <include> reads the other property";
  Application("second", "sets", "a.xml");
  Submit({{"base", "x"}});
  EXPECT_EQ(compiled_->compiled(), 3U);
  hadoop_.files.files["/sets/b.xml"].modified_ms = 2;
  Submit({{"base", "x"}});
  EXPECT_EQ(compiled_->compiled(), 4U);
  Submit({{"base", "y"}});
  EXPECT_EQ(compiled_->compiled(), 5U) << "it may include other files";
  Submit({{"base", "y"}, {"none", ""}});
  EXPECT_EQ(compiled_->compiled(), 6U);
  Submit({});
  EXPECT_EQ(compiled_->compiled(), 7U);
  fs::remove(root_ + "/sets/a.xml");
  Submit({});
  EXPECT_EQ(compiled_->compiled(), 8U);
}

TEST_F(CompiledProgramsTest, AnApplicationThatChangesMeanwhileIsNotRemembered) {
  Application();
  instead = [this](const testing::ProgramCall& call) {
    if (call.words[0] == "build") {
      Application("changed");
    }
    return false;
  };
  Of(Here(root_ + "/app"));
  instead = nullptr;
  Application();
  Of(Here(root_ + "/app"));
  EXPECT_EQ(compiled_->compiled(), 2U);
}

TEST_F(CompiledProgramsTest, OneOfHadoopIsReadAsItsUser) {
  hadoop_.files.files["/apps/w/workflow.xml"] = {"<a/>", 1};
  const std::string program = Of(There("/apps/w"));
  EXPECT_EQ(Last("build").words[1], "hdfs://nn/apps/w");
  EXPECT_EQ(Last("build").Variable("HADOOP_USER_NAME"), "ann");
  EXPECT_THAT(hadoop_.users, ::testing::Each("ann"));
  EXPECT_EQ(Of(There("/apps/w/")), program);
  EXPECT_EQ(compiled_->compiled(), 1U);
  hadoop_.files.files["/apps/w/lib/x.jar"] = {"jar", 1};
  Of(There("/apps/w"));
  EXPECT_EQ(compiled_->compiled(), 2U);
}

TEST_F(CompiledProgramsTest, ADefinitionOfAnyNameHasItsFolder) {
  Application();
  Application("other", "app", "other.xml");
  Application("a jar", "app", "x.jar");
  const std::string path = root_ + "/app/other.xml";
  const std::string program = Of(Here(path));
  EXPECT_EQ(Last("build").words[1], path);
  EXPECT_TRUE(Last("build").Has("--with-folder"));
  EXPECT_EQ(Of(Here(path + "/")), program);
  EXPECT_EQ(compiled_->compiled(), 1U);
  EXPECT_NE(Of(Here(root_ + "/app")), program) << "there are two applications in the folder";
  EXPECT_FALSE(Last("build").Has("--with-folder"));
  EXPECT_EQ(compiled_->compiled(), 2U);
  Application("another jar", "app", "x.jar");
  Of(Here(path));
  EXPECT_EQ(compiled_->compiled(), 3U);
}

TEST_F(CompiledProgramsTest, ADefinitionOfHadoopHasItsFolder) {
  hadoop_.files.files["/apps/w/other.xml"] = {"<a/>", 1};
  Of(There("/apps/w/other.xml"));
  EXPECT_EQ(Last("build").words[1], "hdfs://nn/apps/w/other.xml");
  EXPECT_TRUE(Last("build").Has("--with-folder"));
  Of(There("/apps/w/other.xml"));
  EXPECT_EQ(compiled_->compiled(), 1U);
  hadoop_.files.files["/apps/w/lib/x.jar"] = {"jar", 1};
  Of(There("/apps/w/other.xml"));
  EXPECT_EQ(compiled_->compiled(), 2U);
}

TEST_F(CompiledProgramsTest, AnArchiveHasNoFolder) {
  Application("zip", "app", "app.zip");
  Of(Here(root_ + "/app/app.zip"));
  EXPECT_EQ(Last("build").words[1], root_ + "/app/app.zip");
  EXPECT_FALSE(Last("build").Has("--with-folder"));
  Application("no matter", "app", "beside");
  Of(Here(root_ + "/app/app.zip"));
  EXPECT_EQ(compiled_->compiled(), 1U);
}

TEST_F(CompiledProgramsTest, TheFolderOfASubWorkflowCountsToo) {
  Application();
  Application("below", "sub", "other.xml");
  CompileIn({root_ + "/sub/other.xml"});
  Of(Here(root_ + "/app"));
  Of(Here(root_ + "/app"));
  Of(Here(root_ + "/app"));
  EXPECT_EQ(compiled_->compiled(), 2U);
  Application("a jar", "sub", "x.jar");
  Of(Here(root_ + "/app"));
  EXPECT_EQ(compiled_->compiled(), 3U);
}

TEST_F(CompiledProgramsTest, ACoordinatorOfAnyNameHasItsDefaults) {
  Application("c", "c", "daily.xml");
  Of(Here(root_ + "/c/daily.xml", JobType::kCoordinator));
  EXPECT_EQ(Last("build").words[1], root_ + "/c/daily.xml");
  EXPECT_TRUE(Last("build").Has("--with-folder"));
  Application("c", "c", "coordinator.xml");
  Of(Here(root_ + "/c", JobType::kCoordinator));
  EXPECT_FALSE(Last("build").Has("--with-folder"));
}

TEST_F(CompiledProgramsTest, CoordinatorsAreTheirDefinition) {
  Application("c", "c", "coordinator.xml");
  const std::string program = Of(Here(root_ + "/c", JobType::kCoordinator));
  EXPECT_EQ(Last("build").words[1], root_ + "/c/coordinator.xml");
  Application("no matter", "c", "other.xml");
  EXPECT_EQ(Of(Here(root_ + "/c/coordinator.xml", JobType::kCoordinator)), program);
  EXPECT_EQ(compiled_->compiled(), 1U);
  Application("<configuration/>", "c", "coord-config-default.xml");
  Of(Here(root_ + "/c", JobType::kCoordinator));
  EXPECT_EQ(compiled_->compiled(), 2U);
}

TEST_F(CompiledProgramsTest, BundlesOfHadoopAreTheirDefinition) {
  hadoop_.files.files["/apps/b/bundle.xml"] = {"<a/>", 1};
  Of(There("/apps/b", JobType::kBundle));
  EXPECT_EQ(Last("build").words[1], "hdfs://nn/apps/b/bundle.xml");
  hadoop_.files.files["/apps/b/x"] = {"<a/>", 1};
  Of(There("/apps/b/bundle.xml", JobType::kBundle));
  EXPECT_EQ(compiled_->compiled(), 1U);
  hadoop_.files.files["/apps/b/bundle-config-default.xml"] = {"<a/>", 1};
  Of(There("/apps/b", JobType::kBundle));
  EXPECT_EQ(compiled_->compiled(), 2U);
  hadoop_.files.files["/apps/b/bundle.xml"].modified_ms = 2;
  Of(There("/apps/b", JobType::kBundle));
  EXPECT_EQ(compiled_->compiled(), 3U);
}

TEST_F(CompiledProgramsTest, WhatIsNotThereIsToldAsOozieDoes) {
  EXPECT_EQ(Of(Here("/none/w")), Missing("file:///none/w/workflow.xml"));
  EXPECT_EQ(Of(Here("/none/w/")), Missing("file:///none/w/workflow.xml"));
  EXPECT_EQ(Of(Here("/none/workflow.xml")), Missing("file:///none/workflow.xml"));
  EXPECT_EQ(Of(Here("/none/own.xml")), Missing("file:///none/own.xml/workflow.xml"));
  EXPECT_EQ(Of(Here("/none/c", JobType::kCoordinator)), Missing("file:///none/c/coordinator.xml"));
  EXPECT_EQ(Of(Here("/none/c.xml", JobType::kCoordinator)), Missing("file:///none/c.xml"));
  EXPECT_EQ(Of(There("/none/w")), Missing("hdfs://nn/none/w/workflow.xml"));
  EXPECT_EQ(Of(There("/none/b", JobType::kBundle)), Missing("hdfs://nn/none/b/bundle.xml"));
  EXPECT_EQ(compiled_->compiled(), 0U);
}

TEST_F(CompiledProgramsTest, WhatCannotBeReachedSaysSo) {
  EXPECT_EQ(Of({true, "hdfs://other/w", "hdfs://other/w"}), "E0904: no address of it is known");
  hadoop_.files.fails = [](const std::string&) {
    return std::optional(Error{ErrorClass::kTransient, "X", "safe mode"});
  };
  EXPECT_EQ(Of(There("/apps/w")), "X: safe mode");
  Renew(nullptr);
  EXPECT_EQ(Of(There("/apps/w")), "E0904: hdfs://nn/apps/w cannot be reached");
  EXPECT_EQ(Of(There("/apps/w", JobType::kBundle)), "E0904: hdfs://nn/apps/w cannot be reached");
}

TEST_F(CompiledProgramsTest, AProgramThatDoesNotTellItsHashIsAnError) {
  Application();
  instead = [this](const testing::ProgramCall& call) {
    const bool meant = call.words[0] == "--version";
    if (meant) {
      programs_->End(call.child, 0, "{\"contentHash\":\"../x\"}");
    }
    return meant;
  };
  EXPECT_EQ(Of(Here(root_ + "/app")),
            "E0710: Could not read the workflow definition, the compiled program ended "
            "with exit code 0");
  instead = [this](const testing::ProgramCall& call) {
    const bool meant = call.words[0] == "--version";
    if (meant) {
      programs_->End(call.child, 0, "{\"contentHash\":\"0a1b\"}");
    }
    return meant;
  };
  EXPECT_EQ(Of(Here(root_ + "/app")), root_ + "/state/programs/0a1b") << "of an earlier version";
}

TEST_F(CompiledProgramsTest, ACompilerThatFailsIsNotTheDefinitionsFault) {
  Application();
  int code = 2;
  std::string text = "odd\nhpdlc: no memory\nmore\n";
  instead = [&](const testing::ProgramCall& call) {
    programs_->End(call.child, code, text);
    return true;
  };
  const std::string begin = "E0710: Could not read the workflow definition, ";
  EXPECT_EQ(Of(Here(root_ + "/app")), begin + "no memory");
  text = "hpdlc: first\nhpdlc: second\n";
  EXPECT_EQ(Of(Here(root_ + "/app")), begin + "first");
  text = "first line\nsecond\n";
  EXPECT_EQ(Of(Here(root_ + "/app")), begin + "first line");
  instead = [this](const testing::ProgramCall& call) {
    programs_->Kill(call.child);
    return true;
  };
  EXPECT_EQ(Of(Here(root_ + "/app")), begin + "the compiler ended by signal 9");
}

TEST_F(CompiledProgramsTest, ACoordinatorsErrorsAreBelowItsFolder) {
  Application("c", "c", "coordinator.xml");
  instead = [this](const testing::ProgramCall& call) {
    programs_->End(call.child, 1, call.words[1] + ":1:2: error: bad [X E0701]\n");
    return true;
  };
  EXPECT_EQ(Of(Here(root_ + "/c", JobType::kCoordinator)),
            "E0701: coordinator.xml:1:2: error: bad [X E0701]");
}

TEST_F(CompiledProgramsTest, FilesOfTheServerAreAnApplication) {
  const ApplicationFiles files = {{"workflow.xml", "made"}, {"dummy.pig", "dump a;"}};
  const std::string program = Said(Do(compiled_->OfFiles("ann", files)));
  EXPECT_THAT(program, StartsWith(root_ + "/state/programs/"));
  EXPECT_FALSE(fs::exists(Last("build").words[1])) << "the files are gone";
  EXPECT_EQ(Said(Do(compiled_->OfFiles("ann", files))), program);
  EXPECT_EQ(compiled_->compiled(), 1U);
  const auto none = Do(compiled_->OfFiles("ann", {{"dummy.pig", "dump a;"}}));
  ASSERT_FALSE(none);
  EXPECT_EQ(none.error().error_class, ErrorClass::kTransient);
  EXPECT_EQ(
      Said(none),
      "E0710: Could not read the workflow definition, which was generated from the properties");
}

TEST_F(CompiledProgramsTest, ADefinitionIsPutWhereNoneIs) {
  EXPECT_TRUE(Do(compiled_->Put("ann", Here(root_ + "/new"), "<w/>")));
  EXPECT_TRUE(fs::exists(root_ + "/new/workflow.xml"));
  EXPECT_TRUE(Do(compiled_->Put("ann", There("/apps/c", JobType::kCoordinator), "<c/>")));
  EXPECT_EQ(hadoop_.files.files.at("/apps/c/coordinator.xml").text, "<c/>");
  EXPECT_THAT(hadoop_.users, ElementsAre("ann"));
  Renew(nullptr);
  EXPECT_EQ(Said(Do(compiled_->Put("ann", There("/apps/w"), "<w/>"))),
            "E0904: hdfs://nn/apps/w cannot be reached");
}

TEST_F(CompiledProgramsTest, WhatNobodyHasEndedGoesAfterAnHour) {
  const std::string folder = root_ + "/state/programs/";
  fs::create_directories(folder);
  const timespec times[] = {{1'000'000, 0}, {1'000'000, 0}};
  for (const char* name : {".hpdlc.old", "kept", ".hpdlc.new"}) {
    std::ofstream(folder + name) << "x";
    if (name != std::string(".hpdlc.new")) {
      ASSERT_EQ(utimensat(AT_FDCWD, (folder + name).c_str(), times, 0), 0);
    }
  }
  compiled_->RemoveUnfinished();
  EXPECT_FALSE(fs::exists(folder + ".hpdlc.old"));
  EXPECT_TRUE(fs::exists(folder + "kept"));
  EXPECT_TRUE(fs::exists(folder + ".hpdlc.new"));
}

}  // namespace
}  // namespace hpdl::rt
