#include "runtime/world/files/file_plan.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fstream>
#include <sstream>

#include "runtime/ground/base/testing/temporary_folder.h"
#include "runtime/world/files/await.h"
#include "runtime/world/files/testing/empty_file_system.h"

namespace hpdl::rt {
namespace {

using Op = FileChange::Op;

class FilePlanTest : public ::testing::Test {
 protected:
  void SetUp() override { rules_.base.home = root_; }

  std::string At(const std::string& path) { return root_ + "/" + path; }
  void File(const std::string& path, const std::string& text = "x") {
    MakeDirectories(FilePreview::ParentOf(At(path)));
    std::ofstream(At(path)) << text;
  }
  void Dir(const std::string& path) { ASSERT_EQ(MakeDirectories(At(path)), 0); }
  bool Has(const std::string& path) { return TypeOf(At(path)) != FileType::kAbsent; }
  mode_t ModeOf(const std::string& path) {
    struct stat info{};
    stat(At(path).c_str(), &info);
    return info.st_mode & 07777;
  }

  FileChange Path(Op op, const std::string& path) {
    FileChange change;
    change.op = op;
    change.path = path;
    return change;
  }
  FileChange Move(const std::string& source, const std::string& target) {
    FileChange change;
    change.op = Op::kMove;
    change.source = source;
    change.target = target;
    return change;
  }
  FileChange Chmod(const std::string& path, const std::string& permissions) {
    FileChange change = Path(Op::kChmod, path);
    change.permissions = permissions;
    return change;
  }
  /// Checks a plan of these changes, and does its steps if the check succeeds. Returns the code of
  /// the first error, or "" if there is no error.
  std::string Run(const std::vector<FileChange>& changes) {
    auto plan = FilePlan::Make(changes, rules_);
    if (!plan) {
      message_ = plan.error().message;
      return plan.error().code;
    }
    if (auto checked = Await(plan->Check(0, false)); !checked) {
      message_ = checked.error().message;
      return checked.error().code;
    }
    for (std::size_t i = 0; i < plan->size(); ++i) {
      if (auto done = Await(plan->Do(i, false)); !done) {
        message_ = done.error().message;
        return done.error().code;
      }
    }
    return "";
  }

  const testing::TemporaryFolder temporary_;
  const std::string root_ = temporary_.path();
  std::string message_;
  FilePlanRules rules_;
};

TEST_F(FilePlanTest, MkdirMakesWhatIsMissingAndLeavesWhatIsThere) {
  EXPECT_EQ(Run({Path(Op::kMkdir, At("a/b/c")), Path(Op::kMkdir, At("a/b"))}), "");
  EXPECT_TRUE(Has("a/b/c"));
  File("f");
  EXPECT_EQ(Run({Path(Op::kMkdir, At("f"))}), "FS004");
  EXPECT_EQ(Run({Path(Op::kMkdir, At("f/below"))}), "FS004");
}

TEST_F(FilePlanTest, DeleteTakesTreesPatternsAndNothing) {
  File("d/x/y");
  File("d/z");
  EXPECT_EQ(Run({Path(Op::kDelete, "file://" + At("d")), Path(Op::kDelete, At("never"))}), "");
  EXPECT_FALSE(Has("d"));
  File("p/a1");
  File("p/a2");
  File("p/b1");
  EXPECT_EQ(Run({Path(Op::kDelete, At("p/{a,c}*"))}), "");
  EXPECT_FALSE(Has("p/a1") || Has("p/a2"));
  EXPECT_TRUE(Has("p/b1"));
}

TEST_F(FilePlanTest, DeleteNeverFollowsLinks) {
  File("outside/precious");
  Dir("d");
  ASSERT_EQ(symlink(At("outside").c_str(), At("d/link").c_str()), 0);
  EXPECT_EQ(Run({Path(Op::kDelete, At("d"))}), "");
  EXPECT_FALSE(Has("d"));
  EXPECT_TRUE(Has("outside/precious"));
  ASSERT_EQ(symlink(At("outside").c_str(), At("link").c_str()), 0);
  EXPECT_EQ(Run({Path(Op::kDelete, At("link"))}), "");
  EXPECT_FALSE(Has("link"));
  EXPECT_TRUE(Has("outside/precious"));
}

TEST_F(FilePlanTest, TheRootIsNotDeleted) {
  EXPECT_EQ(Run({Path(Op::kDelete, "/")}), "FS005");
  EXPECT_EQ(Run({Path(Op::kDelete, "file:///tmp/..")}), "FS005");
  EXPECT_EQ(Run({Path(Op::kDelete, " ")}), "FS001");
}

TEST_F(FilePlanTest, TrashKeepsWhatIsDeleted) {
  File("d/f", "keep");
  FileChange change = Path(Op::kDelete, At("d"));
  change.use_trash = true;
  EXPECT_EQ(Run({change}), "");
  EXPECT_FALSE(Has("d"));
  EXPECT_TRUE(Has(".Trash/Current" + At("d/f")));
  File("d/f", "again");
  EXPECT_EQ(Run({change}), "");
  EXPECT_TRUE(Has(".Trash/Current" + At("d.1/f")));
}

TEST_F(FilePlanTest, MoveGoesIntoADirectoryThatExists) {
  File("s", "moved");
  Dir("t");
  EXPECT_EQ(Run({Move(At("s"), At("t"))}), "");
  EXPECT_TRUE(Has("t/s"));
  EXPECT_EQ(Run({Move(At("t/s"), At("new"))}), "");
  EXPECT_TRUE(Has("new"));
}

TEST_F(FilePlanTest, MoveRefuses) {
  File("s");
  File("t");
  Dir("d/s");
  EXPECT_EQ(Run({Move(At("none"), At("u"))}), "FS006");
  EXPECT_EQ(Run({Move(At("d"), At("t"))}), "FS008") << "a directory replaces no file";
  EXPECT_EQ(Run({Move(At("s"), At("no/parent"))}), "FS008");
  EXPECT_EQ(Run({Move(At("s"), At("d"))}), "FS008") << "d/s exists";
  EXPECT_EQ(Run({Move(At("d"), At("d/below"))}), "FS008");
  EXPECT_EQ(Run({Move(At("s"), "hdfs://nn/x")}), "FS007");
  EXPECT_EQ(Run({Move("hdfs://nn/x", At("x"))}), "E0904");
  EXPECT_TRUE(Has("s") && Has("t"));
}

TEST_F(FilePlanTest, AMovedFileReplacesALocalFile) {
  File("s", "moved");
  File("t", "old one");
  EXPECT_EQ(Run({Move(At("s"), At("t"))}), "");
  EXPECT_FALSE(Has("s"));
  EXPECT_EQ(SizeOf(At("t")), 5);
  File("d/t");
  EXPECT_EQ(Run({Move(At("t"), At("d"))}), "");
  EXPECT_EQ(SizeOf(At("d/t")), 5);
  File("d/u");
  EXPECT_EQ(Run({Move(At("d/?"), At("d/u"))}), "FS012");
  EXPECT_EQ(Run({Move(At("d/t*"), At("d/u"))}), "");
  EXPECT_EQ(SizeOf(At("d/u")), 5);
}

TEST_F(FilePlanTest, MoveOfAPattern) {
  File("in/a1");
  File("in/a2");
  File("in/b");
  EXPECT_EQ(Run({Move(At("in/a*"), At("out"))}), "FS012");
  Dir("out");
  EXPECT_EQ(Run({Move(At("in/a?"), At("out"))}), "");
  EXPECT_TRUE(Has("out/a1") && Has("out/a2") && Has("in/b"));
  EXPECT_EQ(Run({Move(At("in/z*"), At("out"))}), "FS006");
}

TEST_F(FilePlanTest, APatternDoesNotMoveTwoFilesToOnePlace) {
  File("in/a/part", "one");
  File("in/b/part", "two");
  Dir("out");
  EXPECT_EQ(Run({Move(At("in/*/part"), At("out"))}), "FS008");
  EXPECT_TRUE(Has("in/a/part") && Has("in/b/part") && !Has("out/part"));
}

TEST_F(FilePlanTest, MessagesAreThoseOfOozie) {
  const auto message = [this](std::vector<FileChange> changes) {
    message_.clear();
    Run(changes);
    return message_;
  };
  const std::string none = "[file:" + At("none") + "]", f = "[file:" + At("f") + "]";
  File("f");
  EXPECT_EQ(message({Move(At("none"), At("u"))}), "move, source path " + none + " does not exist");
  EXPECT_EQ(message({Chmod("file://" + At("none"), "700")}),
            "chmod, path(s) that matches " + none + " does not exist");
  FileChange group = Path(Op::kChgrp, At("none"));
  group.group = std::to_string(getgid());
  EXPECT_EQ(message({group}), "chgrp, path(s) that matches " + none + " does not exist");
  EXPECT_EQ(message({Move(At("f"), At("no/parent"))}),
            "move, could not move " + f + " to [" + At("no/parent") +
                "]: the parent directory of the target does not exist");
  EXPECT_EQ(message({Move(At("f"), "file:" + At("f/x"))}),
            "move, could not move " + f + " to [file:" + At("f/x") +
                "]: the parent directory of the target does not exist");
  EXPECT_EQ(message({Chmod(At("f"), "7")}),
            "chmod, path " + f +
                " invalid permissions mask [7]: expected 3 octal digits or a form like -rwxr-x---");
  EXPECT_EQ(
      message({Path(Op::kMkdir, At("f/x"))}),
      "mkdir, path [file:" + At("f/x") + "] could not create directory: " + At("f") + " is a file");
  EXPECT_EQ(message({Path(Op::kTouchz, At("f"))}),
            "touchz, path " + f + " must be a zero-length file");
  File("g1");
  File("g2");
  EXPECT_EQ(message({Move(At("g*"), At("u"))}),
            "move, could not rename multiple sources to the same target name");
  rules_.most_matches = 1;
  EXPECT_EQ(message({Path(Op::kDelete, At("g*"))}),
            "too many globbed files/dirs to do FS operation");
}

TEST_F(FilePlanTest, HwsMoveNeedsAFreeTarget) {
  rules_.hws = true;
  File("s");
  Dir("t");
  EXPECT_EQ(Run({Move(At("s"), At("t"))}), "FS008");
  EXPECT_EQ(Run({Move(At("s"), At("t/s2"))}), "");
  File("star*");
  File("starfish");
  EXPECT_EQ(Run({Path(Op::kDelete, At("star*"))}), "");
  EXPECT_TRUE(Has("starfish")) << "no patterns in HWS";
  EXPECT_FALSE(Has("star*"));
}

TEST_F(FilePlanTest, CommandsBeforeAWrongOneStayDone) {
  EXPECT_EQ(Run({Path(Op::kMkdir, At("one")), Move(At("none"), At("b"))}), "FS006");
  EXPECT_TRUE(Has("one"));
  EXPECT_EQ(Run({Path(Op::kMkdir, At("two")), Chmod(At("one"), "wrong")}), "FS010");
  EXPECT_TRUE(Has("two"));
  EXPECT_EQ(
      Run({Path(Op::kMkdir, At("three")), Path(Op::kDelete, "/"), Path(Op::kMkdir, At("four"))}),
      "FS005");
  EXPECT_TRUE(Has("three"));
  EXPECT_FALSE(Has("four"));
}

TEST_F(FilePlanTest, APatternMayMatchOnlySoManyPaths) {
  rules_.most_matches = 2;
  File("a1");
  File("a2");
  EXPECT_EQ(Run({Chmod(At("a*"), "600")}), "");
  File("a3");
  EXPECT_EQ(Run({Path(Op::kDelete, At("a*"))}), "FS013");
  EXPECT_TRUE(Has("a1") && Has("a2") && Has("a3"));
  Dir("d/x");
  Dir("d/y");
  Dir("d/z");
  EXPECT_EQ(Run({Path(Op::kDelete, At("d"))}), "") << "only matches of the pattern count";
}

TEST_F(FilePlanTest, OfHwsNothingIsDoneIfALaterCheckFails) {
  rules_.hws = true;
  File("a");
  EXPECT_EQ(Run({Path(Op::kDelete, At("a")), Move(At("none"), At("b"))}), "FS006");
  EXPECT_TRUE(Has("a"));
}

TEST_F(FilePlanTest, ChecksOfHwsSeeWhatEarlierCommandsWillDo) {
  rules_.hws = true;
  File("in/data");
  EXPECT_EQ(Run({Path(Op::kDelete, At("work")), Path(Op::kMkdir, At("work/x")),
                 Move(At("in"), At("work/x/in")), Path(Op::kTouchz, At("work/x/in/_DONE")),
                 Chmod(At("work/x/in/data"), "600")}),
            "")
      << message_;
  EXPECT_TRUE(Has("work/x/in/data") && Has("work/x/in/_DONE"));
  File("gone");
  EXPECT_EQ(Run({Path(Op::kDelete, At("gone")), Move(At("gone"), At("b"))}), "FS006");
  EXPECT_EQ(Run({Path(Op::kMkdir, At("d")), Move(At("gone"), At("e")), Chmod(At("gone"), "600")}),
            "FS009");
  EXPECT_FALSE(Has("d"));
}

TEST_F(FilePlanTest, ChmodOfADirectoryAndItsFiles) {
  File("d/f");
  File("d/sub/g");
  for (const char* path : {"d/f", "d/sub/g"}) {
    chmod(At(path).c_str(), 0600);
  }
  chmod(At("d/sub").c_str(), 0700);
  FileChange change = Chmod(At("d"), "751");
  change.dir_files = false;
  EXPECT_EQ(Run({change}), "");
  EXPECT_EQ(ModeOf("d"), 0751U);
  EXPECT_EQ(ModeOf("d/f"), 0600U);
  change.dir_files = true;
  change.permissions = "-rwxrw-r-x";
  EXPECT_EQ(Run({change}), "");
  EXPECT_EQ(ModeOf("d"), 0765U);
  EXPECT_EQ(ModeOf("d/f"), 0765U);
  EXPECT_EQ(ModeOf("d/sub"), 0765U);
  EXPECT_EQ(ModeOf("d/sub/g"), 0600U) << "one level only";
  change.recursive = true;
  EXPECT_EQ(Run({change}), "");
  EXPECT_EQ(ModeOf("d/sub/g"), 0765U);
  EXPECT_EQ(Run({Chmod(At("d/*"), "700")}), "");
  EXPECT_EQ(ModeOf("d/f"), 0700U);
}

TEST_F(FilePlanTest, RefusesWrongValues) {
  File("f");
  for (const char* wrong : {"", "7", "778", "9999", "rwxrwxrwx", "-rwxrwxrwz", "-wrxrwxrwx"}) {
    EXPECT_EQ(Run({Chmod(At("f"), wrong)}), "FS010") << wrong;
  }
  EXPECT_EQ(Run({Chmod(At("none"), "700")}), "FS009");
  FileChange group = Path(Op::kChgrp, At("f"));
  group.group = "no_such_group_here";
  EXPECT_EQ(Run({group}), "FS010");
  group.group = std::to_string(getgid());
  EXPECT_EQ(Run({group}), "");
  FileChange replication = Path(Op::kSetrep, At("f"));
  for (const char* wrong : {"", "0", "-1", "x", "70000"}) {
    replication.replication = wrong;
    EXPECT_EQ(Run({replication}), "FS010") << wrong;
  }
  replication.replication = "3";
  EXPECT_EQ(Run({replication}), "");
}

/// A name node that denies each change.
class DenyingFiles final : public testing::EmptyFileSystem, public FileSystems {
 public:
  Result<std::string> Default() override { return std::string(); }
  Result<FileSystem*> Open(std::string_view, const std::string&) override { return this; }
  Task<Result<void>> MakeDirectories(std::string) override { return Deny(); }
  Task<Result<void>> Delete(std::string) override { return Deny(); }

 private:
  static Task<Result<void>> Deny() {
    co_return Error{ErrorClass::kError, "", "AccessControlException: Permission denied: user=joe"};
  }
};

TEST_F(FilePlanTest, WhatANameNodeDeniesIsFs014) {
  DenyingFiles files;
  rules_.base.remote = &files;
  EXPECT_EQ(Run({Path(Op::kMkdir, "hdfs://nn/a")}), "FS014");
  EXPECT_EQ(message_, "Permission denied: user=joe");
  EXPECT_EQ(Run({Path(Op::kDelete, "hdfs://nn/a")}), "FS014");
}

TEST_F(FilePlanTest, TouchMakesEmptyFilesOnly) {
  EXPECT_EQ(Run({Path(Op::kTouchz, At("new/dir/f"))}), "");
  EXPECT_EQ(SizeOf(At("new/dir/f")), 0);
  EXPECT_EQ(Run({Path(Op::kTouchz, At("new/dir/f"))}), "");
  File("full");
  EXPECT_EQ(Run({Path(Op::kTouchz, At("full"))}), "FS014");
  EXPECT_EQ(Run({Path(Op::kTouchz, At("new"))}), "FS014");
}

TEST_F(FilePlanTest, PathsWithoutSchemeAreOnTheNameNode) {
  rules_.base.file_system = "hdfs://nn:8020";
  EXPECT_EQ(Run({Path(Op::kMkdir, "/x")}), "E0904");
  EXPECT_NE(message_.find("--no-network"), std::string::npos) << message_;
  EXPECT_EQ(Run({Path(Op::kMkdir, "file://" + At("local"))}), "");
  rules_.base.file_system = "file:///";
  EXPECT_EQ(Run({Path(Op::kMkdir, "relative/dir")}), "");
  EXPECT_TRUE(Has("relative/dir"));
}

/// Stops a plan after every step and replays it from its last mark, like a resumed action.
TEST_F(FilePlanTest, ReplayFromAnyPointGivesTheSame) {
  const auto changes = [&] {
    return std::vector<FileChange>{Chmod(At("a"), "700"),       Path(Op::kDelete, At("old")),
                                   Path(Op::kMkdir, At("out")), Move(At("a"), At("b")),
                                   Move(At("b"), At("out")),    Path(Op::kTouchz, At("a")),
                                   Chmod(At("out/b"), "640"),   Path(Op::kDelete, At("tmp"))};
  };
  for (std::size_t cut = 0; cut <= changes().size(); ++cut) {
    DeleteTree(root_);
    File("a", "data");
    File("old/x");
    File("tmp");
    auto plan = FilePlan::Make(changes(), rules_);
    ASSERT_TRUE(plan.ok());
    std::size_t mark = 0;
    for (std::size_t i = 0; i < cut; ++i) {
      mark = plan->NeedsMark(i) ? i : mark;
      ASSERT_TRUE(Await(plan->Do(i, false)).ok());
    }
    const auto checked = Await(plan->Check(mark, true));
    ASSERT_TRUE(checked.ok()) << "cut " << cut << ": " << checked.error().message;
    bool replay = true;
    for (std::size_t i = mark; i < plan->size(); ++i) {
      replay = replay && (i == mark || !plan->NeedsMark(i));
      const auto done = Await(plan->Do(i, replay));
      ASSERT_TRUE(done.ok()) << "cut " << cut << ", step " << i << ": " << done.error().message;
    }
    EXPECT_TRUE(Has("a") && Has("out/b") && !Has("b") && !Has("old") && !Has("tmp"))
        << "cut " << cut;
    EXPECT_EQ(SizeOf(At("out/b")), 4);
    EXPECT_EQ(ModeOf("out/b"), 0640U);
  }
}

TEST_F(FilePlanTest, CopyTreeKeepsLinksAndModes) {
  File("s/x/f", "text");
  chmod(At("s/x/f").c_str(), 0751);
  ASSERT_EQ(symlink("x/f", At("s/link").c_str()), 0);
  ASSERT_EQ(CopyTree(At("s"), At("t")), 0);
  EXPECT_EQ(ModeOf("t/x/f"), 0751U);
  char link[16];
  EXPECT_EQ(readlink(At("t/link").c_str(), link, sizeof link), 3);
  EXPECT_NE(CopyTree(At("s"), At("t")), 0) << "the target exists";
}

TEST(ResolvePath, Forms) {
  const PathBase base{"", "/home/joe"};
  EXPECT_EQ(*ResolvePath("file:///a//b/", base), "/a/b");
  EXPECT_EQ(*ResolvePath("file:/a/./b/../c", base), "/a/c");
  EXPECT_EQ(*ResolvePath("file://localhost/a", base), "/a");
  EXPECT_EQ(*ResolvePath("x/y", base), "/home/joe/x/y");
  EXPECT_EQ(*ResolvePath("/../..", base), "/");
  EXPECT_EQ(ResolvePath("s3a://bucket/x", base).error().code, "E0904");
  EXPECT_EQ(ResolvePath("", base).error().code, "FS001");
  EXPECT_EQ(SchemeOf("/a:b"), "");
  EXPECT_EQ(SchemeOf("1a:b"), "");
  EXPECT_EQ(SchemeOf("hdfs://x"), "hdfs");
}

TEST(FilePlan, BooleansAreReadAsJavaDoes) {
  EXPECT_TRUE(IsTrue("true"));
  EXPECT_TRUE(IsTrue("TRUE"));
  for (const char* other : {"", "yes", "1", "true ", "tru"}) {
    EXPECT_FALSE(IsTrue(other)) << other;
  }
}

}  // namespace
}  // namespace hpdl::rt
