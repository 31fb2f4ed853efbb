#include "runtime/store/job_ids.h"

#include <gtest/gtest.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>
#include <thread>
#include <vector>

#include "runtime/ground/base/state_mark.h"
#include "runtime/ground/base/testing/still_time.h"
#include "runtime/store/local/testing/store_fixture.h"
#include "runtime/store/sqlite/schema.h"

namespace hpdl::rt {
namespace {

TEST_F(StoreTest, IdsAreUniqueAcrossProcesses) {
  constexpr int kProcesses = 4;
  constexpr int kEach = 50;
  for (int p = 0; p < kProcesses; ++p) {
    if (fork() == 0) {
      auto state = StateDirectory::Open(root_ + "/state", true);
      std::ofstream out(root_ + "/ids" + std::to_string(p));
      for (int i = 0; i < kEach; ++i) {
        out << (*state)->NewJobId("joe")->substr(0, 7) << "\n";
      }
      out.close();
      _exit(0);
    }
  }
  std::set<std::string> ids;
  for (int p = 0; p < kProcesses; ++p) {
    int status = 0;
    wait(&status);
    EXPECT_EQ(status, 0);
  }
  for (int p = 0; p < kProcesses; ++p) {
    std::ifstream in(root_ + "/ids" + std::to_string(p));
    for (std::string id; in >> id;) {
      EXPECT_TRUE(ids.insert(id).second) << id;
    }
  }
  EXPECT_EQ(ids.size(), kProcesses * kEach);
}

TEST(JobIdTest, Form) {
  EXPECT_EQ(FormatJobId(1, 1767225599123, "4k0zx9", "joe", JobType::kWorkflow),
            "0000001-251231235959123-4k0zx9-joe-W");
  EXPECT_EQ(FormatJobId(12345678, 0, "4k0zx9", "a/b c", JobType::kBundle),
            "12345678-700101000000000-4k0zx9-a_b_c-B");
  EXPECT_EQ(FormatJobId(1, 0, "4k0zx9", "", JobType::kCoordinator),
            "0000001-700101000000000-4k0zx9-user-C");
  for (const JobType type : {JobType::kWorkflow, JobType::kCoordinator, JobType::kBundle}) {
    EXPECT_EQ(TypeOfId(FormatJobId(1, 0, "4k0zx9", "joe-B", type)), type);
  }
  EXPECT_EQ(TypeOfId("C"), JobType::kWorkflow);
  EXPECT_TRUE(IsJobId("0000001-251231235959123-hpdl-joe-W"));
  EXPECT_FALSE(IsJobId("../0"));
}

TEST(JobIdTest, TheLongestOnesAreIds) {
  constexpr std::int64_t kMostNumber = 999'999'999'999;
  const std::string id =
      FormatJobId(kMostNumber, 0, "4k0zx9", std::string(1000, 'u'), JobType::kWorkflow);
  EXPECT_TRUE(IsJobId(id)) << id;
  EXPECT_EQ(OwnerOfId(id), std::string(64, 'u'));
  const std::string usual = FormatJobId(1, 0, "4k0zx9", "charles", JobType::kCoordinator);
  EXPECT_EQ(usual.size(), 40U) << usual << ": as many as ids of Oozie may have";
  EXPECT_FALSE(IsJobId(std::string(200, '1')));
}

TEST(JobIdTest, Parts) {
  std::set<std::string> parts;
  for (int i = 0; i < 100; ++i) {
    const Result<std::string> part = NewIdPart();
    ASSERT_TRUE(part && IsIdPart(*part));
    EXPECT_TRUE(parts.insert(*part).second) << *part;
  }
  for (const char* none : {"", "4k0zx", "4k0zx92", "ak0zx9", "4k0zX9", "4k0-x9"}) {
    EXPECT_FALSE(IsIdPart(none)) << none;
  }
}

TEST(JobIdTest, OwnersOfIdsOfBothForms) {
  const std::pair<const char*, const char*> owned[] = {
      {"0000001-251231235959123-hpdl-joe-W", "joe"},
      {"0000001-251231235959123-4k0zx9-joe-W", "joe"},
      {"0000001-251231235959123-4k0zx9-joe-C", "joe"},
      {"0000001-251231235959123-4k0zx9-joe-B", "joe"},
      {"0000001-251231235959123-hpdl-joe-C@12", "joe"},
      {"0000001-251231235959123-4k0zx9-joe-W@node-W", "joe"},
      {"1-1-hpdl-a.b-hpdl-c_d-W", "a.b-hpdl-c_d"},
      {"1-1-4k0zx9-a.b-hpdl-c_d-W", "a.b-hpdl-c_d"},
      {"1-1-4k0zx9-5k0zx9-joe-W", "5k0zx9-joe"},
      {"1-1-hpdl-4k0zx9-joe-W", "4k0zx9-joe"},
      {"1-1-abcdef-joe-W", ""},
      {"1-1-4k0zx-joe-W", ""},
      {"1-1-4k0zx92-joe-W", ""},
      {"1-1-4k0zx9-W", ""},
      {"1-1-4k0zx9--W", ""},
      {"1-1-hpdl-W", ""},
      {"1-1-hpdl--W", ""},
      {"1-1-hpdl-", ""},
      {"1-1-hpdl-joe", ""},
      {"1-1-hpdl-joe-X", ""},
      {"1-1-oozie-joe-W", ""},
      {"1-hpdl-joe-W", ""},
      {"-1-hpdl-joe-W", ""},
      {"1-x-hpdl-joe-W", ""},
      {"1-1-W", ""},
      {"-W", ""},
      {"@", ""},
      {"", ""}};
  for (const auto& [id, owner] : owned) {
    EXPECT_EQ(OwnerOfId(id), owner) << id;
  }
}

std::int64_t NumberOf(const Result<std::string>& id) {
  return id ? std::atoll(id->c_str()) : -1;
}

TEST_F(StoreTest, ADamagedCounterGoesOnFromTheJobsThatAreThere) {
  const std::string counter = root_ + "/state/counter";
  MakeJob();
  const std::int64_t highest = NumberOf(MakeJob());
  ASSERT_EQ(highest, 2);
  for (const char* text : {"", "\n", "-5\n", "7", "7x\n", "99999999999999999999\n",
                           "999999999999\n", "garbage of more bytes than any number has\n"}) {
    std::ofstream(counter) << text;
    const auto id = state_->NewJobId("joe");
    ASSERT_TRUE(id.ok() && IsJobId(*id)) << text;
    EXPECT_EQ(NumberOf(id), highest + 1) << text;
    EXPECT_EQ(NumberOf(state_->NewJobId("joe")), highest + 2) << text;
  }
}

/// Starts `processes` processes, each of which requests one job id from the state directory
/// `state`. Returns these ids.
std::vector<std::string> IdsOfProcesses(const std::string& state, int processes) {
  int ends[2] = {-1, -1};
  EXPECT_EQ(pipe(ends), 0);
  std::vector<pid_t> programs;
  for (int i = 0; i < processes; ++i) {
    programs.push_back(fork());
    if (programs.back() == 0) {
      const auto opened = StateDirectory::Open(state, true);
      const std::string id = opened ? *(*opened)->NewJobId("joe") + "\n" : "\n";
      _exit(write(ends[1], id.data(), id.size()) == static_cast<ssize_t>(id.size()) ? 0 : 1);
    }
  }
  close(ends[1]);
  std::string text(static_cast<std::size_t>(processes) * 200, '\0');
  std::size_t size = 0;
  for (ssize_t some = 1; some > 0 && size < text.size(); size += static_cast<std::size_t>(some)) {
    some = std::max<ssize_t>(read(ends[0], text.data() + size, text.size() - size), 0);
  }
  close(ends[0]);
  for (const pid_t program : programs) {
    int status = -1;
    waitpid(program, &status, 0);
    EXPECT_EQ(status, 0);
  }
  std::istringstream lines(text.substr(0, size));
  std::vector<std::string> ids;
  for (std::string line; std::getline(lines, line);) {
    ids.push_back(line);
  }
  return ids;
}

TEST_F(StoreTest, JobsOfTwoDirectoriesHaveNoIdInCommon) {
  StillTime time;
  time.Set(1767225599123);
  const auto other = StateDirectory::Open(root_ + "/other", true);
  ASSERT_TRUE(other);
  for (const JobType type : {JobType::kWorkflow, JobType::kCoordinator, JobType::kBundle}) {
    const std::string here = *state_->NewJobId("joe", type);
    const std::string there = *(*other)->NewJobId("joe", type);
    EXPECT_EQ(here.substr(0, 23), there.substr(0, 23)) << "the number and the time";
    EXPECT_NE(here, there);
    EXPECT_EQ(here.back(), there.back());
    EXPECT_EQ(TypeOfId(here), type) << here;
    EXPECT_EQ(OwnerOfId(here), "joe") << here;
  }
}

/// Returns the part of a job id that stands for the state directory.
std::string PartIn(const std::string& id) {
  constexpr std::size_t kBefore = std::string_view("0000001-251231235959123-").size();
  return id.size() > kBefore ? id.substr(kBefore, kIdPartSize) : "";
}

TEST_F(StoreTest, AllWhoOpenANewDirectoryAtOnceAgreeOnItsPart) {
  for (int round = 0; round < 20; ++round) {
    const std::string state = root_ + "/new" + std::to_string(round);
    std::set<std::string> ids, parts;
    for (const std::string& id : IdsOfProcesses(state, 6)) {
      ids.insert(id);
      parts.insert(PartIn(id));
    }
    EXPECT_EQ(ids.size(), 6u) << round;
    ASSERT_EQ(parts.size(), 1u) << round;
    EXPECT_EQ(TextOf(state + "/id-part"), *parts.begin() + "\n");
    EXPECT_TRUE(IsIdPart(*parts.begin()));
  }
}

TEST_F(StoreTest, ThreadsOfANewDirectoryAgreeOnItsPart) {
  constexpr std::size_t kThreads = 6;
  std::vector<std::string> ids(kThreads);
  std::vector<std::thread> threads;
  threads.reserve(kThreads);
  for (std::string& id : ids) {
    threads.emplace_back([this, &id] {
      const auto state = StateDirectory::Open(root_ + "/new", true);
      const Result<std::string> made = state ? (*state)->NewJobId("joe") : state.error();
      id = made ? *made : made.error().message;
    });
  }
  for (std::thread& thread : threads) {
    thread.join();
  }
  for (const std::string& id : ids) {
    EXPECT_EQ(PartIn(id), PartIn(ids[0]));
    EXPECT_TRUE(IsIdPart(PartIn(id))) << id;
  }
}

TEST_F(StoreTest, APartStaysUnlessItIsDamaged) {
  const std::string file = root_ + "/state/id-part";
  std::string part = PartIn(MakeJob());
  EXPECT_EQ(PartIn(*(*StateDirectory::Open(root_ + "/state", false))->NewJobId("joe")), part);
  for (const char* text : {"", "\n", "4k0zx9", "4k0zx9\n\n", "4k0zx\n", "ak0zx9\n", "4/../9\n",
                           "4k0zx9 and more than any part has\n"}) {
    std::ofstream(file) << text;
    const auto id = state_->NewJobId("joe");
    ASSERT_TRUE(id.ok() && IsIdPart(PartIn(*id))) << text;
    EXPECT_NE(PartIn(*id), std::exchange(part, PartIn(*id))) << text;
    EXPECT_EQ(TextOf(file), part + "\n");
    EXPECT_EQ(PartIn(*state_->NewJobId("joe")), part);
  }
  ASSERT_EQ(unlink(file.c_str()), 0);
  EXPECT_NE(PartIn(MakeJob()), part);
}

TEST_F(StoreTest, ADirectoryOfAnEarlierVersionGetsAPart) {
  const std::string state = root_ + "/earlier", old = "0000007-251231235959123-hpdl-joe-W";
  std::filesystem::create_directories(state + "/jobs");
  std::ofstream(state + "/version") << "1\n";
  std::ofstream(state + "/counter") << "7\n";
  const auto opened = std::move(*StateDirectory::Open(state, true));
  {
    const auto lease = std::move(*opened->CreateJob(old));
    JobRow row;
    row.id = old;
    ASSERT_TRUE(lease->PutJob(row) && lease->Commit());
  }
  const std::string next = *opened->NewJobId("joe");
  EXPECT_EQ(NumberOf(next), 8);
  EXPECT_EQ(TextOf(state + "/id-part"), PartIn(next) + "\n");
  EXPECT_TRUE(opened->OpenJob(old, false));
  EXPECT_EQ(*opened->FindRoot(old), old);
  EXPECT_EQ(OwnerOfId(old), OwnerOfId(next));
}

TEST_F(StoreTest, ADirectoryIsKnownFromItsBeginning) {
  const std::string state = root_ + "/fresh";
  EXPECT_FALSE(StateDirectory::Open(state, false));
  EXPECT_FALSE(IsStateDirectory(state));
  ASSERT_TRUE(StateDirectory::Open(state, true));
  EXPECT_TRUE(IsStateDirectory(state)) << "it has a database, and no application may contain it";
  const std::string part = TextOf(state + "/id-part");
  EXPECT_EQ(PartIn(*(*StateDirectory::Open(state, true))->NewJobId("joe")) + "\n", part);
}

TEST_F(StoreTest, APartCanBeReadByAllWhoShareADirectory) {
  const std::string state = root_ + "/state";
  const mode_t before = umask(077);
  EXPECT_TRUE(state_->NewJobId("joe"));
  umask(before);
  struct stat info{};
  ASSERT_EQ(stat((state + "/id-part").c_str(), &info), 0);
  EXPECT_EQ(info.st_mode & 07777, 0644U) << "it is in each id, and no secret";
}

TEST_F(StoreTest, ADiskWithoutRoomForAPartIsToldSo) {
  const std::string small = root_ + "/small", file = small + "/id-part";
  mkdir(small.c_str(), 0777);
  if (mount("tmpfs", small.c_str(), "tmpfs", 0, "size=128k,mode=0700") != 0) {
    GTEST_SKIP() << "may not mount";
  }
  auto state = std::move(*StateDirectory::Open(small, true));
  ASSERT_TRUE(state->NewJobId("joe"));
  ASSERT_EQ(unlink(file.c_str()), 0);
  {
    std::ofstream rest(small + "/rest");
    rest << std::string(std::size_t{1} << 20, 'x');
  }
  const auto id = state->NewJobId("joe");
  ASSERT_FALSE(id);
  EXPECT_EQ(id.error().error_class, ErrorClass::kFatal);
  EXPECT_EQ(id.error().message, "no space left for " + file + "; make room and try again");
  EXPECT_FALSE(std::filesystem::exists(file));
  std::filesystem::remove(small + "/rest");
  EXPECT_TRUE(state->NewJobId("joe"));
  state.reset();  // open files in `small` would block umount()
  EXPECT_EQ(umount(small.c_str()), 0);
}

}  // namespace
}  // namespace hpdl::rt
