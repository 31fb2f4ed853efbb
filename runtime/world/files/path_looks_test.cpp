#include "runtime/world/files/path_looks.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <chrono>
#include <exception>
#include <filesystem>
#include <fstream>
#include <memory>
#include <optional>

#include "runtime/ground/base/clock.h"
#include "runtime/ground/base/testing/eventually.h"
#include "runtime/ground/base/testing/temporary_folder.h"
#include "runtime/world/files/await.h"
#include "runtime/world/files/look_pace.h"
#include "runtime/world/files/testing/known_paths.h"

namespace hpdl::rt {
namespace {

using std::chrono::milliseconds;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;
using ::testing::UnorderedElementsAre;

/// The machine's time plus the time that a test adds.
class AddedTime final : public TimeSource {
 public:
  AddedTime() { UseTime(this); }
  ~AddedTime() override { UseTime(nullptr); }
  AddedTime(const AddedTime&) = delete;
  AddedTime& operator=(const AddedTime&) = delete;

  std::int64_t WallMs() override {
    const auto wall = std::chrono::system_clock::now().time_since_epoch() + added;
    return std::chrono::duration_cast<milliseconds>(wall).count();
  }
  Moment Steady() override { return std::chrono::steady_clock::now() + added; }
  Moment NextLook(Moment due) override { return due; }

  milliseconds added{0};
};

class PathLooksTest : public ::testing::Test {
 protected:
  PathLooksTest() { systems_.systems = {{"hdfs://nn", &files_}, {"hdfs://other", &others_}}; }

  /// Returns "yes", "no" or the code of the error for each path.
  std::vector<std::string> Look(std::vector<std::string> uris) {
    return Words(Await(loop_, looks_->Look("joe", std::move(uris))));
  }
  static std::vector<std::string> Words(const std::vector<PathAnswer>& answers) {
    std::vector<std::string> words;
    for (const PathAnswer& answer : answers) {
      words.push_back(!answer ? answer.error().code : *answer ? "yes" : "no");
    }
    return words;
  }
  void RunUntil(const std::function<bool()>& done) {
    const auto end = std::chrono::steady_clock::now() + testing::kPatience;
    loop_.restart();
    while (!done() && std::chrono::steady_clock::now() < end) {
      loop_.run_one_for(milliseconds(20));
      loop_.restart();
    }
    ASSERT_TRUE(done());
  }

  AddedTime time_;
  testing::KnownPaths files_, others_{"hdfs://other"};
  testing::KnownSystems systems_;
  boost::asio::io_context loop_{1};
  std::unique_ptr<PathLooks> looks_ = std::make_unique<PathLooks>(loop_, &systems_);
};

TEST_F(PathLooksTest, FilesAndFoldersAreThere) {
  files_.paths = {"/a/file", "/b/folder/x"};
  EXPECT_THAT(Look({"hdfs://nn/a/file", "hdfs://nn/b/folder/", "hdfs://nn/c/none", "hdfs://nn/"}),
              ElementsAre("yes", "yes", "no", "yes"));
  EXPECT_THAT(systems_.users, ElementsAre("joe"));
  EXPECT_EQ(looks_->requests(), 4U);
}

TEST_F(PathLooksTest, NoPathIsNoRequest) {
  EXPECT_THAT(Look({}), IsEmpty());
  EXPECT_EQ(looks_->requests(), 0U);
}

TEST_F(PathLooksTest, APathThatIsAskedForTwiceIsOneRequest) {
  files_.paths = {"/a/x"};
  EXPECT_THAT(Look({"hdfs://nn/a/x", "hdfs://nn//a/./x/"}), ElementsAre("yes", "yes"));
  EXPECT_THAT(files_.asked, ElementsAre("status /a/x"));
}

TEST_F(PathLooksTest, PathsOfOneFolderAreOneList) {
  files_.paths = {"/d/2026-01", "/d/2026-03/x", "/d/2026-031"};
  EXPECT_THAT(Look({"hdfs://nn/d/2026-03", "hdfs://nn/d/2026-01", "hdfs://nn/d/2026-02"}),
              ElementsAre("yes", "yes", "no"));
  EXPECT_THAT(files_.asked, ElementsAre("list /d after 2026-0"));
  EXPECT_EQ(looks_->requests(), 1U);
}

TEST_F(PathLooksTest, AListBeginsBeforeAllThatIsWanted) {
  files_.paths = {"/d/a", "/d/ab", "/d/\xc3\xa4", "/d/\xc3\xb6", "/e", "/f"};
  EXPECT_THAT(Look({"hdfs://nn/d/a", "hdfs://nn/d/ab"}), ElementsAre("yes", "yes"));
  EXPECT_THAT(Look({"hdfs://nn/d/\xc3\xa4", "hdfs://nn/d/\xc3\xb6"}), ElementsAre("yes", "yes"));
  EXPECT_THAT(Look({"hdfs://nn/e", "hdfs://nn/f"}), ElementsAre("yes", "yes"));
  EXPECT_THAT(files_.asked, ElementsAre("list /d after ", "list /d after ", "list / after "));
}

TEST_F(PathLooksTest, WhatAListDoesNotReachIsLookedAtByItself) {
  files_.part = 2;
  files_.paths = {"/d/10", "/d/11", "/d/12", "/d/14"};
  const std::vector<std::string> uris = {"hdfs://nn/d/11", "hdfs://nn/d/13", "hdfs://nn/d/14"};
  EXPECT_THAT(Look(uris), ElementsAre("yes", "no", "yes"));
  EXPECT_THAT(files_.asked, ElementsAre("list /d after 1", "status /d/13", "status /d/14"));
  files_.asked.clear();
  EXPECT_THAT(Look(uris), ElementsAre("yes", "no", "yes"));
  EXPECT_THAT(files_.asked, ElementsAre("status /d/11", "status /d/13", "status /d/14"))
      << "a folder that is too large is not listed again and again";
  files_.asked.clear();
  time_.added += std::chrono::hours(2);
  EXPECT_THAT(Look(uris), ElementsAre("yes", "no", "yes"));
  EXPECT_THAT(files_.asked, SizeIs(3)) << "but some time";
}

TEST_F(PathLooksTest, WhereAListIsRefusedEachIsLookedAt) {
  files_.paths = {"/d/1"};
  files_.fails = [](const std::string& asked) -> std::optional<Error> {
    return asked.starts_with("list") ? std::optional(Error{ErrorClass::kError, "", "no right"})
                                     : std::nullopt;
  };
  EXPECT_THAT(Look({"hdfs://nn/d/1", "hdfs://nn/d/2"}), ElementsAre("yes", "no"));
  EXPECT_THAT(files_.asked, SizeIs(3));
}

TEST_F(PathLooksTest, AFolderThatIsMissingOrAFileHasNoPaths) {
  files_.paths = {"/f"};
  EXPECT_THAT(Look({"hdfs://nn/d/1", "hdfs://nn/d/2"}), ElementsAre("no", "no"));
  EXPECT_THAT(files_.asked, ElementsAre("list /d after "));
  files_.asked.clear();
  EXPECT_THAT(Look({"hdfs://nn/f/1", "hdfs://nn/f/2"}), ElementsAre("no", "no"));
  EXPECT_THAT(files_.asked, SizeIs(3)) << "the file system says what it thinks of each";
}

TEST_F(PathLooksTest, WhatFailsIsNotMissing) {
  files_.fails = [](const std::string& asked) -> std::optional<Error> {
    return asked.ends_with("/refused")
               ? std::optional(Error{ErrorClass::kError, "DENIED", "no right"})
               : std::optional(Error{ErrorClass::kTransient, "JA006", "down"});
  };
  const auto answers =
      Await(loop_, looks_->Look("joe", {"hdfs://nn/a/x", "hdfs://nn/b/refused", "hdfs://nn/c/1",
                                        "hdfs://nn/c/2", "ftp://nn/d", "", "hdfs://unknown/e"}));
  EXPECT_THAT(Words(answers),
              ElementsAre("JA006", "DENIED", "JA006", "JA006", "E0904", "FS001", "E0904"));
  EXPECT_EQ(answers[0].error().error_class, ErrorClass::kTransient);
  EXPECT_EQ(answers[1].error().error_class, ErrorClass::kError);
  EXPECT_EQ(answers[6].error().error_class, ErrorClass::kNonTransient);
}

TEST_F(PathLooksTest, WithoutTheNetworkOnlyThisMachineIsSeen) {
  PathLooks looks(loop_, nullptr);
  EXPECT_THAT(Words(Await(loop_, looks.Look("joe", {"hdfs://nn/a", "file:///"}))),
              ElementsAre("E0904", "yes"));
}

TEST_F(PathLooksTest, FilesOfThisMachine) {
  const testing::TemporaryFolder folder;
  std::ofstream(folder.path() + "/f") << "x";
  std::filesystem::create_symlink("/nowhere", folder.path() + "/link");
  std::filesystem::create_symlink("loop", folder.path() + "/loop");
  const std::string base = "file://" + folder.path();
  EXPECT_THAT(
      Look({base + "/f", base, base + "/g", base + "/f/below", base + "/link", base + "/loop/x"}),
      ElementsAre("yes", "yes", "no", "no", "no", ""));
  EXPECT_EQ(looks_->requests(), 1U) << "one thread has looked at all";
  EXPECT_THAT(Look(std::vector<std::string>(1000, base + "/f")), SizeIs(1000));
}

TEST_F(PathLooksTest, ManyFilesOfThisMachineAreLookedAtInParts) {
  std::vector<std::string> uris;
  for (int i = 0; i < 1000; ++i) {
    uris.push_back("file:///nowhere/" + std::to_string(i));
  }
  EXPECT_EQ(Look(uris), std::vector<std::string>(1000, "no"));
  EXPECT_EQ(looks_->requests(), 4U);
}

TEST_F(PathLooksTest, RequestsUnderWayAreBounded) {
  files_.holds = true;
  std::vector<std::string> uris;
  for (int i = 0; i < 100; ++i) {
    uris.push_back("hdfs://nn/" + std::to_string(i) + "/x");
  }
  int told = 0;
  looks_->Ask("joe", uris, [&](std::size_t, const PathAnswer&) { ++told; });
  RunUntil([&] { return files_.held() == 8; });
  EXPECT_THAT(Look({"hdfs://other/x"}), ElementsAre("no")) << "others do not wait for them";
  EXPECT_EQ(told, 0);
  EXPECT_EQ(files_.most, 8U);
  files_.Release();
  RunUntil([&] { return told == 100; });
}

TEST_F(PathLooksTest, AFileSystemThatIsDownRests) {
  bool down = true;
  files_.fails = [&](const std::string&) {
    return down ? std::optional(Error{ErrorClass::kTransient, "JA006", "down"}) : std::nullopt;
  };
  std::vector<std::string> uris;
  for (int i = 0; i < 100; ++i) {
    uris.push_back("hdfs://nn/" + std::to_string(i) + "/x");
  }
  EXPECT_EQ(Look(uris), std::vector<std::string>(100, "JA006"));
  const std::size_t asked = files_.asked.size();
  EXPECT_LT(asked, 20U);
  EXPECT_THAT(Look({"hdfs://nn/a", "hdfs://other/a"}), ElementsAre("JA006", "no"));
  EXPECT_EQ(files_.asked.size(), asked) << "not within a second";
  down = false;
  time_.added += milliseconds(1001);
  EXPECT_EQ(Look(uris), std::vector<std::string>(100, "no"));
}

TEST_F(PathLooksTest, NobodyIsToldWhileTheyAsk) {
  int told = 0;
  looks_->Ask("joe", {"hdfs://nn/a", "file:///", ""},
              [&](std::size_t, const PathAnswer&) { ++told; });
  EXPECT_EQ(told, 0);
  RunUntil([&] { return told == 3; });
}

TEST_F(PathLooksTest, NobodyIsToldWhenTheLooksAreGone) {
  files_.holds = true;
  int told = 0;
  looks_->Ask("joe", {"hdfs://nn/a"}, [&](std::size_t, const PathAnswer&) { ++told; });
  RunUntil([&] { return files_.held() == 1; });
  looks_->Ask("joe", {"hdfs://nn/b", "file:///", ""},
              [&](std::size_t, const PathAnswer&) { ++told; });
  looks_.reset();
  files_.Release();
  RunUntil([&] { return files_.held() == 0; });
  loop_.run_for(milliseconds(20));  // time: a slow machine cannot make the test fail
  EXPECT_EQ(told, 0);
}

TEST_F(PathLooksTest, ALookIsCancelledWithItsTask) {
  files_.holds = true;
  boost::asio::cancellation_signal signal;
  bool ended = false;
  boost::asio::co_spawn(
      loop_, looks_->Look("joe", {"hdfs://nn/a"}),
      boost::asio::bind_cancellation_slot(
          signal.slot(), [&](const std::exception_ptr& error, const std::vector<PathAnswer>&) {
            ended = error != nullptr;
          }));
  RunUntil([&] { return files_.held() == 1; });
  signal.emit(boost::asio::cancellation_type::terminal);
  RunUntil([&] { return ended; });
  files_.Release();
  EXPECT_THAT(Look({"hdfs://nn/b"}), ElementsAre("no"));
}

TEST(LookPaceTest, PausesGrowWithTheAgeOfTheWait) {
  const LookPace pace;
  milliseconds age{0};
  std::vector<int> pauses;
  for (int i = 0; i < 9; ++i) {
    const milliseconds pause = pace.PauseAt(age);
    pauses.push_back(static_cast<int>(pause.count() / 1000));
    age += pause;
  }
  EXPECT_THAT(pauses, ElementsAre(1, 2, 4, 8, 16, 32, 60, 60, 60));
  LookPace fixed;
  fixed.fixed = milliseconds(5000);
  EXPECT_EQ(fixed.PauseAt(milliseconds(0)), milliseconds(5000));
  EXPECT_EQ(fixed.PauseAt(std::chrono::hours(1)), milliseconds(5000));
}

}  // namespace
}  // namespace hpdl::rt
