#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "runtime/ground/base/testing/temporary_folder.h"
#include "runtime/store/catalogue.h"
#include "runtime/store/lease.h"
#include "runtime/store/local/state_directory.h"
#include "runtime/store/own_files.h"
#include "runtime/store/sqlite/sqlite.h"

namespace hpdl::rt {
namespace {

namespace fs = std::filesystem;

/// Tests the files of a state directory.
class StateFiles : public ::testing::Test {
 protected:
  std::unique_ptr<StateDirectory> Open(bool create = true) {
    auto state = StateDirectory::Open(path_, create);
    EXPECT_TRUE(state) << state.error().message;
    return state ? std::move(*state) : nullptr;
  }
  /// Makes a job with one row.
  static std::string MakeJob(StateDirectory& state) {
    JobRow row;
    row.id = *state.NewJobId("joe");
    const auto store = std::move(*state.CreateJob(row.id));
    EXPECT_TRUE(store->PutFacts({}) && store->PutJob(row) && store->Commit());
    return row.id;
  }
  std::string CataloguePath() const {
    for (const fs::directory_entry& entry : fs::directory_iterator(path_)) {
      if (entry.path().filename().string().starts_with("catalogue-")) {
        return entry.path();
      }
    }
    return "";
  }
  static mode_t ModeOf(const std::string& path) {
    struct stat info{};
    EXPECT_EQ(stat(path.c_str(), &info), 0) << path;
    return info.st_mode & 07777;
  }
  static std::size_t Descriptors() {
    return static_cast<std::size_t>(
        std::distance(fs::directory_iterator("/proc/self/fd"), fs::directory_iterator()));
  }

  const testing::TemporaryFolder temporary_;
  const std::string path_ = temporary_.path() + "/state";
};

TEST_F(StateFiles, VersionAndCounterAreLinesOfANumber) {
  const auto state = Open();
  (void)MakeJob(*state);
  (void)MakeJob(*state);
  std::ifstream version(path_ + "/version");
  EXPECT_EQ(std::string(std::istreambuf_iterator<char>(version), {}), "1\n");
  std::ifstream counter(path_ + "/counter");
  EXPECT_EQ(std::string(std::istreambuf_iterator<char>(counter), {}), "2\n");
}

TEST_F(StateFiles, AreClosedAgain) {
  (void)MakeJob(*Open());
  const std::size_t before = Descriptors();
  for (int i = 0; i < 5; ++i) {
    const auto state = Open();
    const std::string id = MakeJob(*state);
    EXPECT_TRUE(state->catalogue().Find({}, {}));
    EXPECT_TRUE(state->OpenJob(id, true));
    EXPECT_TRUE(state->TakeLease(id));
    EXPECT_TRUE(state->RemoveJob(id));
  }
  EXPECT_EQ(Descriptors(), before);
}

TEST_F(StateFiles, AJobIsGoneBeforeItsFilesAre) {
  const auto state = Open();
  const std::string id = MakeJob(*state);
  // Makes the files that a crash during an earlier removal leaves.
  fs::create_directories(path_ + "/trash/" + id + "/attempts");
  fs::create_directories(path_ + "/trash/another/attempts");
  fs::permissions(path_ + "/trash", fs::perms::owner_all);
  EXPECT_TRUE(state->RemoveJob(id));
  EXPECT_FALSE(state->HasJob(id));
  EXPECT_TRUE(state->catalogue().Find({}, {})->jobs.empty());
  EXPECT_FALSE(fs::exists(path_ + "/trash/" + id));
  EXPECT_TRUE(state->EmptyTrash());
  EXPECT_TRUE(fs::is_empty(path_ + "/trash"));
}

TEST_F(StateFiles, NothingIsPutAsideOrDeletedElsewhere) {
  const auto state = Open();
  const std::string id = MakeJob(*state);
  const std::string other = temporary_.path() + "/other";
  fs::create_directories(other + "/kept");
  fs::create_symlink(other, path_ + "/trash");
  EXPECT_FALSE(state->RemoveJob(id));
  EXPECT_TRUE(state->HasJob(id));
  EXPECT_FALSE(state->EmptyTrash());
  EXPECT_TRUE(fs::exists(other + "/kept"));
}

TEST_F(StateFiles, ACatalogueOfASharedFolderIsShared) {
  fs::create_directory(path_);
  ASSERT_EQ(chmod(path_.c_str(), 0770), 0);
  const auto state = Open();
  (void)MakeJob(*state);
  ASSERT_TRUE(state->catalogue().Find({}, {}));
  EXPECT_EQ(ModeOf(CataloguePath()), 0770U);
  EXPECT_EQ(ModeOf(CataloguePath() + "/changed"), 0770U);
  EXPECT_EQ(ModeOf(CataloguePath() + "/jobs.db"), 0660U);
}

TEST_F(StateFiles, ACatalogueOfAnEarlierStartOfTheMachineIsFilledAnew) {
  std::string id;
  {
    const auto state = Open();
    id = MakeJob(*state);
    ASSERT_TRUE(state->catalogue().Find({}, {}));
  }
  for (const char* change :
       {"UPDATE meta SET value='another' WHERE key='boot'", "DELETE FROM meta WHERE key='boot'"}) {
    {
      const auto database =
          std::move(*Database::Open(CataloguePath() + "/jobs.db", Database::Mode::kReadWrite));
      ASSERT_TRUE(database->Execute("DELETE FROM job; DELETE FROM tally;"));
      ASSERT_TRUE(database->Execute(change));
    }
    const auto state = Open();
    const auto found = state->catalogue().Find({}, {});
    ASSERT_TRUE(found);
    ASSERT_EQ(found->jobs.size(), 1U) << change;
    EXPECT_EQ(found->jobs.front().root_id, id);
  }
}

TEST_F(StateFiles, ALinkInThePlaceOfOneOfAJournalsFilesIsRefused) {
  const auto state = Open();
  for (const char* suffix : {"", "-wal", "-shm"}) {
    const std::string id = MakeJob(*state);
    const std::string file = state->work().OfJob(id) + "/journal.db" + suffix;
    const std::string elsewhere = temporary_.path() + "/elsewhere" + suffix;
    if (fs::exists(file)) {
      fs::rename(file, elsewhere);
    } else {
      std::ofstream(elsewhere) << "";
    }
    fs::create_symlink(elsewhere, file);
    for (const bool read_only : {true, false}) {
      const auto store = state->OpenJob(id, read_only);
      ASSERT_FALSE(store) << suffix;
      EXPECT_EQ(store.error().message, file + " is not a regular file, so hpdl did not make it");
    }
  }
}

TEST_F(StateFiles, AProcessWithoutStandardInputOpensThemToo) {
  fs::create_directory(path_);
  std::ofstream(path_ + "/file") << "x";
  const int kept = dup(STDIN_FILENO);
  close(STDIN_FILENO);
  const Result<int> file = OpenRegular(path_ + "/file", O_RDONLY);
  EXPECT_TRUE(file);
  EXPECT_EQ(file ? *file : -1, STDIN_FILENO);
  dup2(kept, STDIN_FILENO);
  close(kept);
}

}  // namespace
}  // namespace hpdl::rt
