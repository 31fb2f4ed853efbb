#include "runtime/engines/watch/path_watch.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <boost/asio/io_context.hpp>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "runtime/engines/watch/testing/set_clock.h"
#include "runtime/ground/base/clock.h"
#include "runtime/world/files/testing/known_paths.h"

namespace hpdl::rt {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;
using ::testing::UnorderedElementsAre;

class PathWatchTest : public ::testing::Test {
 protected:
  PathWatchTest() {
    systems_.systems = {{"hdfs://nn", &files_}};
    Watch({});
  }

  void Watch(LookPace pace) {
    watch_ = std::make_unique<PathWatch>(looks_, pace, [this](std::uint64_t job) {
      over_.push_back(job);
      watch_->Remove(job);
    });
  }
  void Add(std::uint64_t job, const std::vector<std::string>& paths, seconds age = seconds(0),
           const std::string& user = "joe") {
    std::vector<std::string> uris;
    for (const std::string& path : paths) {
      uris.push_back("hdfs://nn" + path);
    }
    // A wait that begins in the future has the age 0. A wait that begins now would be some
    // milliseconds old when PathWatch reads the clock.
    const milliseconds waited = age == seconds(0) ? -seconds(1000) : age;
    watch_->Add(job, user, uris, NowMs() - waited.count());
  }
  /// Lets `time` pass and returns the paths that the next Beat() checks.
  std::vector<std::string> AskedAfter(milliseconds time) {
    files_.asked.clear();
    clock_.Pass(time);
    watch_->Beat();
    Run();
    return files_.asked;
  }
  /// Runs the loop until it has nothing ready.
  void Run() {
    loop_.restart();
    while (loop_.poll() != 0) {
    }
  }
  /// Returns the number of requests in `time` seconds, with five calls of Beat() per second.
  std::size_t RequestsIn(int time) {
    const std::uint64_t before = looks_.requests();
    for (int beat = 0; beat < time * 5; ++beat) {
      AskedAfter(milliseconds(200));
    }
    return looks_.requests() - before;
  }

  testing::SetClock clock_;
  testing::KnownPaths files_;
  testing::KnownSystems systems_;
  boost::asio::io_context loop_{1};
  PathLooks looks_{loop_, &systems_};
  std::vector<std::uint64_t> over_;
  std::unique_ptr<PathWatch> watch_;
};

TEST_F(PathWatchTest, ANewPathIsLookedAtAtOnceAndThenLessAndLess) {
  Add(1, {"/d/1"});
  EXPECT_THAT(AskedAfter(milliseconds(0)), ElementsAre("status /d/1"));
  EXPECT_EQ(RequestsIn(60), 5U) << "after 1, 3, 7, 15 and 31 seconds";
  EXPECT_LE(RequestsIn(600), 11U);
  files_.paths = {"/d/1"};
  AskedAfter(seconds(60));
  EXPECT_THAT(over_, ElementsAre(1));
  EXPECT_EQ(watch_->size(), 0U);
  EXPECT_EQ(RequestsIn(200), 0U);
}

TEST_F(PathWatchTest, AWaitThatWentOnKeepsItsAge) {
  Add(1, {"/d/1"}, seconds(600));
  EXPECT_THAT(AskedAfter(milliseconds(0)), SizeIs(1)) << "the first look is at once";
  EXPECT_LE(RequestsIn(600), 11U);
  EXPECT_GE(RequestsIn(600), 9U);
}

TEST_F(PathWatchTest, ASettingSaysHowOften) {
  LookPace pace;
  pace.fixed = seconds(5);
  Watch(pace);
  Add(1, {"/d/1"});
  EXPECT_THAT(AskedAfter(milliseconds(0)), SizeIs(1));
  const std::size_t requests = RequestsIn(100);
  EXPECT_LE(requests, 21U);
  EXPECT_GE(requests, 19U);
}

TEST_F(PathWatchTest, WhatSeveralWaitForIsLookedAtOnce) {
  for (std::uint64_t job = 1; job <= 100; ++job) {
    Add(job, {"/d/1", "/d/2"});
  }
  EXPECT_EQ(watch_->size(), 2U);
  files_.paths = {"/d/2"};
  EXPECT_THAT(AskedAfter(milliseconds(0)), ElementsAre("list /d after "));
  EXPECT_THAT(over_, SizeIs(100));
  EXPECT_EQ(watch_->size(), 0U);
}

TEST_F(PathWatchTest, OldPathsOfAFolderAreOneRequest) {
  for (std::uint64_t job = 0; job < 12; ++job) {
    Add(job + 1, {"/d/" + std::to_string(job)}, seconds(1000));
    AskedAfter(milliseconds(3500));
  }
  EXPECT_EQ(watch_->size(), 12U);
  RequestsIn(60);
  EXPECT_LE(RequestsIn(600), 11U);
}

TEST_F(PathWatchTest, AYoungWaitMakesTheLooksOfAPathMore) {
  Add(1, {"/d/1"}, seconds(1000));
  AskedAfter(milliseconds(0));
  AskedAfter(seconds(60));
  Add(2, {"/d/1"});
  EXPECT_THAT(AskedAfter(milliseconds(0)), SizeIs(1)) << "it may have come since";
  EXPECT_THAT(AskedAfter(milliseconds(1001)), SizeIs(1));
  Add(3, {"/d/1"}, seconds(1000));
  EXPECT_THAT(AskedAfter(milliseconds(0)), IsEmpty()) << "it was looked at while that waited";
  EXPECT_EQ(watch_->size(), 1U);
}

TEST_F(PathWatchTest, TwoWaitsOfAJobForOnePath) {
  Add(1, {"/d/1", "/d/1"});
  Add(1, {"/d/1"});
  AskedAfter(milliseconds(0));
  watch_->Remove(1);
  EXPECT_EQ(watch_->size(), 0U);
  Add(2, {"/d/1"});
  Add(2, {"/d/1", "/d/2"});
  files_.paths = {"/d/1"};
  AskedAfter(milliseconds(0));
  EXPECT_THAT(over_, ElementsAre(2));
  EXPECT_EQ(watch_->size(), 0U);
}

TEST_F(PathWatchTest, WhoWaitsNoMoreIsNotTold) {
  Add(1, {"/d/1", "/d/2"});
  Add(2, {"/d/2"});
  AskedAfter(milliseconds(0));
  watch_->Remove(1);
  watch_->Remove(1);
  EXPECT_EQ(watch_->size(), 1U);
  files_.paths = {"/d/1", "/d/2"};
  AskedAfter(seconds(60));
  EXPECT_THAT(over_, ElementsAre(2));
}

TEST_F(PathWatchTest, ARemovalAndAnAdditionWhileALookIsUnderWay) {
  files_.holds = true;
  Add(1, {"/d/1"});
  AskedAfter(milliseconds(0));
  watch_->Remove(1);
  Add(2, {"/d/1"});
  clock_.Pass(milliseconds(10));
  EXPECT_THAT(AskedAfter(milliseconds(0)), SizeIs(1)) << "another path by the same name";
  clock_.Pass(milliseconds(10));
  Add(3, {"/d/1"});
  files_.paths = {"/d/1"};
  files_.Release();
  Run();
  EXPECT_THAT(over_, UnorderedElementsAre(2, 3));
}

TEST_F(PathWatchTest, WhoComesWhileALookIsUnderWayHasOneOfHisOwn) {
  files_.holds = true;
  Add(1, {"/d/1"}, seconds(1000));
  AskedAfter(milliseconds(0));
  clock_.Pass(milliseconds(10));
  Add(2, {"/d/1"});
  files_.Release();
  Run();
  EXPECT_THAT(AskedAfter(milliseconds(0)), SizeIs(1));
  EXPECT_THAT(AskedAfter(milliseconds(500)), IsEmpty());
}

TEST_F(PathWatchTest, UsersLookForThemselves) {
  Add(1, {"/d/1"}, seconds(0), "joe");
  Add(2, {"/d/1"}, seconds(0), "ann");
  EXPECT_THAT(AskedAfter(milliseconds(0)), SizeIs(2));
  EXPECT_THAT(systems_.users, ElementsAre("ann", "joe"));
}

TEST_F(PathWatchTest, AFileSystemThatIsDownWakesNobodyAndLosesNothing) {
  files_.paths = {"/d/1"};
  files_.fails = [](const std::string&) {
    return std::optional(Error{ErrorClass::kTransient, "JA006", "down"});
  };
  Add(1, {"/d/1"});
  Add(2, {"/x"});
  watch_->Add(3, "joe", {"hdfs://unknown/y"}, NowMs());
  EXPECT_LE(RequestsIn(600), 40U);
  EXPECT_THAT(over_, IsEmpty());
  EXPECT_EQ(watch_->size(), 3U);
  files_.fails = nullptr;
  RequestsIn(61);
  EXPECT_THAT(over_, ElementsAre(1));
}

TEST_F(PathWatchTest, ALookThatTakesLongIsNotRepeatedAtOnce) {
  files_.holds = true;
  Add(1, {"/d/1"});
  AskedAfter(milliseconds(0));
  clock_.Pass(seconds(30));
  EXPECT_THAT(AskedAfter(milliseconds(0)), IsEmpty()) << "one at a time";
  files_.Release();
  Run();
  EXPECT_THAT(AskedAfter(seconds(29)), IsEmpty());
  EXPECT_THAT(AskedAfter(seconds(3)), SizeIs(1));
}

TEST_F(PathWatchTest, AClockThatWasSetBackMakesNoStorm) {
  Add(1, {"/d/1"});
  AskedAfter(milliseconds(0));
  clock_.SetWall(-std::chrono::hours(24));
  watch_->Add(2, "joe", {"hdfs://nn/d/2"},
              NowMs() + std::chrono::milliseconds(seconds(86'400)).count());
  EXPECT_LE(RequestsIn(600), 40U);
}

TEST_F(PathWatchTest, ThousandsOfPathsAreAskedForInParts) {
  files_.holds = true;
  for (std::uint64_t job = 1; job <= 10'000; ++job) {
    Add(job, {"/" + std::to_string(job) + "/x"});
  }
  files_.paths = {"/10000/x"};
  AskedAfter(milliseconds(0));
  files_.Release();
  Run();
  EXPECT_LT(looks_.requests(), 5000U);
  for (int beat = 0; beat < 3 && over_.empty(); ++beat) {
    AskedAfter(milliseconds(1));
  }
  EXPECT_THAT(over_, ElementsAre(10'000));
}

}  // namespace
}  // namespace hpdl::rt
