#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>

#include "runtime/engines/workflow/testing/fake_context.h"
#include "runtime/ground/base/testing/disk_calls.h"
#include "runtime/ground/base/testing/temporary_folder.h"
#include "runtime/world/files/file_operations.h"
#include "stdlib/actions/fs/fs.kind.h"

extern "C" const hpdl_kind hpdl_kind_fs;

namespace hpdl::stdlib {
namespace {

using rt::testing::Argument;
using ::testing::ElementsAre;

std::uint32_t Field(std::string_view name) {
  for (std::uint32_t i = 0; i < std::size(kFsElements); ++i) {
    if (kFsElements[i].name == name) {
      return i;
    }
  }
  ADD_FAILURE() << "no element " << name;
  return 0;
}

class FsTest : public ::testing::Test {
 protected:
  FsTest() : ctx_(root_) {}
  /// Adds a command. Its attributes become the fields 0, 1 and so on. This order is right for all
  /// commands except chmod and chgrp.
  void Command(std::string_view name, std::vector<std::string> attributes) {
    std::vector<rt::ArgNode> children;
    children.reserve(attributes.size());
    for (std::string& value : attributes) {
      children.push_back(Argument(static_cast<std::uint32_t>(children.size()), std::move(value)));
    }
    ctx_.arguments.children.push_back(Argument(Field(name), "", std::move(children)));
  }
  bool Has(const std::string& path) { return rt::TypeOf(root_ + path) != rt::FileType::kAbsent; }
  rt::Outcome Run() { return ctx_.Run(hpdl_kind_fs); }

  const rt::testing::TemporaryFolder temporary_;
  const std::string root_ = temporary_.path();
  rt::testing::FakeContext ctx_;
};

TEST_F(FsTest, DoesTheCommandsInOrder) {
  std::ofstream(root_ + "/input") << "x";
  Command("mkdir", {root_ + "/archive/today"});
  Command("move", {root_ + "/input", root_ + "/archive/today"});
  Command("touchz", {root_ + "/archive/today/_DONE"});
  const rt::Outcome outcome = Run();
  EXPECT_FALSE(outcome.error.has_value());
  EXPECT_EQ(outcome.external_status, "OK");
  EXPECT_TRUE(Has("/archive/today/input") && Has("/archive/today/_DONE") && !Has("/input"));
  EXPECT_THAT(ctx_.recorded, ElementsAre("1", "2"));
}

/// Adds the calls of RecordProgress() to the list of the disk's calls, so the list shows the order
/// of all these calls.
class MarkingContext : public rt::testing::FakeContext {
 public:
  MarkingContext(std::string directory, rt::testing::DiskCalls& disk)
      : FakeContext(std::move(directory)), disk_(disk) {}
  rt::Task<void> RecordProgress(std::string progress) override {
    disk_.Note("mark " + progress);
    return FakeContext::RecordProgress(std::move(progress));
  }

 private:
  rt::testing::DiskCalls& disk_;
};

TEST_F(FsTest, WhatWasDoneIsOnTheDiskBeforeItIsMarked) {
  rt::MakeDirectories(root_ + "/a");
  rt::MakeDirectories(root_ + "/b");
  std::ofstream(root_ + "/a/f") << "x";
  Command("move", {root_ + "/a/f", root_ + "/b"});
  Command("delete", {root_ + "/a"});
  rt::testing::DiskCalls disk(root_);
  MarkingContext ctx(root_, disk);
  ctx.arguments = ctx_.arguments;
  EXPECT_FALSE(ctx.Run(hpdl_kind_fs).error.has_value());
  EXPECT_THAT(disk.seen(), ElementsAre("rename a/f b/f", "fsync a", "fsync b", "mark 1", "unlink a",
                                       "unlink a", "fsync ."));
}

TEST_F(FsTest, CommandsThatCanBeRepeatedCostNoCommit) {
  Command("delete", {root_ + "/a"});
  Command("mkdir", {root_ + "/a"});
  Command("touchz", {root_ + "/a/b"});
  EXPECT_FALSE(Run().error.has_value());
  EXPECT_TRUE(ctx_.recorded.empty());
}

TEST_F(FsTest, ResumesAfterAMoveThatWasDone) {
  std::ofstream(root_ + "/moved") << "x";
  Command("mkdir", {root_ + "/not-again"});
  Command("move", {root_ + "/source", root_ + "/moved"});
  Command("mkdir", {root_ + "/after"});
  ctx_.is_resumed = true;
  ctx_.position = "1";
  const rt::Outcome outcome = Run();
  EXPECT_FALSE(outcome.error.has_value()) << outcome.error->message;
  EXPECT_TRUE(Has("/moved") && Has("/after") && !Has("/not-again"));
}

TEST_F(FsTest, AFreshAttemptDoesNotTakeTheTargetForTheResult) {
  std::ofstream(root_ + "/moved") << "x";
  Command("move", {root_ + "/source", root_ + "/moved"});
  EXPECT_EQ(Run().error->code, "FS006");
  EXPECT_EQ(Run().error->message,
            "FS006: move, source path [file:" + root_ + "/source] does not exist");
}

TEST_F(FsTest, TwoMessagesHaveNoCodeInFront) {
  std::ofstream(root_ + "/a") << "x";
  std::ofstream(root_ + "/b") << "x";
  Command("move", {root_ + "/?", root_ + "/none"});
  const rt::Outcome outcome = Run();
  EXPECT_EQ(outcome.error->code, "FS012");
  EXPECT_EQ(outcome.error->message,
            "move, could not rename multiple sources to the same target name");
}

TEST_F(FsTest, ChmodWithRecursive) {
  std::ofstream(root_ + "/f") << "x";
  const StructDecl& body = *kFsElements[Field("chmod")].type;
  const auto elements = static_cast<std::uint32_t>(body.elements.size());
  ctx_.arguments.children.push_back(
      Argument(Field("chmod"), "",
               {Argument(0, ""), Argument(elements, root_ + "/f"), Argument(elements + 1, "rwx")}));
  EXPECT_EQ(Run().error->code, "FS010");
  ctx_.arguments.children[0].children[2].text = "640";
  EXPECT_FALSE(Run().error.has_value());
}

TEST_F(FsTest, NameNodeIsTheBaseOfPathsWithoutScheme) {
  ctx_.arguments.children.push_back(Argument(Field("name-node"), "hdfs://nn:8020"));
  Command("mkdir", {root_ + "/a"});
  const rt::Outcome outcome = Run();
  EXPECT_EQ(outcome.error->code, "E0904");
  EXPECT_EQ(outcome.error->error_class, rt::ErrorClass::kError);
  EXPECT_FALSE(Has("/a"));
}

TEST_F(FsTest, ANameNodeHasAScheme) {
  for (const char* name_node : {"nn:8020", "nn", "/nn"}) {
    ctx_.arguments.children = {Argument(Field("name-node"), name_node)};
    Command("mkdir", {root_ + "/a"});
    const rt::Outcome outcome = Run();
    ASSERT_TRUE(outcome.error) << name_node;
    EXPECT_EQ(outcome.error->code, "FS001");
    EXPECT_EQ(outcome.error->message,
              "FS001: Missing scheme in path [" + std::string(name_node) + "]");
  }
  EXPECT_FALSE(Has("/a"));
}

TEST_F(FsTest, AFileOfItsConfigurationMustNotNameTheUser) {
  ctx_.files.emplace_back("job.xml",
                          "<configuration><property><name>user.name</name><value>tucu</value>"
                          "</property></configuration>");
  ctx_.arguments.children = {Argument(Field("job-xml"), "job.xml")};
  Command("mkdir", {root_ + "/a"});
  EXPECT_EQ(Run().error->code, "JA010");
  ctx_.arguments.children.push_back(Argument(Field("name-node"), "nn"));
  EXPECT_EQ(Run().error->code, "FS001") << "the name node comes first, as at Oozie";
  ctx_.arguments.children = {Argument(Field("job-xml"), "missing.xml")};
  Command("mkdir", {root_ + "/a"});
  EXPECT_EQ(Run().error->code, "JA008");
  EXPECT_FALSE(Has("/a"));
}

TEST_F(FsTest, SkipTrashFalseKeepsAFile) {
  setenv("HOME", root_.c_str(), 1);
  std::ofstream(root_ + "/f") << "x";
  Command("delete", {root_ + "/f", "false"});
  EXPECT_FALSE(Run().error.has_value());
  EXPECT_FALSE(Has("/f"));
  EXPECT_TRUE(Has("/.Trash/Current" + root_ + "/f"));
}

}  // namespace
}  // namespace hpdl::stdlib
