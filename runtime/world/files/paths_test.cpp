#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include <cerrno>
#include <filesystem>
#include <fstream>

#include "runtime/ground/base/testing/temporary_folder.h"
#include "runtime/world/files/await.h"
#include "runtime/world/files/file_operations.h"
#include "runtime/world/files/file_plan.h"
#include "runtime/world/files/preview.h"
#include "runtime/world/files/resolve_path.h"

namespace hpdl::rt {
namespace {

/// Records the opened file systems. Each file system has the files of this machine.
class NotedFileSystems final : public FileSystems {
 public:
  Result<std::string> Default() override { return default_name; }
  Result<FileSystem*> Open(std::string_view uri, const std::string& user) override {
    opened.push_back(user + " " + std::string(uri));
    if (uri == refused) {
      return Error{ErrorClass::kNonTransient, "E0904", "no address is known"};
    }
    return &LocalFiles();
  }
  std::string default_name, refused;
  std::vector<std::string> opened;
};

TEST(Paths, OfThisMachine) {
  for (const char* base : {"", "file:///", "file:/", "/"}) {
    const PathBase from{.file_system = base, .home = "/home/joe"};
    EXPECT_EQ(*ResolvePath("a/b", from), "/home/joe/a/b") << base;
    EXPECT_EQ(*ResolvePath("/a//b/../c/", from), "/a/c") << base;
    EXPECT_EQ(*ResolvePath("file:///x", from), "/x") << base;
  }
  const PathBase remote{.file_system = "hdfs://nn", .home = "/home/joe"};
  EXPECT_EQ(ResolvePath("a", remote).error().code, "E0904");
  EXPECT_EQ(ResolvePath("hdfs://nn/a", {.home = "/"}).error().code, "E0904");
  EXPECT_EQ(ResolvePath("", {.home = "/"}).error().code, "FS001");
}

TEST(Paths, FileSystemAndPathOfAUri) {
  NotedFileSystems systems;
  const PathBase base{.file_system = "", .home = "/", .remote = &systems, .user = "joe"};
  EXPECT_EQ(Locate("hdfs://nn:8020/a/b", base)->path, "/a/b");
  EXPECT_EQ(Locate("webhdfs://nn", base)->path, "/");
  EXPECT_EQ(systems.opened, (std::vector<std::string>{"joe hdfs://nn:8020", "joe webhdfs://nn"}));
}

TEST(Paths, AUriWithoutAuthorityIsOnTheDefaultOneOfItsScheme) {
  NotedFileSystems systems;
  PathBase base{.file_system = "", .home = "/", .remote = &systems, .user = "joe"};
  for (const char* uri : {"hdfs:/a", "hdfs:///a"}) {
    EXPECT_EQ(Locate(uri, base).error().code, "E0902") << uri;
  }
  systems.default_name = "webhdfs://other";
  EXPECT_EQ(Locate("hdfs:/a", base).error().code, "E0902");
  systems.default_name = "hdfs:/";
  EXPECT_EQ(Locate("hdfs:/a", base).error().code, "E0902") << "that has none either";
  systems.default_name = "hdfs://default:1/x";
  EXPECT_EQ(Locate("hdfs:/a", base)->path, "/a");
  EXPECT_EQ(Locate("hdfs:///a", base)->path, "/a");
  base.file_system = "hdfs://base:2";
  EXPECT_EQ(Locate("hdfs:/a", base)->path, "/a");
  EXPECT_EQ(systems.opened,
            (std::vector<std::string>{"joe hdfs://default:1", "joe hdfs://default:1",
                                      "joe hdfs://base:2"}));
}

TEST(Paths, WithinParentAndName) {
  EXPECT_TRUE(FilePreview::IsWithin("/a", "/a"));
  EXPECT_TRUE(FilePreview::IsWithin("/a/b", "/a"));
  EXPECT_TRUE(FilePreview::IsWithin("/a", "/"));
  EXPECT_TRUE(FilePreview::IsWithin("/", "/"));
  EXPECT_FALSE(FilePreview::IsWithin("/ab", "/a"));
  EXPECT_FALSE(FilePreview::IsWithin("/", "/a"));
  EXPECT_EQ(FilePreview::ParentOf("/a/b"), "/a");
  EXPECT_EQ(FilePreview::ParentOf("/a"), "/");
  EXPECT_EQ(FilePreview::ParentOf("/"), "/");
  EXPECT_EQ(FilePreview::ParentOf("a"), "/");
  EXPECT_EQ(FilePreview::NameOf("/a/b"), "b");
  EXPECT_EQ(FilePreview::NameOf("a"), "a");
}

/// Tests of changes to the files of this machine.
class PathsOnDisk : public ::testing::Test {
 protected:
  std::string At(const std::string& name) const { return root_ + "/" + name; }
  static FileChange Change(FileChange::Op op, const std::string& path) {
    FileChange change;
    change.op = op;
    change.path = path;
    return change;
  }
  const testing::TemporaryFolder temporary_;
  const std::string root_ = temporary_.path();
};

TEST_F(PathsOnDisk, ReadsUpToItsLimit) {
  std::ofstream(At("f")) << "12345";
  EXPECT_EQ(*Await(LocalFiles().Read(At("f"), 5)), "12345");
  EXPECT_EQ(*Await(LocalFiles().Read(At("f"), 6)), "12345");
  EXPECT_EQ(Await(LocalFiles().Read(At("f"), 4)).error().message, "is larger than 4 bytes");
  EXPECT_EQ(Await(LocalFiles().Read(root_, 4)).error().message, "Input/output error");
  EXPECT_EQ(Await(LocalFiles().Read(At("nosuch"), 4)).error().code, kNotFound);
}

TEST_F(PathsOnDisk, WhatIsDeletedAgainAndAgainStaysInTheTrash) {
  FilePlanRules rules;
  rules.base.home = root_;
  FileChange change = Change(FileChange::Op::kDelete, At("f"));
  change.use_trash = true;
  for (int i = 0; i < 4; ++i) {
    std::ofstream(At("f")) << i;
    auto plan = FilePlan::Make({change}, rules);
    ASSERT_TRUE(plan && Await(plan->Check(0, false)) && Await(plan->Do(0, false)));
  }
  const std::string kept = root_ + "/.Trash/Current" + At("f");
  for (const char* suffix : {"", ".1", ".2", ".3"}) {
    EXPECT_TRUE(std::filesystem::exists(kept + suffix)) << suffix;
  }
}

TEST_F(PathsOnDisk, AMoveToWhatCannotBeReachedIsOneToAnotherFileSystem) {
  NotedFileSystems systems;
  systems.refused = "hdfs://far";
  FilePlanRules rules;
  rules.base = {.file_system = "", .home = root_, .remote = &systems, .user = "joe"};
  FileChange move;
  move.op = FileChange::Op::kMove;
  move.source = "file://" + At("f");
  move.target = "hdfs://far/f";
  rules.hws = true;  // HWS: Make() finds the error; Oozie: the step itself finds it
  const auto plan = FilePlan::Make({move}, rules);
  ASSERT_FALSE(plan);
  EXPECT_EQ(plan.error().code, "FS007") << plan.error().message;
  EXPECT_EQ(plan.error().message,
            "move, target NN URI different from that of source: [hdfs://far/f], [file://" +
                At("f") + "]");
}

TEST_F(PathsOnDisk, PipesAreSyncedWithTheirFileSystemOnce) {
  for (const char* name : {"one", "two", "three"}) {
    ASSERT_EQ(mkfifo(At(name).c_str(), 0600), 0);
  }
  EXPECT_EQ(SyncTree(root_, SyncDepth::kAll), 0);
}

/// No file can be opened while this object lives.
class NoDescriptors {
 public:
  NoDescriptors() {
    getrlimit(RLIMIT_NOFILE, &before_);
    const rlimit none{0, before_.rlim_max};
    setrlimit(RLIMIT_NOFILE, &none);
  }
  ~NoDescriptors() { setrlimit(RLIMIT_NOFILE, &before_); }
  NoDescriptors(const NoDescriptors&) = delete;
  NoDescriptors& operator=(const NoDescriptors&) = delete;

 private:
  rlimit before_{};
};

TEST_F(PathsOnDisk, WhatCannotBeOpenedIsSaidAndNothingIsDone) {
  std::filesystem::create_directory(At("d"));
  std::ofstream(At("d/f")) << "x";
  ASSERT_EQ(chmod(At("d").c_str(), 0700), 0);
  struct {
    int change, remove, copy, copy_file, sync, sync_file;
  } said{};
  {
    const NoDescriptors full;
    said.change = ChangeOwnership(At("d"), {0750, {}}, true, false);
    said.remove = DeleteTree(At("d"));
    said.copy = CopyTree(At("d"), At("e"));
    said.copy_file = CopyTree(At("d/f"), At("f"));
    said.sync = SyncTree(At("d"), SyncDepth::kEntries);
    said.sync_file = SyncTree(At("d/f"), SyncDepth::kItself);
  }
  for (const int error :
       {said.change, said.remove, said.copy, said.copy_file, said.sync, said.sync_file}) {
    EXPECT_EQ(error, EMFILE);
  }
  struct stat info{};
  ASSERT_EQ(stat(At("d").c_str(), &info), 0);
  EXPECT_EQ(info.st_mode & 07777, 0700U);
  EXPECT_TRUE(std::filesystem::exists(At("d/f")));
  EXPECT_FALSE(std::filesystem::exists(At("f")));
}

TEST_F(PathsOnDisk, ALinkThatIsChangedIsFollowed) {
  std::ofstream(At("f")) << "x";
  std::filesystem::create_symlink(At("f"), At("link"));
  auto plan = FilePlan::Make({[&] {
                               FileChange change = Change(FileChange::Op::kChmod, At("link"));
                               change.permissions = "600";
                               return change;
                             }()},
                             {});
  ASSERT_TRUE(plan && Await(plan->Check(0, false)) && Await(plan->Do(0, false)));
  struct stat info{};
  ASSERT_EQ(stat(At("f").c_str(), &info), 0);
  EXPECT_EQ(info.st_mode & 07777, 0600U);
}

}  // namespace
}  // namespace hpdl::rt
