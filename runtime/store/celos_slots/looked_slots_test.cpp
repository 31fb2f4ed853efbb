#include "runtime/store/celos_slots/looked_slots.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "runtime/ground/base/testing/temporary_folder.h"
#include "runtime/rules/celos/testing/at.h"
#include "runtime/store/celos_slots/slot_database.h"

namespace hpdl::rt::celos {
namespace {

using testing::At;
using Way = LookedSlots::Way;

class LookedSlotsTest : public ::testing::Test {
 protected:
  std::unique_ptr<SlotDatabase> Writer() {
    auto opened = SlotDatabase::Open(path_);
    EXPECT_TRUE(opened) << opened.error().message;
    return opened ? std::move(*opened) : nullptr;
  }
  std::unique_ptr<LookedSlots> Look(Way way = Way::kAsItLies) {
    auto looked = LookedSlots::Open(path_, way);
    EXPECT_TRUE(looked) << looked.error().message;
    return looked ? std::move(*looked) : nullptr;
  }
  /// Returns the reason why the file cannot be opened; "": the file can be opened.
  std::string Wrong() {
    const auto looked = LookedSlots::Open(path_, Way::kAsItLies);
    return looked ? "" : looked.error().message;
  }
  std::size_t Files() const {
    return static_cast<std::size_t>(
        std::distance(std::filesystem::directory_iterator(folder_.path()), {}));
  }

  const SlotState state_{At("2015-09-01T10:00Z"), SlotStatus::kRunning, "job-1", 2};
  const SlotId slot_{"a", state_.time};
  rt::testing::TemporaryFolder folder_;
  const std::string path_ = folder_.path() + "/slots.db";
};

TEST_F(LookedSlotsTest, WhereThereIsNothing) {
  const auto nothing = [&] {
    for (const Way way : {Way::kAsItLies, Way::kBesideWriters}) {
      const auto slots = Look(way);
      EXPECT_FALSE(slots->exists());
      EXPECT_TRUE(slots->HasStayed());
      EXPECT_EQ(*slots->Find(slot_), std::nullopt);
      EXPECT_TRUE(slots->Between("a", At("2015-09-01"), At("2015-09-02"))->states.empty());
      EXPECT_FALSE(*slots->IsPaused("a"));
    }
  };
  nothing();
  EXPECT_EQ(Files(), 0U);
  std::ofstream(path_).close();  // a process died right after it had made the file
  nothing();
  EXPECT_EQ(Files(), 1U);
}

TEST_F(LookedSlotsTest, WhatIsThere) {
  ASSERT_TRUE(Writer()->Put("a", state_));
  ASSERT_TRUE(Writer()->SetPaused("a", true));
  for (const Way way : {Way::kAsItLies, Way::kBesideWriters}) {
    const auto slots = Look(way);
    EXPECT_TRUE(slots->exists());
    EXPECT_EQ(*slots->Find(slot_), state_);
    EXPECT_EQ(slots->Between("a", At("2015-09-01"), At("2015-09-02"))->states, std::vector{state_});
    EXPECT_TRUE(*slots->IsPaused("a"));
    EXPECT_FALSE(*slots->IsPaused("b"));
    EXPECT_TRUE(slots->HasStayed());
  }
  EXPECT_EQ(Files(), 1U);
}

TEST_F(LookedSlotsTest, AWriterMeanwhileIsNoticed) {
  ASSERT_TRUE(Writer()->Put("a", state_));
  auto slots = Look();
  auto writer = Writer();
  ASSERT_TRUE(writer->SetPaused("a", true));
  EXPECT_FALSE(slots->HasStayed()) << "it is in the WAL";
  slots = Look();
  EXPECT_TRUE(*slots->IsPaused("a"));
  EXPECT_TRUE(slots->HasStayed()) << "read beside the writer";
  slots.reset();
  writer.reset();
  slots = Look();
  ASSERT_TRUE(Writer()->SetPaused("a", false));
  EXPECT_FALSE(slots->HasStayed()) << "it is in the file itself";
}

TEST_F(LookedSlotsTest, WhatIsNoneIsRefused) {
  ASSERT_EQ(symlink("/etc/passwd", path_.c_str()), 0);
  EXPECT_NE(Wrong(), "");
  std::filesystem::remove(path_);
  ASSERT_EQ(mkfifo(path_.c_str(), 0600), 0);
  EXPECT_NE(Wrong(), "");
  std::filesystem::remove(path_);
  std::ofstream(path_) << std::string(8192, 'x');
  EXPECT_NE(Wrong().find("damaged"), std::string::npos) << Wrong();
  std::filesystem::remove(path_);
  ASSERT_TRUE(Writer()->Put("a", state_));
  {
    auto database = Database::Open(path_, Database::Mode::kReadWrite);
    ASSERT_TRUE(database);
    ASSERT_TRUE((*database)->Execute("PRAGMA user_version=99"));
  }
  EXPECT_NE(Wrong().find("later version"), std::string::npos) << Wrong();
}

}  // namespace
}  // namespace hpdl::rt::celos
