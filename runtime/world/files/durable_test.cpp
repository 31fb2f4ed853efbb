#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/post.hpp>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <optional>
#include <semaphore>

#include "runtime/ground/base/testing/disk_calls.h"
#include "runtime/ground/base/testing/eventually.h"
#include "runtime/ground/base/testing/temporary_folder.h"
#include "runtime/world/files/await.h"
#include "runtime/world/files/file_plan.h"

/// Tests the order in which data reaches the disk. A power cut during a move loses nothing, and a
/// step marked as done stays done. Also tests that long work does not block the loop.
namespace hpdl::rt {
namespace {

namespace asio = boost::asio;
using ::testing::ElementsAre;

class DurableFilesTest : public ::testing::Test {
 protected:
  std::string At(const std::string& path) { return root_ + "/" + path; }
  void File(const std::string& path) {
    MakeDirectories(FilePreview::ParentOf(At(path)));
    std::ofstream(At(path)) << "x";
  }
  bool Has(const std::string& path) { return TypeOf(At(path)) != FileType::kAbsent; }

  /// Records the disk calls from now on. The folders here/ and there/ act as two mounts.
  testing::DiskCalls& Watch(const testing::DiskCalls::Fault& fault = {}) {
    testing::DiskCalls& disk = disk_.emplace(root_);
    disk.fault = [fault](const std::string& call) {
      const bool apart = call.starts_with("rename here/") && call.find(" there/") != call.npos;
      const int error = fault ? fault(call) : 0;
      return error == 0 && apart ? EXDEV : error;
    };
    return disk;
  }
  /// Returns the index of a call among the recorded calls; the number of recorded calls if the call
  /// is missing.
  std::size_t IndexOf(const std::string& call) {
    const std::vector<std::string> seen = disk_->seen();
    return static_cast<std::size_t>(std::find(seen.begin(), seen.end(), call) - seen.begin());
  }

  std::string Do(const std::vector<FileChange>& changes) {
    auto plan = FilePlan::Make(changes, {});
    for (std::size_t i = 0; plan.ok() && i < plan->size(); ++i) {
      if (const auto done = Await(plan->Do(i, false)); !done) {
        return done.error().code;
      }
    }
    const auto synced = plan ? Await(plan->Sync()) : Result<void>(plan.error());
    return synced ? "" : synced.error().code;
  }
  FileChange Change(FileChange::Op op, const std::string& path) {
    FileChange change;
    change.op = op;
    change.path = At(path);
    return change;
  }
  FileChange Move(const std::string& source, const std::string& target) {
    FileChange change;
    change.op = FileChange::Op::kMove;
    change.source = At(source);
    change.target = At(target);
    return change;
  }

  const testing::TemporaryFolder temporary_;
  const std::string root_ = temporary_.path();
  std::optional<testing::DiskCalls> disk_;
};

TEST_F(DurableFilesTest, ACopyToAnotherMountIsOnTheDiskBeforeTheSourceGoes) {
  File("here/d/f");
  File("here/d/sub/g");
  File("there/other");
  Watch();
  ASSERT_EQ(Do({Move("here/d", "there/d")}), "");
  EXPECT_TRUE(Has("there/d/sub/g") && !Has("here/d"));
  const std::size_t appears = IndexOf("rename there/.d.hpdl-move there/d");
  for (const char* part : {"/f", "/sub/g", "/sub", ""}) {
    EXPECT_LT(IndexOf(std::string("fsync there/.d.hpdl-move") + part), appears) << part;
  }
  EXPECT_LT(appears, IndexOf("fsync there"));
  for (const char* gone : {"here/d/f", "here/d/sub/g"}) {
    EXPECT_LT(IndexOf("fsync there"), IndexOf(std::string("unlink ") + gone)) << gone;
  }
  EXPECT_LT(IndexOf("unlink here/d/f"), IndexOf("fsync here"));
  EXPECT_LT(IndexOf("fsync here"), disk_->seen().size());
}

TEST_F(DurableFilesTest, AFileIsNotMovedOntoItselfByASecondMount) {
  File("here/f");
  ASSERT_EQ(symlink("here", At("there").c_str()), 0);
  Watch();
  EXPECT_EQ(Do({Move("here/f", "there/f")}), "FS008");
  EXPECT_TRUE(Has("here/f"));
}

TEST_F(DurableFilesTest, ASourceStaysIfItsCopyCannotBeSynced) {
  for (const std::string failing : {"fsync there/.f.hpdl-move", "fsync there"}) {
    File("here/f");
    File("there/other");
    Watch([&](const std::string& call) { return call == failing ? EIO : 0; });
    EXPECT_EQ(Do({Move("here/f", "there/f")}), "FS008") << failing;
    EXPECT_TRUE(Has("here/f")) << failing;
    EXPECT_FALSE(Has("there/.f.hpdl-move")) << failing;
    disk_.reset();
    DeleteTree(At("there/f"));
  }
}

TEST_F(DurableFilesTest, WhatAStepChangedIsSynced) {
  File("a/f");
  File("a/sub/deep/g");
  File("b/f");
  Watch();
  ASSERT_EQ(Do({Move("a/f", "b/moved")}), "");
  EXPECT_THAT(disk_->seen(), ElementsAre("rename a/f b/moved", "fsync a", "fsync b"));
  Watch();
  ASSERT_EQ(Do({Change(FileChange::Op::kDelete, "b/f")}), "");
  EXPECT_THAT(disk_->seen(), ElementsAre("unlink b/f", "fsync b"));
  Watch();
  ASSERT_EQ(Do({Change(FileChange::Op::kMkdir, "b/x/y")}), "");
  EXPECT_THAT(disk_->seen(), ElementsAre("fsync b", "fsync b/x"));
  Watch();
  ASSERT_EQ(Do({Change(FileChange::Op::kTouchz, "b/_DONE")}), "");
  EXPECT_THAT(disk_->seen(), ElementsAre("fsync b", "fsync b/_DONE"));
  FileChange chmod = Change(FileChange::Op::kChmod, "a");
  chmod.permissions = "750";
  Watch();
  ASSERT_EQ(Do({chmod}), "");
  EXPECT_THAT(disk_->seen(), ElementsAre("fsync a/sub", "fsync a"));
  chmod.recursive = true;
  Watch();
  ASSERT_EQ(Do({chmod}), "");
  EXPECT_THAT(disk_->seen(),
              ElementsAre("fsync a/sub/deep/g", "fsync a/sub/deep", "fsync a/sub", "fsync a"));
}

TEST_F(DurableFilesTest, AFolderIsSyncedOnceForAllThatWasDoneInIt) {
  std::vector<FileChange> changes;
  for (int i = 0; i < 10; ++i) {
    File("a/f" + std::to_string(i));
    changes.push_back(Change(FileChange::Op::kDelete, "a/f" + std::to_string(i)));
  }
  Watch();
  ASSERT_EQ(Do(changes), "");
  const std::vector<std::string> seen = disk_->seen();
  EXPECT_EQ(std::count(seen.begin(), seen.end(), "fsync a"), 1);
  EXPECT_EQ(seen.back(), "fsync a");
}

TEST_F(DurableFilesTest, WhatCannotBeSyncedIsForAPerson) {
  File("a/f");
  Watch([](const std::string& call) { return call.starts_with("fsync") ? EIO : 0; });
  EXPECT_EQ(Do({Change(FileChange::Op::kDelete, "a/f")}), "E0713");
}

/// Runs a task on a loop of its own. At the disk call `call` the task is cancelled. The disk call
/// itself continues only after the loop has handled the cancellation.
class Interrupted {
 public:
  testing::DiskCalls::Fault At(std::string call) {
    return [this, call = std::move(call)](const std::string& made) {
      if (made == call) {
        asio::post(loop_, [this] {
          cancel_.emit(asio::cancellation_type::terminal);
          taken_.release();
        });
        EXPECT_TRUE(taken_.try_acquire_for(testing::kPatience)) << "the loop stands still";
      }
      return 0;
    };
  }
  /// Returns the result of the task.
  Result<void> Run(Task<Result<void>> task) {
    Result<void> result;
    auto keep = [&result](Task<Result<void>> task) -> Task<void> {
      result = co_await std::move(task);
    };
    asio::co_spawn(loop_, keep(std::move(task)),
                   asio::bind_cancellation_slot(cancel_.slot(), asio::detached));
    loop_.run();
    return result;
  }

 private:
  asio::io_context loop_{1};
  asio::cancellation_signal cancel_;
  std::counting_semaphore<2> taken_{0};
};

TEST_F(DurableFilesTest, ARequestIsTakenWhileATreeIsDeleted) {
  for (int i = 0; i < 100; ++i) {
    File("big/" + std::to_string(i / 10) + "/" + std::to_string(i));
  }
  Interrupted task;
  Watch(task.At("unlink big/5/55"));
  EXPECT_EQ(task.Run(LocalFiles().Delete(At("big"))).error().message, std::strerror(ECANCELED));
  EXPECT_FALSE(Has("big/5/55")) << "what had begun was done";
  const std::vector<std::string> seen = disk_->seen();
  EXPECT_EQ(seen.back(), "unlink big/5/55") << "nothing comes after it";
}

TEST_F(DurableFilesTest, AMoveThatIsKilledLeavesNoHalfCopy) {
  for (int i = 0; i < 20; ++i) {
    File("here/d/" + std::to_string(i));
  }
  File("there/other");
  Interrupted task;
  Watch(task.At("fsync there/.d.hpdl-move/7"));
  EXPECT_FALSE(task.Run(LocalFiles().Rename(At("here/d"), At("there/d"))).ok());
  EXPECT_TRUE(Has("here/d/7") && Has("here/d/19"));
  EXPECT_FALSE(Has("there/d") || Has("there/.d.hpdl-move"));
}

TEST_F(DurableFilesTest, TreesAreLeftBetweenTwoFiles) {
  File("d/a");
  const StopFlag stop = true;
  EXPECT_EQ(DeleteTree(At("d"), &stop), ECANCELED);
  EXPECT_EQ(CopyTree(At("d/a"), At("b"), &stop), ECANCELED);
  EXPECT_EQ(ChangeOwnership(At("d"), {0700, {}}, true, true, &stop), ECANCELED);
  EXPECT_EQ(SyncTree(At("d"), SyncDepth::kAll, &stop), ECANCELED);
  EXPECT_TRUE(Has("d/a"));
}

TEST_F(DurableFilesTest, OddFilesAreNotOpenedToBeSynced) {
  File("a/f");
  ASSERT_EQ(mkfifo(At("a/pipe").c_str(), 0600), 0);
  ASSERT_EQ(symlink("/nowhere", At("a/dangling").c_str()), 0);
  ASSERT_EQ(symlink(root_.c_str(), At("a/up").c_str()), 0);
  Watch();
  EXPECT_EQ(SyncTree(At("a"), SyncDepth::kAll), 0);
  EXPECT_THAT(disk_->seen(), ElementsAre("fsync a/f", "fsync a"));
  EXPECT_EQ(SyncTree(At("none"), SyncDepth::kAll), 0);
  EXPECT_EQ(SyncTree(At("a/f/below"), SyncDepth::kAll), 0);
  EXPECT_EQ(SyncTree(At("a/dangling"), SyncDepth::kItself), 0);
}

}  // namespace
}  // namespace hpdl::rt
