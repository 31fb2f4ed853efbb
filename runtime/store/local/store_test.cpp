#include <gtest/gtest.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <set>
#include <sstream>
#include <thread>
#include <vector>

#include "runtime/ground/base/testing/still_time.h"
#include "runtime/ground/base/testing/temporary_folder.h"
#include "runtime/store/catalogue.h"
#include "runtime/store/file_system.h"
#include "runtime/store/job_ids.h"
#include "runtime/store/local/lease_to_run.h"
#include "runtime/store/local/local_lease.h"
#include "runtime/store/local/state_directory.h"
#include "runtime/store/local/testing/store_fixture.h"
#include "runtime/store/own_files.h"
#include "runtime/store/sqlite/schema.h"
#include "runtime/store/sqlite/sqlite.h"

namespace hpdl::rt {
namespace {

TEST_F(StoreTest, AJobIsForNobodyElse) {
  struct stat info{};
  ASSERT_EQ(stat(state_->work().OfJob(MakeJob()).c_str(), &info), 0);
  EXPECT_EQ(info.st_mode & 0777U, 0700U) << "passwords in properties, the secret of callbacks";
}

TEST_F(StoreTest, KeepsRows) {
  const std::string id = MakeJob();
  auto store = state_->OpenJob(id, true);
  ASSERT_TRUE(store) << store.error().message;
  auto facts = (*store)->Facts();
  ASSERT_TRUE(facts);
  EXPECT_EQ(facts->program_hash, "abc");
  EXPECT_TRUE(facts->local);
  EXPECT_EQ(facts->parallel, 4U);
  EXPECT_EQ(facts->schema_version, store_schema::kJournalVersion);
  auto nodes = (*store)->Nodes(0, 0);
  ASSERT_TRUE(nodes);
  ASSERT_EQ(nodes->size(), 3U);
  EXPECT_EQ((*nodes)[0].data, "k=v\n");
  EXPECT_FALSE((*nodes)[1].data.has_value());
  EXPECT_EQ((*nodes)[1].arguments, std::string("\0binary\n", 8));
  EXPECT_EQ(*(*store)->LastSequence(), 3);
  EXPECT_EQ((*store)->JobProperties(0, 0)->at("b"), "zwei");
  EXPECT_TRUE((*store)->Nodes(0, 1)->empty());
}

TEST_F(StoreTest, KeepsCallbacksAndTheirFacts) {
  const std::string id = MakeJob();
  {
    auto store = state_->OpenJob(id, false);
    ASSERT_TRUE(store);
    JobFacts facts = *(*store)->Facts();
    EXPECT_EQ(facts.callback_listen, "");
    facts.callback_listen = "127.0.0.1:0";
    facts.callback_address = "127.0.0.1:4711";
    facts.callback_token = "00ff";
    ASSERT_TRUE((*store)->PutFacts(facts));
    ASSERT_TRUE((*store)->PutCallback({0, 0, "n1", 0, 1, 5, "OK", "text/plain", "b"}));
    ASSERT_TRUE((*store)->PutCallback({0, 0, "n1", 0, 0, 4, "", "", std::string("\0x", 2)}));
    ASSERT_TRUE((*store)->PutCallback({0, 1, "n1", 0, 0, 9, "later", "", ""}));
    ASSERT_TRUE((*store)->Commit());
  }
  {
    auto store = state_->OpenJob(id, false);
    const auto rows = (*store)->Callbacks(0, 0);
    ASSERT_TRUE(rows);
    ASSERT_EQ(rows->size(), 2U);
    EXPECT_EQ((*rows)[0].body, std::string("\0x", 2));
    EXPECT_EQ((*rows)[1].status, "OK");
    EXPECT_EQ((*rows)[1].received_ms, 5);
    JobFacts facts = *(*store)->Facts();
    EXPECT_EQ(facts.callback_address, "127.0.0.1:4711");
    facts.callback_address.clear();
    ASSERT_TRUE((*store)->PutFacts(facts));
    ASSERT_TRUE((*store)->Commit());
    EXPECT_EQ((*store)->Facts()->callback_address, "");
    EXPECT_EQ((*store)->Facts()->callback_token, "00ff");
  }
  auto database =
      Database::Open(state_->work().OfJob(id) + "/journal.db", Database::Mode::kReadWrite);
  ASSERT_TRUE((*database)->Execute("UPDATE callback SET status='ERROR' WHERE number=1"));
  EXPECT_FALSE((*state_->OpenJob(id, true))->Callbacks(0, 0));
  ASSERT_TRUE((*database)->Execute("UPDATE meta SET value='00fe' WHERE key='callback_token'"));
  EXPECT_FALSE((*state_->OpenJob(id, true))->Facts());
}

TEST_F(StoreTest, TokenCountsForTheSum) {
  const std::string id = MakeJob();
  {
    auto store = state_->OpenJob(id, false);
    NodeRow node;
    node.node = "putter";
    node.token = "k=v\n";
    ASSERT_TRUE((*store)->PutNode(node));
    ASSERT_TRUE((*store)->Commit());
    EXPECT_EQ((*store)->Nodes(0, 0)->back().token, "k=v\n");
  }
  auto database =
      Database::Open(state_->work().OfJob(id) + "/journal.db", Database::Mode::kReadWrite);
  for (const char* value : {"'k=w'", "NULL"}) {
    const std::string sql = "UPDATE node SET token=" + std::string(value) + " WHERE node='putter'";
    ASSERT_TRUE((*database)->Execute(sql.c_str()));
    EXPECT_FALSE((*state_->OpenJob(id, true))->Nodes(0, 0)) << value;
  }
}

TEST_F(StoreTest, UncommittedIsGone) {
  const std::string id = MakeJob();
  {
    auto store = state_->OpenJob(id, false);
    ASSERT_TRUE(store);
    NodeRow node;
    node.node = "late";
    ASSERT_TRUE((*store)->PutNode(node));
  }
  auto store = state_->OpenJob(id, true);
  EXPECT_EQ((*store)->Nodes(0, 0)->size(), 3U);
}

TEST_F(StoreTest, ReaderSeesLastCommitOfLiveWriter) {
  const std::string id = MakeJob();
  auto writer = state_->OpenJob(id, false);
  NodeRow node;
  node.node = "late";
  ASSERT_TRUE((*writer)->PutNode(node));
  auto reader = state_->OpenJob(id, true);
  EXPECT_EQ((*reader)->Nodes(0, 0)->size(), 3U);
  ASSERT_TRUE((*writer)->Commit());
  EXPECT_EQ((*reader)->Nodes(0, 0)->size(), 4U);
}

TEST_F(StoreTest, UnknownJob) {
  for (const char* id : {"0000009-000000000000000-hpdl-joe-W", "../../etc", "", "x"}) {
    auto store = state_->OpenJob(id, true);
    ASSERT_FALSE(store);
    EXPECT_EQ(store.error().code, "E0604") << id;
  }
}

TEST_F(StoreTest, TruncatedJournalIsReported) {
  const std::string id = MakeJob(200);
  const auto size = std::filesystem::file_size(Journal(id));
  for (const std::uintmax_t left : {std::uintmax_t{0}, std::uintmax_t{50}, size / 2, size - 4096}) {
    std::filesystem::copy_file(Journal(id), root_ + "/copy",
                               std::filesystem::copy_options::overwrite_existing);
    std::filesystem::resize_file(Journal(id), left);
    const auto error = ReadAll(id);
    ASSERT_TRUE(error.has_value()) << left;
    EXPECT_EQ(error->error_class, ErrorClass::kCorruptStore) << left << error->message;
    std::filesystem::copy_file(root_ + "/copy", Journal(id),
                               std::filesystem::copy_options::overwrite_existing);
  }
  EXPECT_FALSE(ReadAll(id).has_value());
  std::filesystem::remove(Journal(id));
  EXPECT_EQ(ReadAll(id)->error_class, ErrorClass::kCorruptStore);
}

TEST_F(StoreTest, FlippedBytesAreReportedOrHarmless) {
  const std::string id = MakeJob(20);
  std::string good;
  {
    std::ifstream in(Journal(id), std::ios::binary);
    good.assign(std::istreambuf_iterator<char>(in), {});
  }
  auto read = [&] { return ReadAll(id); };
  ASSERT_FALSE(read().has_value());
  unsigned seed = 7;
  int reported = 0;
  for (int round = 0; round < 300; ++round) {
    seed = seed * 1103515245 + 12345;
    std::string bad = good;
    bad[(seed >> 8) % bad.size()] ^= static_cast<char>(1 << (seed % 8));
    std::ofstream(Journal(id), std::ios::binary | std::ios::trunc) << bad;
    if (const auto error = read()) {
      ++reported;
      EXPECT_NE(error->message, "");
    }
  }
  EXPECT_GT(reported, 0);
}

TEST_F(StoreTest, FlippedBitInAValueIsReported) {
  const std::string id = MakeJob();
  std::string bytes;
  {
    std::ifstream in(Journal(id), std::ios::binary);
    bytes.assign(std::istreambuf_iterator<char>(in), {});
  }
  const std::size_t place = bytes.find("zwei");
  ASSERT_NE(place, std::string::npos);
  bytes[place] = 'Z';
  std::ofstream(Journal(id), std::ios::binary | std::ios::trunc) << bytes;
  const auto error = ReadAll(id);
  ASSERT_TRUE(error.has_value());
  EXPECT_EQ(error->error_class, ErrorClass::kCorruptStore);
}

TEST_F(StoreTest, NewerVersionIsRefused) {
  const std::string id = MakeJob();
  {
    auto database = Database::Open(Journal(id), Database::Mode::kReadWrite);
    ASSERT_TRUE((*database)->Execute("UPDATE meta SET value=99 WHERE key='schema_version'"));
  }
  const auto error = ReadAll(id);
  ASSERT_TRUE(error.has_value());
  EXPECT_EQ(error->error_class, ErrorClass::kFatal);
  EXPECT_NE(error->message.find("99"), std::string::npos);

  std::ofstream(root_ + "/state/version") << "7\n";
  auto state = StateDirectory::Open(root_ + "/state", true);
  ASSERT_FALSE(state);
  EXPECT_NE(state.error().message.find("of version 7"), std::string::npos);
}

TEST_F(StoreTest, LeaseIsExclusive) {
  const std::string id = MakeJob();
  auto first = LocalLease::Take(state_->work().OfJob(id));
  ASSERT_TRUE(first);
  auto second = LocalLease::Take(state_->work().OfJob(id));
  ASSERT_FALSE(second);
  EXPECT_EQ(second.error().code, "E0719");
  first->reset();
  EXPECT_TRUE(LocalLease::Take(state_->work().OfJob(id)));
}

/// A clock that stands still between calls of Pass(). It calls `event` when its Steady() is called
/// for the `at`-th time.
class TimeWithAnEvent final : public TimeSource {
 public:
  TimeWithAnEvent(int at, std::function<void()> event) : left_(at), event_(std::move(event)) {
    UseTime(this);
  }
  ~TimeWithAnEvent() override { UseTime(nullptr); }
  TimeWithAnEvent(const TimeWithAnEvent&) = delete;
  TimeWithAnEvent& operator=(const TimeWithAnEvent&) = delete;

  std::int64_t WallMs() override { return 0; }
  Moment Steady() override {
    if (--left_ == 0) {
      event_();
    }
    return now_;
  }
  Moment NextLook(Moment due) override { return due; }
  void Pass(std::chrono::milliseconds time) { now_ += time; }

 private:
  int left_;
  std::function<void()> event_;
  Moment now_;
};

TEST_F(StoreTest, WhoIsToRunAJobGivesItsLastOneAMoment) {
  const std::string id = MakeJob();
  auto first = state_->TakeLease(id);
  ASSERT_TRUE(first);
  {
    TimeWithAnEvent time(3, [&time] { time.Pass(std::chrono::milliseconds(500)); });
    EXPECT_EQ(TakeLeaseToRun(*state_, id, false).error().code, "E0719");
  }
  // TakeLeaseToRun() calls Steady() once at its start, and then each time it finds that another
  // process has the lease.
  TimeWithAnEvent time(3, [&first] { first->reset(); });
  EXPECT_TRUE(TakeLeaseToRun(*state_, id, false));
}

TEST_F(StoreTest, CrashPointsKillAroundTheCommit) {
  for (const char* variable : {"HPDL_CRASH_AT", "HPDL_CRASH_AFTER"}) {
    MakeJob();
    const pid_t child = fork();
    if (child == 0) {
      // This process has already counted commits. So the child executes the program anew, and the
      // child's count begins at 0.
      setenv(variable, "1", 1);
      setenv("HPDL_TEST_DIR", (root_ + "/" + variable).c_str(), 1);
      execl("/proc/self/exe", "store_test", "--gtest_filter=Helper.DISABLED_CommitOnce",
            "--gtest_also_run_disabled_tests", nullptr);
      _exit(9);
    }
    (void)child;
    int status = 0;
    ASSERT_EQ(waitpid(child, &status, 0), child);
    EXPECT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL) << variable << status;
  }
}

/// The test CrashPointsKillAroundTheCommit runs this test in a child process.
TEST(Helper, DISABLED_CommitOnce) {
  auto state = StateDirectory::Open(getenv("HPDL_TEST_DIR"), true);
  auto store = (*state)->CreateJob(*(*state)->NewJobId("joe"));
  ASSERT_TRUE((*store)->PutJob({}));
  ASSERT_TRUE((*store)->Commit());
}

TEST_F(StoreTest, RelativeDirectoryBecomesAbsolute) {
  const std::filesystem::path before = std::filesystem::current_path();
  std::filesystem::current_path(root_);
  auto state = StateDirectory::Open("here", true);
  std::filesystem::current_path(before);
  ASSERT_TRUE(state) << state.error().message;
  EXPECT_EQ((*state)->name(), std::filesystem::canonical(root_).string() + "/here");
}

TEST_F(StoreTest, BadDirectoriesAreRefusedWithOneReason) {
  std::ofstream(root_ + "/file") << "x";
  for (const std::string& path : {root_ + "/file", root_ + "/file/below", std::string()}) {
    auto state = StateDirectory::Open(path, true);
    ASSERT_FALSE(state) << path;
    EXPECT_FALSE(state.error().message.empty());
  }
  EXPECT_FALSE(StateDirectory::Open(root_ + "/nothing", false));
}

TEST_F(StoreTest, FullAndReadOnlyFileSystems) {
  const std::string mount_point = root_ + "/small";
  mkdir(mount_point.c_str(), 0777);
  if (mount("tmpfs", mount_point.c_str(), "tmpfs", 0, "size=128k,mode=0700") != 0) {
    GTEST_SKIP() << "may not mount";
  }
  {
    auto state = StateDirectory::Open(mount_point, true);
    ASSERT_TRUE(state);
    std::string message;
    for (int i = 0; i < 20 && message.empty(); ++i) {
      auto store = (*state)->CreateJob(*(*state)->NewJobId("joe"));
      if (!store) {
        message = store.error().message;
        break;
      }
      NodeRow node;
      node.arguments = std::string(100000, 'x');
      Result<void> done = (*store)->PutNode(node);
      if (done) {
        done = (*store)->Commit();
      }
      message = done ? "" : done.error().message;
    }
    EXPECT_NE(message.find("no space left"), std::string::npos) << message;
  }
  ASSERT_EQ(mount(nullptr, mount_point.c_str(), nullptr, MS_REMOUNT | MS_RDONLY, nullptr), 0);
  auto read_only = StateDirectory::Open(mount_point, true);
  EXPECT_FALSE(read_only);
  umount(mount_point.c_str());
}

TEST(FileSystemTest, NetworkFileSystemsByNumberAndWord) {
  EXPECT_EQ(NetworkFileSystem(0x6969, ""), "NFS");
  EXPECT_EQ(NetworkFileSystem(0xFF534D42, ""), "CIFS");
  EXPECT_EQ(NetworkFileSystem(static_cast<unsigned long>(static_cast<int>(0xFE534D42)), ""), "SMB");
  EXPECT_EQ(NetworkFileSystem(0x65735546, "fuse.sshfs"), "fuse.sshfs");
  EXPECT_EQ(NetworkFileSystem(0x65735546, "fuse.fuse-overlayfs"), "");
  EXPECT_EQ(NetworkFileSystem(0xEF53, "ext4"), "");
}

TEST(StateTest, NamesAndEnds) {
  EXPECT_EQ(StateName(JobState::kPrep, HPDL_DIALECT_OOZIE), "PREP");
  EXPECT_EQ(StateName(JobState::kPrep, HPDL_DIALECT_HWS), "CREATED");
  EXPECT_EQ(StateName(NodeState::kStartManual, HPDL_DIALECT_OOZIE), "START_MANUAL");
  EXPECT_TRUE(IsEnd(NodeState::kError));
  EXPECT_FALSE(IsEnd(NodeState::kUserRetry));
  EXPECT_FALSE(IsEnd(JobState::kSuspended));
}

TEST_F(StoreTest, AnEmptyVersionIsMadeAnew) {
  const std::string version = root_ + "/state/version";
  for (const char* text : {"", "garbage"}) {
    std::ofstream(version) << text;
    EXPECT_TRUE(StateDirectory::Open(root_ + "/state", false)) << "to look at jobs";
    ASSERT_TRUE(StateDirectory::Open(root_ + "/state", true));
    EXPECT_NE(std::filesystem::file_size(version), 0u);
  }
}

TEST_F(StoreTest, FirstSubmissionsAtOnceAreAllAccepted) {
  for (int round = 0; round < 60; ++round) {
    const std::string state = root_ + "/first" + std::to_string(round);
    std::vector<pid_t> programs;
    for (int i = 0; i < 6; ++i) {
      programs.push_back(fork());
      if (programs.back() == 0) {
        auto opened = StateDirectory::Open(state, true);
        _exit(opened && (*opened)->NewJobId("joe") ? 0 : 1);
      }
    }
    for (const pid_t program : programs) {
      int status = -1;
      waitpid(program, &status, 0);
      EXPECT_EQ(status, 0) << round;
    }
  }
}

TEST_F(StoreTest, LinksAndOddFilesInThePlaceOfFilesAreRefused) {
  const std::string id = MakeJob();
  const std::string state = root_ + "/state", victim = root_ + "/victim";
  std::ofstream(victim) << "mine\n";
  const auto make = {+[](const char*, const char* place) { return mkfifo(place, 0600); },
                     +[](const char* target, const char* place) { return symlink(target, place); },
                     +[](const char*, const char* place) { return mkdir(place, 0700); }};
  for (const auto& plant : make) {
    for (const std::string name :
         {"counter", "id-part", "version", "catalogue-4/jobs.db", "catalogue-4/jobs.db-wal"}) {
      const std::string place = state + "/" + name;
      std::filesystem::remove(place);
      ASSERT_EQ(plant(victim.c_str(), place.c_str()), 0);
      auto opened = StateDirectory::Open(state, true);
      const bool refused =
          !opened || !(*opened)->NewJobId("joe") || !(*opened)->catalogue().Find({}, {});
      EXPECT_TRUE(refused) << name;
      std::filesystem::remove(place);
    }
    const std::string journal = Journal(id);
    std::filesystem::rename(journal, root_ + "/kept");
    ASSERT_EQ(plant((root_ + "/kept").c_str(), journal.c_str()), 0);
    EXPECT_FALSE(state_->OpenJob(id, false));
    std::filesystem::remove(journal);
    std::filesystem::rename(root_ + "/kept", journal);
  }
  EXPECT_EQ(TextOf(victim), "mine\n");
  EXPECT_TRUE(state_->OpenJob(id, false));
}

TEST_F(StoreTest, AFolderThatOthersMayWriteHoldsNoJobs) {
  const std::string id = MakeJob(), state = root_ + "/state", job = state_->work().OfJob(id);
  for (const std::string& place : {state, state + "/jobs"}) {
    ASSERT_EQ(chmod(place.c_str(), 0777), 0);
    EXPECT_FALSE(StateDirectory::Open(state, true)) << place;
    ASSERT_EQ(chmod(place.c_str(), 01777), 0);
    EXPECT_FALSE(StateDirectory::Open(state, true)) << place << ": as /tmp";
    ASSERT_EQ(chmod(place.c_str(), 02775), 0);
    EXPECT_TRUE(StateDirectory::Open(state, true)) << place << ": a group that shares it";
  }
  for (const mode_t mode : {0720u, 0702u}) {
    ASSERT_EQ(chmod(job.c_str(), mode), 0);
    EXPECT_FALSE(state_->OpenJob(id, true));
    EXPECT_FALSE(LocalLease::Take(job));
    EXPECT_FALSE(state_->RemoveJob(id));
  }
  ASSERT_EQ(chmod(job.c_str(), 0700), 0);
  EXPECT_TRUE(state_->OpenJob(id, true));
}

TEST_F(StoreTest, NobodyElseMayReplaceTheDirectory) {
  const std::string above = root_ + "/above", state = above + "/between/state";
  ASSERT_TRUE(StateDirectory::Open(state, true));
  for (const std::string& parent : {above, above + "/between"}) {
    ASSERT_EQ(chmod(parent.c_str(), 0777), 0);
    const auto refused = StateDirectory::Open(state, true);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().message.rfind(parent + " can be written by everybody", 0), 0U)
        << refused.error().message;
    ASSERT_EQ(chmod(parent.c_str(), 01777), 0);
    EXPECT_TRUE(StateDirectory::Open(state, true)) << "as /tmp";
    ASSERT_EQ(chmod(parent.c_str(), 0775), 0);
    EXPECT_TRUE(StateDirectory::Open(state, true)) << "a group that shares it";
  }
}

TEST_F(StoreTest, AFolderOfAnotherUserIsRefused) {
  EXPECT_EQ(WhyForeign(1000, 1000), "") << "own";
  EXPECT_EQ(WhyForeign(0, 1000), "") << "root's";
  EXPECT_NE(WhyForeign(1001, 1000), "");
  EXPECT_NE(WhyForeign(1000, 0), "") << "root runs nobody else's jobs";
  const std::string id = MakeJob(), state = root_ + "/state", job = state_->work().OfJob(id);
  if (chown(job.c_str(), 12345, 12345) != 0) {
    return;  // only root can change the owner of a folder
  }
  const auto opened = state_->OpenJob(id, true);
  ASSERT_FALSE(opened);
  EXPECT_NE(opened.error().message.find("12345"), std::string::npos) << opened.error().message;
  EXPECT_FALSE(LocalLease::Take(job));
  EXPECT_FALSE(state_->RemoveJob(id));
  ASSERT_EQ(chown(state.c_str(), 12345, 12345), 0);
  EXPECT_FALSE(StateDirectory::Open(state, true));
}

TEST_F(StoreTest, FactsThatChangeMeanwhileAreThoseOfOneCommit) {
  const std::string id = MakeJob();
  std::atomic<bool> over = false;
  std::thread writer([&] {
    const auto store = state_->OpenJob(id, false);
    for (int i = 0; store && i < 300; ++i) {
      const std::string token = i % 2 == 0 ? "one" : "";
      (void)(*store)->PutFacts(
          {.program_hash = "abc" + token, .local = true, .callback_token = token});
      (void)(*store)->Commit();
    }
    over = true;
  });
  int read = 0;
  std::string failure;
  while (!over && failure.empty()) {
    const auto store = state_->OpenJob(id, true);
    const auto facts = store ? (*store)->Facts() : Result<JobFacts>(store.error());
    failure = facts ? "" : facts.error().message;
    ++read;
  }
  writer.join();
  EXPECT_EQ(failure, "") << "after " << read;
}

}  // namespace
}  // namespace hpdl::rt
