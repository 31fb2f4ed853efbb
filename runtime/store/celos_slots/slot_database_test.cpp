#include "runtime/store/celos_slots/slot_database.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fstream>

#include "runtime/ground/base/testing/temporary_folder.h"
#include "runtime/rules/celos/step_view.h"
#include "runtime/rules/celos/testing/world.h"
#include "runtime/store/sqlite/testing/faulty_disk.h"

namespace hpdl::rt::celos {
namespace {

using testing::At;

class SlotDatabaseTest : public ::testing::Test {
 protected:
  void SetUp() override { Reopen(); }
  void Reopen() {
    database_.reset();
    auto opened = SlotDatabase::Open(path_);
    ASSERT_TRUE(opened) << opened.error().message;
    database_ = std::move(*opened);
  }
  static SlotState State(const std::string& time, SlotStatus status,
                         std::optional<std::string> id = std::nullopt, int retries = 0) {
    return {At(time), status, std::move(id), retries};
  }
  std::vector<SlotState> Between(const std::string& start, const std::string& end) {
    const auto stored = database_->Between("a", At(start), At(end));
    EXPECT_TRUE(stored) << stored.error().message;
    return stored ? stored->states : std::vector<SlotState>();
  }

  rt::testing::TemporaryFolder folder_;
  const std::string path_ = folder_.path() + "/celos.db";
  std::unique_ptr<SlotDatabase> database_;
};

TEST_F(SlotDatabaseTest, KeepsKillsThatNobodyHasAnswered) {
  const SlotState state = State("2015-09-01T10:00Z", SlotStatus::kKilled, "job-1");
  const WantedKill kill{{"a", state.time}, "http://o/oozie", "job-1"};
  ASSERT_TRUE(database_->Put("a", state));
  {
    auto older = Database::Open(path_, Database::Mode::kReadWrite);
    ASSERT_TRUE(older);
    ASSERT_TRUE((*older)->Execute("DROP TABLE wanted_kill; PRAGMA user_version=1"));
  }
  Reopen();
  EXPECT_EQ(*database_->Find({"a", state.time}), state);
  EXPECT_TRUE(database_->KillsOf("a")->empty());
  ASSERT_TRUE(database_->PutKill(kill));
  ASSERT_TRUE(database_->PutKill(kill));
  Reopen();
  EXPECT_EQ(*database_->KillsOf("a"), std::vector{kill});
  EXPECT_TRUE(database_->KillsOf("b")->empty());
  ASSERT_TRUE(database_->RemoveKill(kill));
  Reopen();
  EXPECT_TRUE(database_->KillsOf("a")->empty());
}

TEST_F(SlotDatabaseTest, KeepsWhatWasPut) {
  const SlotState first = State("2015-09-01T10:00Z", SlotStatus::kRunning, "job-1", 2);
  const SlotState second = State("2015-09-01T11:00:00.007Z", SlotStatus::kWaitTimeout);
  const Submission submission{{"a", second.time}, "http://o/oozie", "key", "joe", 7};
  ASSERT_TRUE(database_->PutAll({{{"a", first.time}, first}, {{"b", first.time}, first}}));
  ASSERT_TRUE(database_->Put("a", second));
  ASSERT_TRUE(database_->Mark({"a", At("2014-01-01")}, At("2015-09-01")));
  ASSERT_TRUE(database_->SetPaused("a", true));
  ASSERT_TRUE(database_->Put("bucket", "key", R"({"v":[1,"ü"]})"));
  ASSERT_TRUE(database_->Put(submission));
  struct stat info{};
  ASSERT_EQ(stat(path_.c_str(), &info), 0);
  EXPECT_EQ(info.st_mode & 0777, 0600U);
  for (int time = 0; time < 2; ++time) {
    EXPECT_EQ(Between("2015-09-01", "2015-09-02"), (std::vector{first, second}));
    EXPECT_EQ(Between("2015-09-01", "2015-09-01T11:00Z"), std::vector{first});
    EXPECT_EQ(Between("2015-09-01T10:00:00.001Z", "2015-09-02"), std::vector{second});
    EXPECT_EQ(*database_->Find({"a", second.time}), second);
    EXPECT_EQ(*database_->Find({"a", At("2013-09-01")}), std::nullopt);
    EXPECT_EQ(*database_->TakeMarks("a", At("2015-09-01")), std::vector{At("2014-01-01")});
    EXPECT_EQ(*database_->IsPaused("a"), true);
    EXPECT_EQ(*database_->IsPaused("b"), false);
    EXPECT_EQ(*database_->Get("bucket", "key"), R"({"v":[1,"ü"]})");
    EXPECT_EQ(*database_->Keys("bucket", "k"), std::vector<std::string>{"key"});
    EXPECT_EQ(*database_->Keys("bucket", "l"), std::vector<std::string>());
    ASSERT_EQ(database_->Of("a").size(), 1U);
    EXPECT_EQ(database_->Of("a")[0].key, "key");
    EXPECT_EQ(database_->Of("a")[0].begun_ms, 7);
    EXPECT_TRUE(database_->Of("b").empty());
    Reopen();
  }
  ASSERT_TRUE(database_->SetPaused("a", false));
  ASSERT_TRUE(database_->Remove({"a", second.time}));
  ASSERT_TRUE(database_->Remove("bucket", "key"));
  Reopen();
  EXPECT_EQ(*database_->IsPaused("a"), false);
  EXPECT_TRUE(database_->Of("a").empty());
  EXPECT_EQ(*database_->Get("bucket", "key"), std::nullopt);
}

TEST_F(SlotDatabaseTest, AMarkIsTakenOnceMoreWhenItHasExpired) {
  ASSERT_TRUE(database_->Mark({"a", At("2014-01-01")}, At("2015-09-01")));
  EXPECT_EQ(database_->TakeMarks("a", At("2015-09-15"))->size(), 1U);
  EXPECT_EQ(database_->TakeMarks("a", At("2015-09-15T00:00:00.001Z"))->size(), 1U);
  EXPECT_EQ(database_->TakeMarks("a", At("2015-09-15T00:00:00.001Z"))->size(), 0U);
}

TEST_F(SlotDatabaseTest, WindowsThatMoveSeeWhatIsStored) {
  constexpr std::int64_t kHourMs = 3'600'000;
  const ScheduledTime begin = At("2015-01-01");
  for (int hour = 0; hour < 24 * 60; hour += 7) {
    ASSERT_TRUE(database_->Put("a", {{begin.ms + hour * kHourMs}, SlotStatus::kReady, {}, hour}));
  }
  for (const int day : {30, 31, 20, 50, 1, 59, 58, 40}) {
    const ScheduledTime start{begin.ms + day * 24 * kHourMs};
    const ScheduledTime end{start.ms + 7 * 24 * kHourMs};
    const ScheduledTime inside{start.ms + kHourMs + 1};
    ASSERT_TRUE(database_->Put("a", {inside, SlotStatus::kKilled, {}, 0}));
    const auto seen = database_->Between("a", start, end);
    const SlotState* last = nullptr;
    int found = 0;
    for (const SlotState& state : seen->states) {
      EXPECT_TRUE(last == nullptr || last->time < state.time);
      EXPECT_EQ(*database_->Find({"a", state.time}), state);
      found += state.time == inside ? 1 : 0;
      last = &state;
    }
    EXPECT_EQ(found, 1);
    auto again = SlotDatabase::Open(path_);  // a new object has no slots in memory
    EXPECT_EQ((*again)->Between("a", start, end)->states, seen->states) << day;
  }
}

TEST_F(SlotDatabaseTest, AddsAllOrNothing) {
  const SlotId slot{"a", At("2015-09-01T10:00Z")}, other{"b", slot.time};
  StoredSlots all;
  all.states[slot] = {slot.time, SlotStatus::kSuccess, "job-1", 0};
  all.states[other] = {slot.time, SlotStatus::kReady, {}, 1};
  all.marks[slot] = At("2015-09-02");
  all.paused = {"p"};
  all.registers[{"b", "k"}] = "{}";
  all.submissions = {{other, "http://o/oozie", "key", "", 5}};
  ASSERT_TRUE(database_->Add(all));
  ASSERT_TRUE(database_->Add(all));  // equal data may be added again
  const auto read = database_->Read();
  ASSERT_TRUE(read);
  EXPECT_EQ(read->states, all.states);
  EXPECT_EQ(read->marks, all.marks);
  EXPECT_EQ(read->paused, all.paused);
  EXPECT_EQ(read->registers, all.registers);
  ASSERT_EQ(read->submissions.size(), 1U);
  StoredSlots more;
  more.states[{"0", slot.time}] = {slot.time, SlotStatus::kReady, {}, 0};
  more.states[slot] = {slot.time, SlotStatus::kRunning, "job-2", 0};
  const auto refused = database_->Add(more);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().message,
            "the slot a@2015-09-01T10:00:00.000Z exists already and is different");
  EXPECT_EQ(*database_->Find({"0", slot.time}), std::nullopt);
  EXPECT_EQ(*database_->Find(slot), all.states[slot]);
}

TEST_F(SlotDatabaseTest, KeepsTexts) {
  ASSERT_TRUE(database_->PutTexts({{"a", {{"", "one"}, {"x", "two"}}}, {"b", {{"", "three"}}}}));
  ASSERT_TRUE(database_->PutTexts({{"a", {{"", "four"}}}, {"b", {}}}));
  Reopen();
  EXPECT_EQ(*database_->ReadTexts(), (KeptTexts{{"a", {{"", "four"}}}}));
}

TEST_F(SlotDatabaseTest, OddFilesAreRefused) {
  const std::string link = folder_.path() + "/link.db", pipe = folder_.path() + "/pipe.db",
                    junk = folder_.path() + "/junk.db";
  ASSERT_EQ(symlink(path_.c_str(), link.c_str()), 0);
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  std::ofstream(junk) << std::string(8192, 'x');
  for (const std::string& path : {link, pipe, junk}) {
    EXPECT_FALSE(SlotDatabase::Open(path)) << path;
  }
}

TEST_F(SlotDatabaseTest, WhatWasPutOutlivesAPowerCut) {
  const std::string live = folder_.path() + "/live", left = folder_.path() + "/left";
  ASSERT_EQ(mkdir(live.c_str(), 0700), 0);
  const rt::testing::FaultyDisk disk("/live/celos.db");
  auto opened = SlotDatabase::Open(live + "/celos.db");
  ASSERT_TRUE(opened);
  const SlotState state = State("2015-09-01T10:00Z", SlotStatus::kRunning, "job-1");
  ASSERT_TRUE((*opened)->Put(Submission{{"a", state.time}, "http://o/oozie", "key", "", 1}));
  ASSERT_TRUE((*opened)->Put("a", state));
  disk.CopySynced(live, left);
  auto after = SlotDatabase::Open(left + "/celos.db");
  ASSERT_TRUE(after) << after.error().message;
  EXPECT_EQ(*(*after)->Find({"a", state.time}), state);
  EXPECT_EQ((*after)->Of("a").size(), 1U);
}

TEST_F(SlotDatabaseTest, OneThatIsOnlyReadIsNotWritten) {
  ASSERT_TRUE(database_->Put("a", State("2015-09-01T10:00Z", SlotStatus::kReady)));
  database_.reset();
  const auto bytes = [&] {
    std::ifstream file(path_, std::ios::binary);
    return std::string(std::istreambuf_iterator<char>(file), {});
  };
  const std::string before = bytes();
  Reopen();
  EXPECT_EQ(Between("2015-09-01", "2015-09-02").size(), 1U);
  database_.reset();
  EXPECT_TRUE(bytes() == before);
}

TEST_F(SlotDatabaseTest, OneJobForASlotWhereverAStepDies) {
  for (int fatal = 1; fatal < 40; ++fatal) {
    database_.reset();
    unlink(path_.c_str());
    unlink((path_ + "-wal").c_str());
    unlink((path_ + "-shm").c_str());
    Reopen();
    testing::Deaths deaths;
    deaths.fatal = fatal;
    testing::MemoryService service(&deaths);
    const SlotState ready = State("2015-09-01T10:00Z", SlotStatus::kReady);
    ASSERT_TRUE(database_->Put("a", ready));
    bool died = false;
    for (int time = 0; time < 3; ++time) {
      testing::LinesOfLog log;
      SteppedStore stepped(*database_);
      SteppedStore::Change change(stepped);
      Submissions submissions(change, service, *database_, log);
      try {
        for (const Submission& begun : database_->Of("a")) {
          ASSERT_TRUE(submissions.Finish(begun));
        }
        const auto state = change.Find({"a", ready.time});
        if ((*state)->status == SlotStatus::kReady) {
          ASSERT_TRUE(submissions.Submit({"a", ready.time}, **state, "http://o/oozie", {}));
        }
      } catch (const testing::Death&) {
        died = true;
        deaths.fatal = 0;
        Reopen();
      }
    }
    EXPECT_EQ(service.jobs.size(), 1U) << fatal;
    EXPECT_EQ(database_->Of("a").size(), 0U) << fatal;
    if (!died) {
      return;
    }
  }
  FAIL() << "it dies at every step";
}

}  // namespace
}  // namespace hpdl::rt::celos
