#include "runtime/store/catalogue.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <fstream>
#include <set>
#include <thread>
#include <utility>

#include "runtime/ground/base/testing/temporary_folder.h"
#include "runtime/store/local/local_catalogue.h"
#include "runtime/store/local/local_lease.h"
#include "runtime/store/local/state_directory.h"
#include "runtime/store/sqlite/catalogue_table.h"
#include "runtime/store/sqlite/schema.h"
#include "runtime/store/sqlite/sqlite_journal.h"

namespace hpdl::rt {
namespace {

/// While this object lives, no file can grow.
class NoRoom {
 public:
  NoRoom() {
    signal(SIGXFSZ, SIG_IGN);
    getrlimit(RLIMIT_FSIZE, &before_);
    const rlimit none{0, before_.rlim_max};
    setrlimit(RLIMIT_FSIZE, &none);
  }
  ~NoRoom() { setrlimit(RLIMIT_FSIZE, &before_); }
  NoRoom(const NoRoom&) = delete;
  NoRoom& operator=(const NoRoom&) = delete;

 private:
  rlimit before_{};
};

/// Returns the greatest memory use, in kB, of a process that calls `work`. `work` must return true.
template <class Work>
long PeakOf(const Work& work) {
  const pid_t child = fork();
  if (child == 0) {
    _exit(work() ? 0 : 1);
  }
  int status = -1;
  rusage used{};
  EXPECT_EQ(wait4(child, &status, 0, &used), child);
  EXPECT_EQ(status, 0);
  return used.ru_maxrss;
}

class CatalogueTest : public ::testing::Test {
 protected:
  void SetUp() override { Reopen(); }
  void Reopen() {
    auto state = StateDirectory::Open(root_ + "/state", true);
    ASSERT_TRUE(state) << state.error().message;
    state_ = std::move(*state);
  }

  /// Makes a job and commits its row, but does not call the catalogue's Put(), as if the engine had
  /// died before the call.
  JobRow MakeJob(const std::string& name, JobState state = JobState::kRunning,
                 const std::string& user = "joe") {
    JobRow row;
    row.id = *state_->NewJobId(user);
    row.app_name = name;
    row.user = user;
    row.state = state;
    row.created_ms = row.modified_ms = ++clock_;
    EXPECT_TRUE(state_->CreateJob(row.id));
    Commit(row.id, row);
    return row;
  }
  /// Commits a row, but does not call the catalogue's Put().
  void Commit(const std::string& root, const JobRow& row) {
    auto store = std::move(*SqliteJournal::Open(state_->work().OfJob(root) + "/journal.db", false));
    EXPECT_TRUE(store->PutFacts({}));
    EXPECT_TRUE(store->PutJob(row));
    EXPECT_TRUE(store->Commit());
  }
  std::vector<CatalogueEntry> All(Catalogue& catalogue) {
    JobFilter filter;
    filter.children = true;
    Result<CataloguePage> page = catalogue.Find(filter, {});
    EXPECT_TRUE(page) << page.error().message;
    return page ? std::move(page->jobs) : std::vector<CatalogueEntry>();
  }
  JobState StateOf(Catalogue& catalogue, const std::string& id) {
    for (const CatalogueEntry& entry : All(catalogue)) {
      if (entry.job.id == id) {
        return entry.job.state;
      }
    }
    return JobState::kPrep;
  }
  Catalogue& catalogue() { return state_->catalogue(); }
  std::string Folder() const {
    return root_ + "/state/catalogue-" + std::to_string(store_schema::kCatalogueVersion);
  }
  std::size_t Marks() const {
    const std::filesystem::directory_iterator marks(Folder() + "/changed");
    return static_cast<std::size_t>(std::distance(begin(marks), end(marks)));
  }

  const testing::TemporaryFolder folder_;
  std::string root_ = folder_.path();
  std::unique_ptr<StateDirectory> state_;
  std::int64_t clock_ = 1'700'000'000'000;
};

TEST_F(CatalogueTest, IsMadeFromTheJournals) {
  const JobRow job = MakeJob("a");
  JobRow child;
  child.number = 1;
  child.parent = 0;
  child.id = *state_->NewJobId("joe");
  Commit(job.id, child);
  ASSERT_TRUE(catalogue().Rebuild());
  EXPECT_EQ(*state_->FindRoot(child.id), job.id);
  EXPECT_EQ(All(catalogue()).size(), 2U);
  EXPECT_EQ(catalogue().Find({}, {})->jobs.size(), 1U) << "without children";
}

TEST_F(CatalogueTest, JournalsThatNobodyWritesAreReadAsTheyLie) {
  const JobRow settled = MakeJob("a"), crashed = MakeJob("b"), open = MakeJob("c");
  const auto journal = [&](const JobRow& row) {
    return state_->work().OfJob(row.id) + "/journal.db";
  };
  // The engine of `crashed` has died, so its last commit is still in the WAL. The engine of `open`
  // still runs.
  const auto commit = [&](const JobRow& row) {
    auto writer = std::move(*SqliteJournal::Open(journal(row), false));
    JobRow ended = row;
    ended.state = JobState::kSucceeded;
    EXPECT_TRUE(writer->PutJob(ended));
    EXPECT_TRUE(writer->Commit());
    return writer;
  };
  {
    const auto writer = commit(crashed);
    std::filesystem::copy(journal(crashed), root_ + "/kept");
    std::filesystem::copy(journal(crashed) + "-wal", root_ + "/kept-wal");
  }
  std::filesystem::rename(root_ + "/kept", journal(crashed));
  std::filesystem::rename(root_ + "/kept-wal", journal(crashed) + "-wal");
  const auto writer = commit(open);
  ASSERT_TRUE(catalogue().Rebuild());
  EXPECT_EQ(StateOf(catalogue(), settled.id), JobState::kRunning);
  EXPECT_EQ(StateOf(catalogue(), crashed.id), JobState::kSucceeded);
  EXPECT_EQ(StateOf(catalogue(), open.id), JobState::kSucceeded);
  EXPECT_FALSE(std::filesystem::exists(journal(settled) + "-wal"));
  EXPECT_FALSE(std::filesystem::exists(journal(settled) + "-shm"));
}

TEST_F(CatalogueTest, JournalsBelowANameThatAnAddressWouldNotHold) {
  const std::string path = root_ + "/odd?mode=memory#x%41";
  auto state = std::move(*StateDirectory::Open(path, true));
  state_.swap(state);
  const JobRow job = MakeJob("a");
  ASSERT_TRUE(catalogue().Rebuild());
  EXPECT_EQ(StateOf(catalogue(), job.id), JobState::kRunning);
  EXPECT_EQ(All(catalogue()).size(), 1U);
}

TEST_F(CatalogueTest, ABrokenOneIsMadeAnew) {
  const JobRow job = MakeJob("a");
  ASSERT_TRUE(catalogue().Rebuild());
  state_.reset();
  for (const char* text : {"not a database at all, sorry", ""}) {
    std::ofstream(Folder() + "/jobs.db", std::ios::trunc) << text;
    std::filesystem::remove(Folder() + "/jobs.db-wal");
    Reopen();
    EXPECT_EQ(All(catalogue()).size(), 1U);
    state_.reset();
  }
  Reopen();
  ASSERT_TRUE(state_->RemoveJob(job.id));
  EXPECT_TRUE(All(catalogue()).empty());
  EXPECT_EQ(state_->OpenJob(job.id, true).error().code, "E0604");
}

TEST_F(CatalogueTest, OneThatAnotherProgramMadeAnewIsReadFromThenOn) {
  MakeJob("a");
  ASSERT_TRUE(catalogue().Rebuild());
  EXPECT_EQ(All(catalogue()).size(), 1U);
  for (const char* suffix : {"", "-wal", "-shm"}) {
    std::filesystem::remove(Folder() + "/jobs.db" + suffix);
  }
  MakeJob("b");
  EXPECT_EQ(All(catalogue()).size(), 2U) << "not the file that has no name any more";
  EXPECT_TRUE(std::filesystem::exists(Folder() + "/jobs.db"));
}

TEST_F(CatalogueTest, OnlyTheOwnerReadsIt) {
  MakeJob("a");
  ASSERT_TRUE(catalogue().Rebuild());
  EXPECT_EQ(All(catalogue()).size(), 1U);
  struct stat info{};
  ASSERT_EQ(stat(Folder().c_str(), &info), 0);
  EXPECT_EQ(info.st_mode & 0777, 0700U);
  for (const char* name : {"/jobs.db", "/jobs.db-wal", "/jobs.db-shm"}) {
    ASSERT_EQ(stat((Folder() + name).c_str(), &info), 0) << name;
    EXPECT_EQ(info.st_mode & 0777, 0600U) << name;
  }
}

TEST_F(CatalogueTest, RowsThatWereNotPutAreFoundInTheJournal) {
  JobRow job = MakeJob("a");
  ASSERT_EQ(StateOf(catalogue(), job.id), JobState::kPrep) << "nobody said that it is there";
  {
    const auto lease = std::move(*LocalLease::Take(state_->work().OfJob(job.id)));
    catalogue().Touch(job.id);
    catalogue().Put(job.id, {job});
    EXPECT_EQ(StateOf(catalogue(), job.id), JobState::kRunning);
    job.state = JobState::kSucceeded;
    Commit(job.id, job);
    EXPECT_EQ(StateOf(catalogue(), job.id), JobState::kRunning) << "an engine has it";
    EXPECT_EQ(Marks(), 1U);
  }  // the engine ends here as if it had died
  EXPECT_EQ(StateOf(catalogue(), job.id), JobState::kSucceeded);
  EXPECT_EQ(Marks(), 0U);
}

TEST_F(CatalogueTest, AJournalThatCannotBeReadNowIsReadLater) {
  JobRow job = MakeJob("a");
  catalogue().Touch(job.id);
  const std::string journal = state_->work().OfJob(job.id) + "/journal.db";
  std::filesystem::rename(journal, root_ + "/kept");
  std::filesystem::create_directory(journal);
  EXPECT_TRUE(All(catalogue()).empty());
  EXPECT_EQ(Marks(), 1U);
  std::filesystem::remove(journal);
  std::filesystem::rename(root_ + "/kept", journal);
  EXPECT_EQ(StateOf(catalogue(), job.id), JobState::kRunning);
  EXPECT_EQ(Marks(), 0U);
}

TEST_F(CatalogueTest, CommittedRowsAreInItAndNoOthers) {
  JobRow job = MakeJob("a");
  ASSERT_TRUE(catalogue().Rebuild());
  auto lease = std::move(*state_->TakeLease(job.id));
  EXPECT_EQ(Marks(), 1U);
  {
    auto store = std::move(*state_->OpenJob(job.id, false));
    job.state = JobState::kSuspended;
    ASSERT_TRUE(store->PutJob(job));
    EXPECT_EQ(StateOf(catalogue(), job.id), JobState::kRunning) << "not committed yet";
    ASSERT_TRUE(store->Commit());
    EXPECT_EQ(StateOf(catalogue(), job.id), JobState::kSuspended);
    JobRow child = job;
    child.number = 1;
    child.id = *state_->NewJobId("joe");
    ASSERT_TRUE(store->PutJob(child));
  }  // the row of the child is not committed
  EXPECT_EQ(All(catalogue()).size(), 1U);
  lease.reset();
  EXPECT_EQ(Marks(), 0U) << "all rows have arrived";
  EXPECT_EQ(All(catalogue()).size(), 1U);
}

TEST_F(CatalogueTest, AfterAFailedCommitTheJournalIsRead) {
  JobRow job = MakeJob("a");
  ASSERT_TRUE(catalogue().Rebuild());
  auto lease = std::move(*state_->TakeLease(job.id));
  auto store = std::move(*state_->OpenJob(job.id, false));
  job.state = JobState::kSucceeded;
  ASSERT_TRUE(store->PutJob(job));
  {
    const NoRoom no_room;
    EXPECT_FALSE(store->Commit());
  }
  store.reset();
  lease.reset();
  EXPECT_EQ(Marks(), 1U);
  EXPECT_EQ(StateOf(catalogue(), job.id), JobState::kRunning);
  EXPECT_EQ(Marks(), 0U);
}

TEST_F(CatalogueTest, TheMarkOfOneWhoDiedOutlivesTheNextLease) {
  JobRow job = MakeJob("a");
  ASSERT_TRUE(catalogue().Rebuild());
  catalogue().Touch(job.id);
  job.state = JobState::kSuspended;
  Commit(job.id, job);  // the engine died here
  Reopen();
  // The new holder of the lease commits nothing and gives the lease back at once.
  (void)state_->TakeLease(job.id);
  EXPECT_EQ(Marks(), 1U);
  EXPECT_EQ(StateOf(catalogue(), job.id), JobState::kSuspended);
  EXPECT_EQ(Marks(), 0U);
}

TEST_F(CatalogueTest, IdsAreFoundByTheirBegin) {
  const JobRow a = MakeJob("a");
  MakeJob("b");
  ASSERT_TRUE(catalogue().Rebuild());
  const auto found = catalogue().Beginning(a.id.substr(0, 8));
  ASSERT_TRUE(found);
  ASSERT_EQ(found->size(), 1U);
  EXPECT_EQ(found->front().job.id, a.id);
  EXPECT_EQ(catalogue().Beginning("0000")->size(), 2U);
  EXPECT_TRUE(catalogue().Beginning(a.id + "x")->empty());
}

TEST_F(CatalogueTest, AnEngineNeverWaitsAndLosesNothing) {
  JobRow job = MakeJob("a");
  ASSERT_TRUE(catalogue().Rebuild());
  auto other = std::move(*CatalogueTable::Open(Folder() + "/jobs.db", CatalogueTable::Wait::kLong));
  {
    CatalogueTable::Writing writing(*other);
    // Locks the table, as another program does while it reads 100,000 journals.
    ASSERT_TRUE(writing.Begin());
    const auto lease = std::move(*state_->TakeLease(job.id));
    job.state = JobState::kSuspended;
    Commit(job.id, job);
    catalogue().Put(job.id, {job});
  }
  EXPECT_EQ(Marks(), 1U) << "the row has not arrived";
  EXPECT_EQ(StateOf(catalogue(), job.id), JobState::kSuspended);
  {
    const auto lease = std::move(*state_->TakeLease(job.id));
    {
      CatalogueTable::Writing writing(*other);
      ASSERT_TRUE(writing.Begin());
      job.state = JobState::kRunning;
      catalogue().Put(job.id, {job});
    }
    catalogue().Put(job.id, {});  // the next Put() also puts the missed row
    EXPECT_EQ(StateOf(catalogue(), job.id), JobState::kRunning);
  }
}

TEST_F(CatalogueTest, AnEngineIsNoHindranceWhenNothingIsThere) {
  const JobRow job = MakeJob("a");
  std::filesystem::remove_all(Folder());
  const auto lease = std::move(*state_->TakeLease(job.id));
  catalogue().Put(job.id, {job});
  catalogue().Settle(job.id);
  EXPECT_FALSE(std::filesystem::exists(Folder() + "/jobs.db")) << "whoever asks makes it";
  EXPECT_EQ(StateOf(catalogue(), job.id), JobState::kRunning);
}

TEST_F(CatalogueTest, OtherVersionsKeepTheirOwnAndAreTold) {
  const std::string other = root_ + "/state/catalogue-9";
  std::filesystem::create_directories(other + "/changed");
  std::ofstream(other + "/jobs.db") << "of another version";
  const JobRow job = MakeJob("a");
  {
    const auto lease = std::move(*state_->TakeLease(job.id));
    catalogue().Put(job.id, {job});
    catalogue().Settle(job.id);
  }
  ASSERT_TRUE(catalogue().Rebuild());
  ASSERT_TRUE(state_->RemoveJob(job.id));
  EXPECT_TRUE(std::filesystem::exists(other + "/changed/" + job.id));
  std::string text;
  std::getline(std::ifstream(other + "/jobs.db"), text);
  EXPECT_EQ(text, "of another version");
}

TEST_F(CatalogueTest, ARowThatIsPutMeanwhileIsNotOverwritten) {
  JobRow job = MakeJob("a");
  ASSERT_TRUE(catalogue().Rebuild());
  // A process that reads the journals is killed at a random moment while an engine commits and puts
  // rows.
  for (int round = 0; round < 20; ++round) {
    const pid_t reader = fork();
    if (reader == 0) {
      LocalCatalogue own(root_ + "/state");
      while (own.Rebuild()) {
      }
      _exit(1);
    }
    const auto lease = std::move(*state_->TakeLease(job.id));
    for (int i = 0; i < 20; ++i) {
      job.run = round * 100 + i;
      Commit(job.id, job);
      catalogue().Put(job.id, {job});
    }
    kill(reader, SIGKILL);
    waitpid(reader, nullptr, 0);
  }
  const std::vector<CatalogueEntry> jobs = All(catalogue());
  ASSERT_EQ(jobs.size(), 1U);
  EXPECT_EQ(jobs[0].job.run, job.run);
}

std::vector<JobFilter> SomeFilters() {
  std::vector<JobFilter> filters(1);
  const auto add = [&](auto change) { change(filters.emplace_back()); };
  add([](JobFilter& f) { f.states = {JobState::kRunning}; });
  add([](JobFilter& f) { f.states = {JobState::kRunning, JobState::kFailed}; });
  add([](JobFilter& f) { f.users = {"ann"}; });
  add([](JobFilter& f) { f.users = {"ann", "bob"}; });
  add([](JobFilter& f) { f.users = {"nobody"}; });
  add([](JobFilter& f) { f.groups = {"etl"}; });
  add([](JobFilter& f) { f.names = {"Daily-load", "report-3"}; });
  add([](JobFilter& f) {
    f.names = {"report-3"}, f.users = {"bob"}, f.states = {JobState::kPrep};
  });
  add([](JobFilter& f) { f.ids = {"00012-W", "00399-W", "none"}; });
  add([](JobFilter& f) { f.created_from_ms = 1050, f.created_until_ms = 1090; });
  add([](JobFilter& f) { f.created_until_ms = 1001, f.users = {"ann"}; });
  add([](JobFilter& f) { f.text = "LOAD"; });
  add([](JobFilter& f) { f.text = "o"; });  // `o` is in some job names and in the user name bob
  add([](JobFilter& f) { f.text = "an", f.states = {JobState::kKilled}; });
  add([](JobFilter& f) { f.text = "%"; });
  add([](JobFilter& f) { f.text = "o", f.created_from_ms = 1010, f.created_until_ms = 1150; });
  add([](JobFilter& f) { f.text = "load", f.users = {"bob"}, f.groups = {"etl"}; });
  add([](JobFilter& f) { f.text = "B", f.names = {"report-3", "Daily-load"}; });
  add([](JobFilter& f) {
    f.users = {"ann", "ann"}, f.states = {JobState::kPrep, JobState::kPrep};
  });
  add([](JobFilter& f) { f.groups = {"etl"}, f.created_from_ms = 1100; });
  return filters;
}

class CatalogueQuestionTest : public CatalogueTest {
 protected:
  void SetUp() override {
    table_ = std::move(*CatalogueTable::Open(MakeFile(), CatalogueTable::Wait::kLong));
    CatalogueTable::Writing writing(*table_);
    ASSERT_TRUE(writing.Begin());
    ASSERT_TRUE(table_->Clear());
    for (int i = 0; i < kJobs; ++i) {
      JobRow row;
      row.id = Id(i);
      row.app_name = i % 7 == 0 ? "Daily-load" : "report-" + std::to_string(i % 11);
      row.user = i % 3 == 0 ? "ann" : "bob";
      row.group = i % 5 == 0 ? "etl" : "";
      row.state = static_cast<JobState>(i % 6);
      row.created_ms = 1000 + i / 2;  // the jobs 2n and 2n + 1 have the same time
      row.modified_ms = 9000 - i;
      rows_.push_back(row);
      JobRow child = row;
      child.number = 1;
      child.id = Id(i) + "-child";
      ASSERT_TRUE(table_->Put(row.id, {row, child}));
    }
    ASSERT_TRUE(table_->SetFilled());
    ASSERT_TRUE(writing.Commit());
  }
  std::string MakeFile() {
    const std::string path = root_ + "/jobs.db";
    std::ofstream(path).flush();
    return path;
  }
  static std::string Id(int i) {
    std::string number = std::to_string(i);
    return std::string(5 - number.size(), '0') + number + "-W";
  }

  /// Returns the jobs that the filter selects, found by testing each row.
  std::vector<std::string> Expected(const JobFilter& filter, JobOrder order) const {
    std::vector<std::pair<std::int64_t, std::string>> keys;
    for (const JobRow& row : rows_) {
      if (Matches(filter, row)) {
        keys.emplace_back(order == JobOrder::kCreated ? row.created_ms : row.modified_ms, row.id);
      }
    }
    std::sort(keys.rbegin(), keys.rend());
    std::vector<std::string> ids;
    ids.reserve(keys.size());
    for (auto& [time, id] : keys) {
      ids.push_back(std::move(id));
    }
    return ids;
  }

  void ExpectCounts() {
    for (const JobFilter& filter : SomeFilters()) {
      std::map<JobState, std::int64_t> expected;
      for (const JobRow& row : rows_) {
        if (Matches(filter, row)) {
          ++expected[row.state];
        }
      }
      EXPECT_EQ(*table_->Count(filter), expected);
    }
  }

  static constexpr int kJobs = 400;
  std::vector<JobRow> rows_;
  std::unique_ptr<CatalogueTable> table_;
};

TEST_F(CatalogueQuestionTest, EachFilterLeavesWhatItMeansPageByPage) {
  for (const JobFilter& filter : SomeFilters()) {
    for (const JobOrder order : {JobOrder::kCreated, JobOrder::kModified}) {
      for (const std::size_t limit : {0U, 1U, 7U, 1000U}) {
        std::vector<std::string> found;
        PageRequest request{order, limit, ""};
        do {
          const Result<CataloguePage> page = table_->Find(filter, request);
          ASSERT_TRUE(page) << page.error().message;
          EXPECT_TRUE(limit == 0 || page->jobs.size() <= limit);
          for (const CatalogueEntry& entry : page->jobs) {
            found.push_back(entry.job.id);
            EXPECT_EQ(entry.root_id, entry.job.id);
          }
          request.after = page->next;
        } while (!request.after.empty());
        EXPECT_EQ(found, Expected(filter, order)) << "filter " << &filter << " limit " << limit;
      }
    }
  }
}

TEST_F(CatalogueQuestionTest, APageMayBeginAnywhere) {
  for (const JobFilter& filter : SomeFilters()) {
    for (const JobOrder order : {JobOrder::kCreated, JobOrder::kModified}) {
      const std::vector<std::string> expected = Expected(filter, order);
      for (const std::size_t skip : {1UL, 7UL, 200UL, 1000UL}) {
        const auto page = table_->Find(filter, {.order = order, .limit = 5, .skip = skip});
        ASSERT_TRUE(page);
        std::vector<std::string> ids;
        for (const CatalogueEntry& entry : page->jobs) {
          ids.push_back(entry.job.id);
        }
        const std::size_t begin = std::min(skip, expected.size());
        const std::size_t end = std::min(begin + 5, expected.size());
        EXPECT_EQ(ids, std::vector(expected.begin() + static_cast<std::ptrdiff_t>(begin),
                                   expected.begin() + static_cast<std::ptrdiff_t>(end)));
        EXPECT_EQ(page->next.empty(), end == expected.size());
      }
    }
  }
}

TEST_F(CatalogueQuestionTest, CountsFollowTheRows) {
  ExpectCounts();
  JobRow row = rows_[1];
  row.state = JobState::kSucceeded;
  row.user = "eve";
  ASSERT_TRUE(table_->Put(row.id, {row}));
  rows_[1] = row;
  ASSERT_TRUE(table_->Remove(rows_[2].id));
  rows_.erase(rows_.begin() + 2);
  ExpectCounts();
}

TEST_F(CatalogueQuestionTest, ChildrenComeWhenTheyAreAskedFor) {
  JobFilter filter;
  filter.children = true;
  EXPECT_EQ(table_->Find(filter, {})->jobs.size(), 2U * kJobs);
  EXPECT_EQ(*table_->RootOf("00007-W-child"), "00007-W");
  EXPECT_EQ(*table_->RootOf("00007"), "");
}

TEST_F(CatalogueQuestionTest, AFilterOfManyNamesWalksNoIndexForEach) {
  JobFilter filter;
  filter.names = {"report-3"};
  for (int i = 0; i < 2000; ++i) {
    filter.names.push_back("none-" + std::to_string(i));
  }
  const long alone = PeakOf([] { return true; });
  const long finding = PeakOf([&] {
    const auto table =
        std::move(*CatalogueTable::Open(root_ + "/jobs.db", CatalogueTable::Wait::kNever));
    return table->Find(filter, {JobOrder::kCreated, 5, ""})->jobs.size() == 5;
  });
  EXPECT_LT(finding - alone, 16 << 10) << "in kB; a walk has a statement of some";
}

TEST_F(CatalogueQuestionTest, ADatabaseThatCannotBeReadAnswersByItsError) {
  std::ofstream(root_ + "/empty.db").flush();
  const auto empty =
      std::move(*CatalogueTable::Open(root_ + "/empty.db", CatalogueTable::Wait::kNever));
  std::vector<JobFilter> filters = SomeFilters();
  filters.emplace_back().children = true;
  for (const JobFilter& filter : filters) {
    EXPECT_NE(empty->Count(filter).error().message.find("no such table"), std::string::npos);
    for (const JobOrder order : {JobOrder::kCreated, JobOrder::kModified}) {
      EXPECT_FALSE(empty->Find(filter, {order, 5, ""}));
    }
  }
}

TEST_F(CatalogueQuestionTest, StatesOfSomeAndOfThoseThatHaveChanged) {
  const auto ask = [&](const std::vector<std::string>& ids, std::int64_t changed_from_ms) {
    std::set<std::string> found;
    const auto states = table_->States(ids, changed_from_ms);
    for (const JobStateNow& job : *states) {
      found.insert(job.id + " " + std::to_string(static_cast<int>(job.state)));
    }
    return found;
  };
  using Found = std::set<std::string>;
  EXPECT_EQ(ask({}, 9001), Found());
  EXPECT_EQ(ask({}, 8999), (Found{Id(0) + " 0", Id(1) + " 1"}));
  EXPECT_EQ(ask({Id(100), "nobody", Id(101) + "-child"}, 9001),
            (Found{Id(100) + " 4", Id(101) + "-child 5"}));
  EXPECT_EQ(ask({Id(0), Id(2)}, 9000), (Found{Id(0) + " 0", Id(2) + " 2"}));
}

TEST_F(CatalogueQuestionTest, AJobThatChangesItsStateIsNeverMissing) {
  std::atomic<bool> done = false;
  std::thread engine([&] {
    const auto table =
        std::move(*CatalogueTable::Open(root_ + "/jobs.db", CatalogueTable::Wait::kLong));
    JobRow row = rows_[0];
    while (!done) {
      row.state = row.state == JobState::kPrep ? JobState::kRunning : JobState::kPrep;
      CatalogueTable::Writing writing(*table);
      if (!writing.Begin() || !table->Put(row.id, {row}) || !writing.Commit()) {
        return;
      }
    }
  });
  std::size_t fewest = kJobs;
  for (int i = 0; i < 300; ++i) {
    fewest = std::min(fewest, table_->Find({}, {JobOrder::kCreated, 0, ""})->jobs.size());
    std::int64_t counted = 0;
    const auto counts = table_->Count({});
    for (const auto& [state, jobs] : *counts) {
      counted += jobs;
    }
    fewest = std::min(fewest, static_cast<std::size_t>(counted));
  }
  done = true;
  engine.join();
  EXPECT_EQ(fewest, static_cast<std::size_t>(kJobs));
}

TEST_F(CatalogueQuestionTest, AKeyOfNoPageIsAnError) {
  for (const char* key : {"x", "12", ",id", "12;3"}) {
    const Result<CataloguePage> page = table_->Find({}, {JobOrder::kCreated, 5, key});
    ASSERT_FALSE(page) << key;
    EXPECT_EQ(page.error().code, "E0420");
  }
}

}  // namespace
}  // namespace hpdl::rt
