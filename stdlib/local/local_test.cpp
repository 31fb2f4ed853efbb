#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <map>

#include "runtime/engines/workflow/inheritance.h"
#include "runtime/engines/workflow/testing/fake_context.h"
#include "runtime/ground/base/testing/disk_calls.h"
#include "runtime/ground/base/testing/temporary_folder.h"
#include "runtime/ground/config/config.h"
#include "runtime/world/files/await.h"
#include "runtime/world/files/file_system.h"
#include "stdlib/local/command.h"
#include "stdlib/local/local_command.h"
#include "stdlib/local/remote_files.h"
#include "stdlib/local/run_plan.h"
#include "stdlib/local/settings.h"
#include "stdlib/local/streaming.h"
#include "stdlib/local/work_files.h"

namespace hpdl::stdlib {
namespace {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

class LocalTest : public ::testing::Test {
 protected:
  LocalTest() : ctx_(job_) {}

  const rt::testing::TemporaryFolder temporary_;
  const std::string job_ = temporary_.path();
  rt::testing::FakeContext ctx_;
};

TEST_F(LocalTest, AnActionThatChangedFilesSaysOk) {
  rt::FileChange change;
  change.op = rt::FileChange::Op::kMkdir;
  change.path = job_ + "/d";
  boost::asio::io_context io;
  const rt::Outcome outcome = rt::Await(io, RunFileChanges(ctx_, {change}, {}));
  EXPECT_FALSE(outcome.error) << outcome.error->message;
  EXPECT_EQ(outcome.external_status, "OK");
  EXPECT_TRUE(FileExists(job_ + "/d"));
}

TEST_F(LocalTest, AFileIsOnTheDiskBeforeItHasItsName) {
  rt::testing::DiskCalls disk(job_);
  ASSERT_TRUE(WriteWholeFile(job_ + "/script", "#!/bin/sh\n", 0700).ok());
  const std::vector<std::string> seen = disk.seen();
  ASSERT_EQ(seen.size(), 2u);
  EXPECT_THAT(seen[0], StartsWith("fsync ."));
  EXPECT_THAT(seen[1], AllOf(StartsWith("rename ."), EndsWith(" script")));
  disk.fault = [](const std::string& call) { return call.starts_with("fsync") ? ENOSPC : 0; };
  const auto failed = WriteWholeFile(job_ + "/other", "text", 0600);
  EXPECT_THAT(failed.error().message, HasSubstr("No space left on device"));
  EXPECT_FALSE(FileExists(job_ + "/other"));
}

TEST(FileEntry, NamesStayInTheWorkDirectory) {
  const auto plain = ParseFileEntry("file", "a/b.txt");
  EXPECT_EQ(plain->path, "a/b.txt");
  EXPECT_EQ(plain->name, "b.txt");
  EXPECT_EQ(ParseFileEntry("file", "/x/y#z")->name, "z");
  for (const char* entry :
       {"", "/", "a#", "a#.", "a#..", "a#../b", "a#/etc/passwd", "..", "a/.."}) {
    const auto parsed = ParseFileEntry("archive", entry);
    ASSERT_FALSE(parsed.ok()) << entry;
    EXPECT_EQ(parsed.error().code, "JA018");
    EXPECT_THAT(parsed.error().message, HasSubstr("archive "));
  }
}

TEST(ConfigurationXml, ReadsBackAsItWas) {
  const rt::Properties properties = {
      {"a", "<x> & \"y\" 'z'"}, {"b.c", "line\nnext\ttab"}, {"d", "]]>"}, {"e", "\xc3\xa9"}};
  const auto read = rt::ReadHadoopXml(ConfigurationXml(properties), "test");
  ASSERT_TRUE(read.ok()) << read.error().message;
  rt::Properties back;
  rt::Apply(*read, &back);
  EXPECT_EQ(back, properties);
}

TEST_F(LocalTest, FilesOfOneNameAndOtherContentDoNotMeet) {
  const std::string one = "one", two = "two";
  hpdl_file first{{"lib/a.jar", 9}, one.data(), one.size(), {1}};
  hpdl_file second{{"lib/a.jar", 9}, two.data(), two.size(), {2}};
  const auto place = PlaceOfBundled(ctx_, first);
  const auto other = PlaceOfBundled(ctx_, second);
  EXPECT_EQ(*ReadWholeFile(*place), "one");
  EXPECT_EQ(*ReadWholeFile(*other), "two");
  EXPECT_TRUE(place->starts_with(job_ + "/files/"));
}

TEST_F(LocalTest, AFileThatHasItsContentIsLeftAlone) {
  const std::string path = job_ + "/x";
  ASSERT_TRUE(KeepFile(path, "text", 0600).ok());
  struct stat before{}, after{};
  stat(path.c_str(), &before);
  ASSERT_TRUE(KeepFile(path, "text", 0600).ok());
  stat(path.c_str(), &after);
  EXPECT_EQ(before.st_ino, after.st_ino);
  for (const char* content : {"texT", "text2", ""}) {
    ASSERT_TRUE(KeepFile(path, content, 0600).ok());
    EXPECT_EQ(*ReadWholeFile(path), content);
  }
  EXPECT_FALSE(KeepFile(job_ + "/none/x", "text", 0600).ok());
}

TEST_F(LocalTest, LinksReplaceWhatWasThere) {
  ASSERT_TRUE(LinkTo("/etc/hostname", job_ + "/link").ok());
  ASSERT_TRUE(LinkTo("/etc/passwd", job_ + "/link").ok());
  char target[64];
  EXPECT_EQ(std::string(target, readlink((job_ + "/link").c_str(), target, sizeof target)),
            "/etc/passwd");
}

TEST_F(LocalTest, AnActionsPropertiesCountMoreThanFilesAndGlobal) {
  ctx_.files.emplace_back("job.xml",
                          "<configuration><property><name>a</name><value>file</value></property>"
                          "<property><name>b</name><value>file</value></property></configuration>");
  Configuration own;
  own.properties.push_back({"a", "own", ""});
  const auto properties = ActionConfiguration(ctx_, {"job.xml"}, own);
  EXPECT_EQ(properties->at("a"), "own");
  EXPECT_EQ(properties->at("b"), "file");
  EXPECT_EQ(ActionConfiguration(ctx_, {"none.xml"}, own).error().code, "JA008");
}

TEST(ErrorOfStart, TellsWhoIsToAct) {
  rt::ExitStatus status;
  EXPECT_FALSE(ErrorOfStart(status, "x").has_value());
  status.start_error = "x: No such file or directory";
  EXPECT_EQ(ErrorOfStart(status, "x")->error_class, rt::ErrorClass::kError);
  status.unstarted = true;
  EXPECT_EQ(ErrorOfStart(status, "x")->error_class, rt::ErrorClass::kNonTransient);
  rt::ExitStatus lost;
  lost.lost = true;
  EXPECT_EQ(ErrorOfStart(lost, "x")->code, "JA017");
}

TEST(SignalText, NamesTheSignal) {
  EXPECT_EQ(SignalText(9), "ended by signal 9 (SIGKILL)");
  EXPECT_EQ(SignalText(100), "ended by signal 100");
}

/// A file system with files by path. Read() fails while `down` is set.
class FakeHdfs final : public rt::FileSystem {
 public:
  const std::string& name() const override { return name_; }
  std::string Home() const override { return "/user/joe"; }
  bool KnowsGroup(const std::string&) const override { return true; }
  rt::Task<rt::Result<rt::FileStatus>> Status(std::string path) override {
    ++asked;
    rt::FileStatus status;
    const auto found = content.find(path);
    status.type = found != content.end()              ? rt::FileType::kFile
                  : content.contains(path + "/a.jar") ? rt::FileType::kDirectory
                                                      : rt::FileType::kAbsent;
    co_return status;
  }
  rt::Task<rt::Result<std::vector<std::string>>> Glob(std::string pattern, std::size_t) override {
    std::vector<std::string> found;
    for (const auto& [path, text] : content) {
      if (path.starts_with(pattern.substr(0, pattern.size() - 1))) {
        found.push_back(path);
      }
    }
    co_return found;
  }
  rt::Task<rt::Result<std::int64_t>> DirectorySize(std::string) override { co_return -1; }
  rt::Task<rt::Result<void>> MakeDirectories(std::string) override { co_return Nothing(); }
  rt::Task<rt::Result<void>> Delete(std::string) override { co_return Nothing(); }
  rt::Task<rt::Result<void>> Rename(std::string, std::string) override { co_return Nothing(); }
  rt::Task<rt::Result<void>> Touch(std::string) override { co_return Nothing(); }
  rt::Task<rt::Result<void>> Change(std::string, rt::OwnershipChange) override {
    co_return Nothing();
  }
  rt::Task<rt::Result<void>> SetReplication(std::string, std::int16_t) override {
    co_return Nothing();
  }
  rt::Task<rt::Result<std::string>> Read(std::string path, std::int64_t limit) override {
    ++asked;
    if (down) {
      co_return rt::Error{rt::ErrorClass::kTransient, "JA006", "connection refused"};
    }
    const auto found = content.find(path);
    if (found == content.end()) {
      co_return rt::Error{rt::ErrorClass::kError, rt::kNotFound, ""};
    }
    if (static_cast<std::int64_t>(found->second.size()) > limit) {
      co_return rt::Error{rt::ErrorClass::kError, "", "is too large"};
    }
    co_return found->second;
  }

  std::map<std::string, std::string> content;
  bool down = false;
  int asked = 0;

 private:
  static rt::Result<void> Nothing() { return {}; }
  const std::string name_ = "hdfs://nn";
};

class FakeSystems final : public rt::FileSystems {
 public:
  rt::Result<std::string> Default() override { return by_default; }
  rt::Result<rt::FileSystem*> Open(std::string_view uri, const std::string&) override {
    if (uri != "hdfs://nn") {
      return rt::Error{rt::ErrorClass::kNonTransient, "E0902", "not configured"};
    }
    return &files;
  }
  FakeHdfs files;
  std::string by_default;
};

class RemoteFilesTest : public LocalTest {
 protected:
  RemoteFilesTest() {
    ctx_.hadoop = &systems_;
    systems_.files.content = {{"/d/f", "of hdfs"}, {"/lib/a.jar", "a"}, {"/lib/b.so", "b"}};
  }
  rt::Result<void> Fetch(NamedFiles named, std::string name_node = "") {
    return rt::Await(FetchFiles(ctx_, std::move(named), std::move(name_node)));
  }
  StreamingAction Streaming() const {
    StreamingAction action;
    action.kind = "map-reduce";
    action.streaming = {{"stream.map.streamprocessor", "cat"},
                        {"mapreduce.input.fileinputformat.inputdir", job_},
                        {"mapreduce.output.fileoutputformat.outputdir", job_ + "/out"}};
    return action;
  }
  /// Runs the action and returns the directory of its process, or "" if no process was started.
  std::string Streamed(const StreamingAction& action) {
    std::string directory;
    ctx_.process = [&](const rt::Command& command) {
      directory = command.directory;
      return rt::ExitStatus();
    };
    boost::asio::io_context io;
    const rt::Outcome outcome = rt::Await(io, RunStreaming(ctx_, action, {}));
    EXPECT_NE(directory, "") << outcome.error->message;
    return directory;
  }
  FakeSystems systems_;
};

TEST_F(RemoteFilesTest, WhatIsHereIsNotAskedFor) {
  ctx_.files = {{"in.txt", "bundled"}};
  systems_.by_default = "hdfs://other";  // the fake systems cannot open this file system
  EXPECT_TRUE(Fetch({{"in.txt"}, {"in.txt#x", "absent.txt", "file:///etc/passwd"}, {"lib"}}).ok());
  EXPECT_EQ(FetchedPath(ctx_, "in.txt"), "");
  EXPECT_EQ(Fetch({{}, {"/d/f"}, {}}).error().code, "E0902");
  systems_.by_default = "";
  EXPECT_TRUE(Fetch({{}, {"/d/f"}, {}}).ok());
  EXPECT_EQ(FetchedPath(ctx_, "/d/f"), "");
  EXPECT_EQ(systems_.files.asked, 0);
}

TEST_F(RemoteFilesTest, CopiesKeepTheirNamesAndAreMadeOnce) {
  ASSERT_TRUE(Fetch({{}, {"/d/f#x", "hdfs://nn/d/f"}, {}}, "hdfs://nn").ok());
  for (const char* path : {"/d/f", "hdfs://nn/d/f"}) {
    const std::string copy = FetchedPath(ctx_, path);
    EXPECT_TRUE(copy.ends_with("/f")) << copy;
    EXPECT_EQ(*ReadWholeFile(copy), "of hdfs");
    struct stat info{};
    EXPECT_EQ(stat(copy.c_str(), &info), 0);
    EXPECT_EQ(info.st_mode & 0777, 0700U);
  }
  const std::string work = *ctx_.WorkDirectory();
  ASSERT_TRUE(PlaceFile(ctx_, "/d/f#x", work).ok());
  EXPECT_EQ(*ReadWholeFile(work + "/x"), "of hdfs");
  systems_.files.down = true;
  EXPECT_TRUE(Fetch({{}, {"/d/f#x"}, {}}, "hdfs://nn").ok());
}

TEST_F(RemoteFilesTest, FoldersHaveTheFilesDirectlyInThem) {
  ASSERT_TRUE(Fetch({{}, {}, {"hdfs://nn/lib", "hdfs://nn/d/f"}}).ok());
  const std::string folder = FetchedPath(ctx_, "hdfs://nn/lib");
  EXPECT_EQ(*ReadWholeFile(folder + "/a.jar"), "a");
  EXPECT_EQ(*ReadWholeFile(folder + "/b.so"), "b");
  EXPECT_EQ(*ReadWholeFile(FetchedPath(ctx_, "hdfs://nn/d/f")), "of hdfs");
  const int asked = systems_.files.asked;
  EXPECT_TRUE(Fetch({{}, {}, {"hdfs://nn/lib", "hdfs://nn/d/f"}}).ok());
  EXPECT_EQ(systems_.files.asked, asked);
}

TEST_F(RemoteFilesTest, FailuresLeaveNothing) {
  const auto missing = Fetch({{"hdfs://nn/none.xml"}, {}, {}});
  EXPECT_EQ(missing.error().code, "JA008");
  EXPECT_EQ(missing.error().error_class, rt::ErrorClass::kError);
  EXPECT_THAT(missing.error().message, HasSubstr("job-xml hdfs://nn/none.xml: no such file"));
  systems_.files.down = true;
  const auto down = Fetch({{}, {"hdfs://nn/d/f"}, {}});
  EXPECT_EQ(down.error().code, "JA006");
  EXPECT_EQ(down.error().error_class, rt::ErrorClass::kTransient);
  EXPECT_EQ(FetchedPath(ctx_, "hdfs://nn/d/f"), "");
  EXPECT_EQ(Fetch({{}, {"s3a://b/k"}, {}}).error().code, "E0904");
  ctx_.hadoop = nullptr;
  EXPECT_EQ(Fetch({{}, {"hdfs://nn/d/f"}, {}}).error().code, "E0904");
}

TEST_F(RemoteFilesTest, PropertyFiles) {
  systems_.files.content["/job.xml"] =
      "<configuration><property><name>a</name><value>1</value></property></configuration>";
  ASSERT_TRUE(Fetch({{"hdfs://nn/job.xml"}, {}, {}}).ok());
  const auto properties = ActionConfiguration(ctx_, {"hdfs://nn/job.xml"}, {});
  ASSERT_TRUE(properties.ok()) << properties.error().message;
  EXPECT_EQ(properties->at("a"), "1");
}

TEST_F(RemoteFilesTest, APropertyFileOfHdfsMayNameAFile) {
  systems_.files.content["/job.xml"] =
      "<configuration><property><name>jar</name><value>hdfs://nn/d/f</value></property>"
      "</configuration>";
  LocalCommand command;
  command.files.job_xml = {"hdfs://nn/job.xml"};
  command.more_files = [&]() -> rt::Result<NamedFiles> {
    const auto said = ActionConfiguration(ctx_, {"hdfs://nn/job.xml"}, {});
    HPDL_TRY(said);
    return NamedFiles{{}, {said->at("jar")}, {}, {}};
  };
  command.arrange = [&]() -> rt::Result<rt::Command> {
    return rt::ActionError(*ReadWholeFile(FetchedPath(ctx_, "hdfs://nn/d/f")));
  };
  boost::asio::io_context io;
  EXPECT_EQ(rt::Await(io, RunLocalCommand(ctx_, std::move(command))).error->message, "of hdfs");
}

TEST_F(RemoteFilesTest, AStreamingJobHasTheInheritedLibraries) {
  ctx_.properties["oozie.wf.subworkflow.classpath.inheritance"] = "true";
  ctx_.properties[rt::kInheritedLibraryProperty] = "hdfs://nn/lib/a.jar";
  EXPECT_EQ(*ReadWholeFile(Streamed(Streaming()) + "/a.jar"), "a");
}

TEST_F(RemoteFilesTest, NoLibraryTakesTheNameOfAnArchive) {
  systems_.files.content["/lib/more.zip"] = "zip";
  ctx_.properties["oozie.libpath"] = "hdfs://nn/lib";
  ctx_.files = {{"more.zip", "PK"}};
  StreamingAction action = Streaming();
  action.archives = {"more.zip"};
  const std::string work = Streamed(action);
  EXPECT_TRUE(FileExists(work + "/a.jar"));
  EXPECT_FALSE(FileExists(work + "/more.zip"));
}

}  // namespace
}  // namespace hpdl::stdlib
