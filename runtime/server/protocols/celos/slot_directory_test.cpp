#include "runtime/server/protocols/celos/slot_directory.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "runtime/ground/base/testing/temporary_folder.h"
#include "runtime/rules/celos/java_exception.h"
#include "runtime/rules/celos/testing/world.h"
#include "runtime/server/protocols/celos/jackson_json.h"

namespace hpdl::rt::celos {
namespace {

using testing::At;

class SlotDirectoryTest : public ::testing::Test {
 protected:
  std::string Path(const std::string& name) const { return folder_.path() + "/" + name; }
  void Put(const std::string& name, const std::string& text) const {
    std::filesystem::create_directories(std::filesystem::path(Path(name)).parent_path());
    std::ofstream(Path(name)) << text;
  }
  std::string Text(const std::string& name) const {
    std::ifstream file(Path(name));
    return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  }
  /// Returns the slots of 2015-09-01 as `10:00 READY, 11:00 SUCCESS`, and the files that cannot be
  /// read as `! 12:00:00.000Z`.
  std::string Slots(const std::string& start = "2015-09-01T00:00Z",
                    const std::string& end = "2015-09-02T00:00Z") {
    const Result<StoredStates> slots = directory_.Between("a", At(start), At(end));
    EXPECT_TRUE(slots) << slots.error().message;
    std::string text;
    for (const SlotState& slot : slots->states) {
      text += (text.empty() ? "" : ", ") + slot.time.Pretty().substr(11, 5) + " " +
              std::string(NameOf(slot.status));
    }
    for (const UnreadablePart& part : slots->unreadable) {
      const std::string& error = part.error.message;
      EXPECT_TRUE(error.starts_with(Path(day_.substr(0, day_.size() - 1)))) << error;
      const std::string rest = error.substr(Path(day_).size());
      text += (text.empty() ? "! " : ", ! ") + rest.substr(0, rest.find(": "));
    }
    return text;
  }
  static std::string Stored(const std::string& status) {
    return R"({"status":")" + status + R"(","externalID":null,"retryCount":2})";
  }

  hpdl::rt::testing::TemporaryFolder folder_;
  testing::LinesOfLog log_;
  Result<DirectoryFiles> files_ = DirectoryFiles::Open(folder_.path());
  SlotDirectory directory_{*files_, log_};
  const std::string day_ = "state/a/2015-09-01/";
};

TEST_F(SlotDirectoryTest, FilesAreThoseOfCelos) {
  ASSERT_TRUE(directory_.Put("a", {At("2015-09-01T10:00Z"), SlotStatus::kRunning, "foo-bar", 0}));
  ASSERT_TRUE(directory_.Mark({"a", At("2015-09-01T10:00:00.007Z")}, At("2015-09-06T20:21Z")));
  ASSERT_TRUE(directory_.SetPaused("a", true));
  EXPECT_EQ(Text(day_ + "10:00:00.000Z"),
            R"({"time":"2015-09-01T10:00:00.000Z","status":"RUNNING","externalID":"foo-bar",)"
            R"("retryCount":0})");
  EXPECT_EQ(Text("rerun/a/2015-09-01/10:00:00.007Z"),
            R"({"rerunTime":"2015-09-06T20:21:00.000Z"})");
  EXPECT_TRUE(std::filesystem::is_empty(Path("paused/a")));
  EXPECT_TRUE(*directory_.IsPaused("a"));
  ASSERT_TRUE(directory_.SetPaused("a", false));
  ASSERT_TRUE(directory_.SetPaused("a", false));
  EXPECT_FALSE(*directory_.IsPaused("a"));
}

TEST_F(SlotDirectoryTest, ManyAreWrittenTogether) {
  std::map<SlotId, SlotState> states;
  for (int i = 0; i < 100; ++i) {
    const ScheduledTime time{At("2015-09-01T00:00Z").ms + i * 3'600'000};
    states[{"a", time}] = {time, SlotStatus::kReady, std::nullopt, 0};
  }
  Put(day_ + "05:00:00.000Z", Stored("WAITING"));
  ASSERT_TRUE(directory_.PutAll(states));
  EXPECT_EQ(directory_.Between("a", At("2015-09-01"), At("2015-09-30"))->states.size(), 100u);
  EXPECT_EQ(Text(day_ + "05:00:00.000Z"),
            R"({"time":"2015-09-01T05:00:00.000Z","status":"READY","externalID":null,)"
            R"("retryCount":0})");
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder_.path()), {}), 1);
}

TEST_F(SlotDirectoryTest, WhatOthersDoIsSeenAtOnce) {
  EXPECT_EQ(Slots(), "");
  Put(day_ + "10:00:00.000Z", Stored("READY"));
  EXPECT_EQ(Slots(), "10:00 READY");
  Put(day_ + "10:00:00.000Z", Stored("SUCCESS"));
  EXPECT_EQ(Slots(), "10:00 SUCCESS") << "written in place";
  Put("new", Stored("FAILURE"));
  std::filesystem::rename(Path("new"), Path(day_ + "10:00:00.000Z"));
  Put(day_ + "09:00:00.000Z", Stored("WAITING"));
  EXPECT_EQ(Slots(), "09:00 WAITING, 10:00 FAILURE") << "renamed, and a new one";
  EXPECT_EQ((*directory_.Find({"a", At("2015-09-01T09:00Z")}))->retry_count, 2);
  std::filesystem::remove(Path(day_ + "10:00:00.000Z"));
  EXPECT_EQ(Slots(), "09:00 WAITING");
  EXPECT_FALSE(*directory_.Find({"a", At("2015-09-01T10:00Z")}));
  std::filesystem::rename(Path("state"), Path("old"));
  EXPECT_EQ(Slots(), "");
  Put(day_ + "11:00:00.000Z", Stored("READY"));
  EXPECT_EQ(Slots(), "11:00 READY") << "another folder of the same name";
  std::filesystem::remove_all(Path("state"));
  EXPECT_EQ(Slots(), "");
}

TEST_F(SlotDirectoryTest, ADamagedFileIsSeenWhereItIs) {
  Put(day_ + "10:00:00.000Z", Stored("READY"));
  EXPECT_EQ(Slots(), "10:00 READY");
  Put(day_ + "12:00:00.000Z", "");
  EXPECT_EQ(Slots(), "10:00 READY, ! 12:00:00.000Z");
  EXPECT_EQ(directory_.Find({"a", At("2015-09-01T12:00Z")}).error().code, kJsonMapping);
  EXPECT_EQ(Slots("2015-09-01T00:00Z", "2015-09-01T12:00Z"), "10:00 READY") << "not in the window";
  Put(day_ + "12:00:00.000Z", Stored("READY"));
  Put(day_ + "x", "");
  EXPECT_EQ(Slots("2015-09-01T00:00Z", "2015-09-01T12:00Z"), "10:00 READY, ! x");
  std::filesystem::remove(Path(day_ + "x"));
  EXPECT_EQ(Slots(), "10:00 READY, 12:00 READY");
}

TEST_F(SlotDirectoryTest, ADayThatCannotBeReadLeavesTheOthers) {
  Put("state/a/2015-09-02/10:00:00.000Z", Stored("READY"));
  std::filesystem::create_symlink("2015-09-02", Path("state/a/2015-09-01"));
  const Result<StoredStates> stored =
      directory_.Between("a", At("2015-09-01T05:00Z"), At("2015-09-03"));
  ASSERT_TRUE(stored);
  ASSERT_EQ(stored->states.size(), 1U);
  ASSERT_EQ(stored->unreadable.size(), 1U);
  EXPECT_EQ(stored->unreadable[0].start, At("2015-09-01"));
  EXPECT_EQ(stored->unreadable[0].end, At("2015-09-02"));
  EXPECT_EQ(stored->unreadable[0].error.message,
            Path("state/a/2015-09-01") + " is a symbolic link");
}

TEST_F(SlotDirectoryTest, AFileOfAnotherNameIsOfItsTimeAllTheSame) {
  Put(day_ + "10:00Z", Stored("READY"));
  EXPECT_EQ(Slots(), "10:00 READY");
  EXPECT_FALSE(*directory_.Find({"a", At("2015-09-01T10:00Z")})) << "as Celos";
}

TEST_F(SlotDirectoryTest, MarksGoAfterTwoWeeks) {
  const SlotId slot{"a", At("2015-07-01T10:00Z")};
  ASSERT_TRUE(directory_.Mark(slot, At("2015-09-01T12:00Z")));
  ASSERT_TRUE(directory_.Mark({"a", At("2015-06-01T10:00Z")}, At("2015-09-02T12:00Z")));
  const auto marks = [&](const std::string& now) {
    return directory_.TakeMarks("a", At(now))->size();
  };
  EXPECT_EQ(marks("2015-09-15T12:00Z"), 2u);
  EXPECT_EQ(marks("2015-09-15T12:00:00.001Z"), 2u);
  EXPECT_TRUE(log_.Has("Expiring rerun file: " + Path("rerun/a/2015-07-01/10:00:00.000Z")));
  EXPECT_EQ(marks("2015-09-15T12:00:00.002Z"), 1u);
  Put("rerun/b/file", "");
  Put("rerun/b/2015-09-01/10:00:00.000Z", R"({"rerunTime":"2015-09-06T20:21:00.000Z"})");
  Put("rerun/b/2015-09-01/11:00:00.000Z", "{");
  Put("rerun/b/2015-09-01/x", R"({"rerunTime":"2015-09-06T20:21:00.000Z"})");
  log_.lines.clear();
  EXPECT_EQ(*directory_.TakeMarks("b", At("2015-09-15")), std::vector{At("2015-09-01T10:00Z")});
  ASSERT_EQ(log_.lines.size(), 3U);
  EXPECT_TRUE(
      log_.Has("ERROR: Exception in workflow: b: " + Path("rerun/b/file") + ": Not a directory"));
  const std::string bad = "ERROR: Exception in workflow: b: " + Path("rerun/b/2015-09-01/");
  EXPECT_TRUE(log_.lines[0].starts_with(bad + "11:00:00.000Z: ")) << log_.lines[0];
  EXPECT_TRUE(log_.lines[1].starts_with(bad + "x: ")) << log_.lines[1];
}

TEST_F(SlotDirectoryTest, NamesThatLeadElsewhereAreNone) {
  const SlotState state{At("2015-09-01T10:00Z"), SlotStatus::kReady, std::nullopt, 0};
  for (const std::string& name :
       std::vector<std::string>{"..", ".", "a/b", std::string("a\0b", 3), ""}) {
    EXPECT_FALSE(*directory_.Find({name, state.time}));
    EXPECT_FALSE(directory_.Put(name, state)) << name;
  }
}

TEST_F(SlotDirectoryTest, WhatADeadServerLeftGoes) {
  Put(".hpdlc.abcdef", "x");
  Put(".hpdlc.ghijkl/0", "x");
  Put("else", "x");
  files_->RemoveUnfinished();
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder_.path()), {}), 1);
}

}  // namespace
}  // namespace hpdl::rt::celos
