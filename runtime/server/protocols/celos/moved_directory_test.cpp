#include "runtime/server/protocols/celos/moved_directory.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>

#include "runtime/ground/base/testing/temporary_folder.h"
#include "runtime/rules/celos/testing/at.h"

namespace hpdl::rt::celos {
namespace {

using testing::At;
namespace fs = std::filesystem;

class MovedDirectoryTest : public ::testing::Test {
 protected:
  void Write(const std::string& name, const std::string& text) {
    fs::create_directories(fs::path(db_ + "/" + name).parent_path());
    std::ofstream(db_ + "/" + name) << text;
  }
  std::string Wrong() {
    const auto read = ReadCelosDirectory(db_);
    return read ? "" : read.error().message;
  }
  std::map<std::string, std::string> Tree(const std::string& root) {
    std::map<std::string, std::string> tree;
    for (const auto& entry : fs::recursive_directory_iterator(root)) {
      if (entry.is_regular_file()) {
        std::ifstream file(entry.path());
        tree[fs::relative(entry.path(), root)] = {std::istreambuf_iterator<char>(file), {}};
      }
    }
    return tree;
  }
  void WriteOne() {
    Write(
        "state/a/2013-12-02/19:00:00.000Z",
        R"({"time":"2013-12-02T19:00:00.000Z","status":"RUNNING","externalID":"foo-bar","retryCount":2})");
    Write("rerun/a/2013-12-02/19:00:00.000Z", R"({"rerunTime":"2015-09-06T20:21:00.000Z"})");
    Write("paused/p ü", "");
    Write("register/bucket/key", R"({"v":[1,"ü"]})");
  }

  rt::testing::TemporaryFolder folder_;
  const std::string db_ = folder_.path() + "/db";
};

TEST_F(MovedDirectoryTest, AllOfItComesAndGoes) {
  fs::create_directory(db_);
  EXPECT_EQ(Wrong(), "");
  WriteOne();
  // Older versions of Celos wrote the file of a slot in this form, without the time.
  Write("state/b/2013-12-03/05:00:00.000Z",
        R"({"status":"SUCCESS","externalID":"x","retryCount":0})");
  Write("notes", "mine");
  Write("state/a/2013-12-02/19:00:00.350Z",
        R"({"status":"READY","externalID":null,"retryCount":0})");
  auto read = ReadCelosDirectory(db_);
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(read->slots.states.size(), 2U);
  const SlotId slot{"a", At("2013-12-02T19:00Z")};
  EXPECT_EQ(read->slots.states[slot], (SlotState{slot.time, SlotStatus::kRunning, "foo-bar", 2}));
  EXPECT_EQ(read->slots.marks[slot], At("2015-09-06T20:21Z"));
  EXPECT_EQ(read->slots.paused, std::vector<std::string>{"p ü"});
  EXPECT_EQ(read->left,
            (std::vector<std::string>{db_ + "/notes does not belong to Celos",
                                      "the slot a@2013-12-02T19:00:00.350Z cannot belong to a "
                                      "schedule, because its time is not a whole second"}));
  const std::string out = folder_.path() + "/out";
  ASSERT_TRUE(WriteCelosDirectory(out, read->slots));
  auto here = Tree(db_), there = Tree(out);
  here.erase("notes");
  here.erase("state/a/2013-12-02/19:00:00.350Z");
  here["state/b/2013-12-03/05:00:00.000Z"] =
      R"({"time":"2013-12-03T05:00:00.000Z","status":"SUCCESS","externalID":"x","retryCount":0})";
  EXPECT_EQ(there, here);
  EXPECT_FALSE(WriteCelosDirectory(out, read->slots));  // the directory exists and is not empty
  EXPECT_EQ(Tree(out), there);
}

TEST_F(MovedDirectoryTest, ManyFilesAreWrittenTogether) {
  StoredSlots slots;
  for (int i = 0; i < 100; ++i) {
    const ScheduledTime time{1'500'000'000'000 + i * 3'600'000LL};
    slots.states[{"a", time}] = {time, SlotStatus::kSuccess, "job", i};
  }
  fs::create_directory(db_);  // an empty folder counts as missing
  ASSERT_TRUE(WriteCelosDirectory(db_, slots));
  const auto read = ReadCelosDirectory(db_);
  ASSERT_TRUE(read);
  EXPECT_EQ(read->slots.states, slots.states);
}

TEST_F(MovedDirectoryTest, DaysOfAnyYear) {
  StoredSlots slots;
  for (const char* text : {"-150209-01-01T10:00Z", "-0001-01-01T10:00Z", "12013-12-02T19:00Z"}) {
    const ScheduledTime time = At(text);
    slots.states[{"a", time}] = {time, SlotStatus::kSuccess, "job", 1};
  }
  ASSERT_TRUE(WriteCelosDirectory(db_, slots));
  const auto read = ReadCelosDirectory(db_);
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(read->slots.states, slots.states);
  Write("state/a/-150209-01/11:00Z", R"({"status":"READY","externalID":null,"retryCount":0})");
  EXPECT_NE(Wrong().find("its folder is not named after the day of the slot"), std::string::npos)
      << Wrong();
}

TEST_F(MovedDirectoryTest, WhatIsNotWholeIsRefused) {
  const std::string day = "state/a/2013-12-02/", file = day + "20:00:00.000Z";
  const auto refused = [&](const std::string& why) {
    EXPECT_NE(Wrong().find(why), std::string::npos) << why << " | " << Wrong();
    fs::remove_all(db_);
    WriteOne();
  };
  WriteOne();
  ASSERT_EQ(Wrong(), "");
  const std::string whole = R"({"status":"READY","externalID":null,"retryCount":0})";
  for (std::size_t size = 0; size < whole.size(); ++size) {
    Write(file, whole.substr(0, size));
    refused(file);
  }
  ASSERT_EQ(symlink("19:00:00.000Z", (db_ + "/" + file).c_str()), 0);
  refused("is a symbolic link");
  ASSERT_EQ(mkfifo((db_ + "/" + file).c_str(), 0600), 0);
  refused("not a file");
  fs::create_directory(db_ + "/" + file);
  refused("a directory");
  Write(day + "noon", whole);
  refused(day + "noon");
  Write(day + "19:00Z", whole);
  refused("another file has the same slot");
  Write("state/a/2013-12-2/20:00:00.000Z", whole);
  refused("its folder is not named after the day of the slot");
  Write("state/a/file", "");
  refused("is not a folder");
  fs::create_directory_symlink("a", db_ + "/state/b");
  refused("is not a folder");
  Write("rerun/a/2013-12-02/20:00:00.000Z", "{}");
  refused("rerunTime");
  Write("register/bucket/torn", R"({"v":)");
  refused("register/bucket/torn");
  Write("register/bucket/a.b", "{}");
  refused("must not contain");
  fs::create_directories(db_ + "/paused/folder");
  refused("paused/folder");
}

TEST_F(MovedDirectoryTest, NothingIsWrittenOfWhatCannotBe) {
  StoredSlots slots;
  const ScheduledTime time = At("2013-12-02T19:00Z");
  slots.states[{std::string(300, 'x'), time}] = {time, SlotStatus::kReady, {}, 0};
  EXPECT_FALSE(WriteCelosDirectory(db_, slots));
  EXPECT_FALSE(fs::exists(db_));
  EXPECT_TRUE(fs::is_empty(folder_.path()));
  fs::create_symlink("nowhere", db_);
  EXPECT_FALSE(WriteCelosDirectory(db_, {}));
}

}  // namespace
}  // namespace hpdl::rt::celos
