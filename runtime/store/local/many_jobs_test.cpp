// Tests that the cost of a job does not grow with the number of existing jobs.
#include <dirent.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <atomic>
#include <filesystem>
#include <fstream>

#include "runtime/ground/base/testing/temporary_folder.h"
#include "runtime/store/job_ids.h"
#include "runtime/store/lease.h"
#include "runtime/store/local/state_directory.h"
#include "runtime/store/sqlite/catalogue_table.h"

namespace {
std::atomic<std::size_t> names_read = 0;  ///< other tests read folders in several threads
}  // namespace

/// Replaces readdir() of the C library. Counts the calls and reads each entry with readdir64(),
/// which does the same.
extern "C" dirent* readdir(DIR* directory) {
  ++names_read;
  return reinterpret_cast<dirent*>(readdir64(directory));
}

namespace hpdl::rt {
namespace {

constexpr int kMany = 300;

std::string IdOf(int number) {
  return FormatJobId(number, 1, "0abcde", "joe", JobType::kWorkflow);
}

JobRow RowOf(const std::string& id, JobState state) {
  JobRow row;
  row.id = id;
  row.app_name = "app";
  row.user = "joe";
  row.state = state;
  row.created_ms = row.modified_ms = 1'700'000'000'000;
  return row;
}

class ManyJobs : public ::testing::Test {
 protected:
  /// Returns the number of directory entries that are read for a job from its submission to its
  /// end, in two processes.
  std::size_t NamesReadForAJob() {
    names_read = 0;
    std::string id;
    {
      auto state = StateDirectory::Open(path_, true);
      EXPECT_TRUE(state) << state.error().message;
      id = *(*state)->NewJobId("joe");
      auto journal = (*state)->CreateJob(id);
      const auto lease = (*state)->TakeLease(id);
      EXPECT_TRUE(journal && lease);
      EXPECT_TRUE((*journal)->PutFacts({}));
      EXPECT_TRUE((*journal)->PutJob(RowOf(id, JobState::kPrep)) && (*journal)->Commit());
    }
    auto state = StateDirectory::Open(path_, false);
    const auto lease = (*state)->TakeLease(id);
    auto journal = (*state)->OpenJob(id, false);
    EXPECT_TRUE(lease && journal);
    for (const JobState each : {JobState::kRunning, JobState::kSucceeded}) {
      EXPECT_TRUE((*journal)->PutJob(RowOf(id, each)) && (*journal)->Commit());
    }
    return names_read;
  }

  void MakeOthers() {
    for (int number = 0; number < kMany; ++number) {
      ASSERT_EQ(mkdir((path_ + "/jobs/" + IdOf(1000 + number)).c_str(), 0700), 0);
    }
  }

  const testing::TemporaryFolder folder_;
  const std::string path_ = folder_.path() + "/state";
};

TEST_F(ManyJobs, NobodyReadsTheirNamesForAnother) {
  (void)NamesReadForAJob();  // makes the state directory
  const std::size_t before = NamesReadForAJob();
  EXPECT_GT(before, 0U) << "nothing is counted";
  MakeOthers();
  EXPECT_EQ(NamesReadForAJob(), before);
}

TEST_F(ManyJobs, NobodyReadsTheirNamesWhileThereIsNoCatalogue) {
  ASSERT_TRUE(StateDirectory::Open(path_, true));
  MakeOthers();
  for (const auto& entry : std::filesystem::directory_iterator(path_)) {
    if (entry.path().filename().string().starts_with("catalogue-")) {
      std::filesystem::remove_all(entry.path());
    }
  }
  names_read = 0;
  ASSERT_TRUE(StateDirectory::Open(path_, true));
  EXPECT_LT(names_read, 10U) << "who asks a question makes the catalogue from the journals";
}

TEST_F(ManyJobs, ARowChangesAsManyPagesOfTheCatalogue) {
  const std::string path = folder_.path() + "/jobs.db";
  std::ofstream(path).close();
  const auto put = [](CatalogueTable& table, int number, JobState state) {
    const std::string id = IdOf(number);
    EXPECT_TRUE(table.Put(id, {RowOf(id, state)}));
  };
  const auto written = [&](int number) {
    auto table = std::move(*CatalogueTable::Open(path, CatalogueTable::Wait::kLong));
    for (const JobState state : {JobState::kPrep, JobState::kRunning, JobState::kSucceeded}) {
      CatalogueTable::Writing writing(*table);
      EXPECT_TRUE(writing.Begin());
      put(*table, number, state);
      EXPECT_TRUE(writing.Commit());
    }
    return std::filesystem::file_size(path + "-wal");
  };
  const auto fill = [&](int from, int until) {
    auto table = std::move(*CatalogueTable::Open(path, CatalogueTable::Wait::kLong));
    CatalogueTable::Writing writing(*table);
    EXPECT_TRUE(writing.Begin());
    EXPECT_TRUE(from > 0 || table->Clear());
    for (int number = from; number < until; ++number) {
      put(*table, number, JobState::kSucceeded);
    }
    EXPECT_TRUE(writing.Commit());
  };
  fill(0, 10);
  const std::uintmax_t few = written(10);
  fill(11, 10 * kMany);
  const std::uintmax_t many = written(10 * kMany);
  EXPECT_LT(many, 3 * few) << "the trees have another level, and a page of each may be split";
}

}  // namespace
}  // namespace hpdl::rt
