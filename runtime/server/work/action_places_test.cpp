#include "runtime/server/work/action_places.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <cstring>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "runtime/ground/base/descriptor.h"
#include "runtime/ground/base/testing/eventually.h"
#include "runtime/ground/base/testing/temporary_folder.h"
#include "runtime/world/process/command_places.h"
#include "runtime/world/process/place_messages.h"

namespace hpdl::rt {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Pair;

/// Tests an ActionPlaces with keepers that request places from it.
class ActionPlacesTest : public ::testing::Test {
 protected:
  void Open(std::size_t most, std::size_t most_of_user = 0) {
    actions_.reset();  // must be destroyed before the line
    line_ = std::make_shared<WorkLine>(loop_, WorkKind::kAction, most, most_of_user);
    auto opened = ActionPlaces::Open(loop_, folder_.path(), line_,
                                     [](const std::string& job) { return job.substr(0, 1); });
    ASSERT_TRUE(opened.ok()) << opened.error().message;
    actions_ = std::move(*opened);
  }
  void End() {
    actions_.reset();
    Turn();
  }
  void TearDown() override { End(); }

  void Turn() {
    loop_.restart();
    while (loop_.poll() > 0) {
    }
  }
  CommandPlaces Keeper(const std::string& job) {
    return {folder_.path() + "/" + places::kSocketName, job};
  }
  /// Tries to run `commands` commands. Returns the number of commands that got a place.
  std::size_t RunOf(CommandPlaces* keeper, std::size_t commands) {
    std::size_t running = 0;
    for (int turn = 0; turn < 4; ++turn) {
      keeper->Turn();
      while (running < commands && keeper->Take()) {
        ++running;
      }
      keeper->Want(commands - running);
      Turn();
    }
    return running;
  }
  std::vector<std::pair<std::string, std::string>> Items(bool running) const {
    const WorkNow now = line_->Now(100);
    std::vector<std::pair<std::string, std::string>> items;
    for (const WorkItem& item : running ? now.running_items : now.waiting_items) {
      items.emplace_back(item.user, item.subject);
    }
    return items;
  }
  Descriptor Call() const {
    Descriptor fd(socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
    struct sockaddr_un address{};
    address.sun_family = AF_UNIX;
    std::strcpy(address.sun_path, actions_->path().c_str());
    EXPECT_EQ(connect(fd.get(), reinterpret_cast<sockaddr*>(&address), sizeof address), 0);
    return fd;
  }

  testing::TemporaryFolder folder_;
  boost::asio::io_context loop_{1};
  std::shared_ptr<WorkLine> line_;
  std::unique_ptr<ActionPlaces> actions_;
};

TEST_F(ActionPlacesTest, KeepersShareThePlaces) {
  Open(3);
  CommandPlaces one = Keeper("a-1"), other = Keeper("b-2");
  EXPECT_EQ(RunOf(&one, 2), 2U);
  EXPECT_EQ(RunOf(&other, 2), 1U);
  EXPECT_THAT(Items(true), ElementsAre(Pair("a", "a-1"), Pair("a", "a-1"), Pair("b", "b-2")));
  EXPECT_THAT(Items(false), ElementsAre(Pair("b", "b-2")));
  one.Leave();
  EXPECT_EQ(RunOf(&one, 0), 0U);
  EXPECT_EQ(RunOf(&other, 1), 1U);
  EXPECT_EQ(line_->running(), 3U);
  EXPECT_EQ(line_->waiting(), 0U);
}

TEST_F(ActionPlacesTest, OfAUserOnlySoMany) {
  Open(3, 1);
  CommandPlaces one = Keeper("a-1"), same = Keeper("a-2"), other = Keeper("b-3");
  EXPECT_EQ(RunOf(&one, 5), 1U);
  EXPECT_EQ(RunOf(&same, 5), 0U);
  EXPECT_EQ(RunOf(&other, 5), 1U);
}

TEST_F(ActionPlacesTest, WhatIsNotWantedAnyMoreGoesBack) {
  Open(2);
  CommandPlaces one = Keeper("a-1"), other = Keeper("b-2");
  one.Want(5);
  Turn();
  one.Turn();  // the keeper has two places for commands that were killed meanwhile
  one.Want(0);
  Turn();
  EXPECT_EQ(line_->running(), 0U);
  EXPECT_EQ(line_->waiting(), 0U);
  EXPECT_EQ(RunOf(&other, 2), 2U);
}

TEST_F(ActionPlacesTest, AKeeperThatEndsGivesAllBack) {
  Open(2);
  {
    CommandPlaces one = Keeper("a-1");
    EXPECT_EQ(RunOf(&one, 5), 2U);
  }
  Turn();
  EXPECT_EQ(line_->running() + line_->waiting(), 0U);
}

TEST_F(ActionPlacesTest, TheNextServerIsToldWhatRuns) {
  Open(2);
  CommandPlaces one = Keeper("a-1"), other = Keeper("b-2");
  EXPECT_EQ(RunOf(&one, 2), 2U);
  EXPECT_EQ(RunOf(&other, 2), 0U);
  End();
  EXPECT_EQ(RunOf(&other, 2), 0U);  // the keeper waits for a server
  EXPECT_EQ(RunOf(&one, 0), 0U);
  EXPECT_GT(other.SleepMs(), 0);
  Open(1);
  // Both keepers look for a server again after a pause.
  EXPECT_TRUE(testing::Eventually([&] {
    one.Turn();
    one.Want(1);
    other.Turn();
    Turn();
    return line_->running() == 2;
  }));
  EXPECT_THAT(Items(true), ElementsAre(Pair("a", "a-1"), Pair("a", "a-1")));
  EXPECT_EQ(RunOf(&other, 2), 0U);
  one.Leave();
  EXPECT_EQ(RunOf(&one, 0), 0U);
  EXPECT_EQ(RunOf(&other, 2), 0U);  // one command runs, and the limit is one
  one.Leave();
  EXPECT_EQ(RunOf(&one, 0), 0U);
  EXPECT_TRUE(testing::Eventually([&] { return RunOf(&other, 2) == 1; }));
}

TEST_F(ActionPlacesTest, WhoSpeaksNonsenseIsSentAway) {
  Open(2);
  std::string hello, many, nothing;
  places::Append(places::Hello{"a-1", 1}, &hello);
  places::Append(places::Hello{"a-1", 4'000'000'000}, &many);
  places::Append(places::Left{2}, &nothing);
  for (const std::string& text :
       {std::string("GET / HTTP/1.0\r\n\r\n"), std::string("\xff\xff\xff\x7f----"), many,
        hello + hello, hello + nothing, nothing}) {
    const Descriptor fd = Call();
    ASSERT_EQ(send(fd.get(), text.data(), text.size(), 0), static_cast<ssize_t>(text.size()));
    Turn();
    char byte = 0;
    EXPECT_EQ(recv(fd.get(), &byte, 1, 0), 0) << text;
    EXPECT_EQ(line_->running(), 0U);
  }
  CommandPlaces one = Keeper("a-1");
  EXPECT_EQ(RunOf(&one, 5), 2U);
}

TEST_F(ActionPlacesTest, ManyWantedAreBounded) {
  Open(1);
  const Descriptor fd = Call();
  std::string text;
  places::Append(places::Hello{"a-1", 0}, &text);
  places::Append(places::Wanted{4'000'000'000}, &text);
  ASSERT_EQ(send(fd.get(), text.data(), text.size(), 0), static_cast<ssize_t>(text.size()));
  Turn();
  EXPECT_EQ(line_->running(), 1U);
  EXPECT_LE(line_->waiting(), 1000U);
}

TEST_F(ActionPlacesTest, TheSocketIsOfItsOwnerAlone) {
  Open(1);
  struct stat info{};
  ASSERT_EQ(stat(actions_->path().c_str(), &info), 0);
  EXPECT_TRUE(S_ISSOCK(info.st_mode));
  EXPECT_EQ(info.st_mode & 0777U, 0600U);
}

TEST_F(ActionPlacesTest, ALongPath) {
  std::string deep = folder_.path();
  for (int i = 0; i < 5; ++i) {
    deep += "/" + std::string(50, 'd');
    ASSERT_EQ(mkdir(deep.c_str(), 0700), 0);
  }
  line_ = std::make_shared<WorkLine>(loop_, WorkKind::kAction, 1);
  auto opened =
      ActionPlaces::Open(loop_, deep, line_, [](const std::string&) { return std::string(); });
  ASSERT_TRUE(opened.ok()) << opened.error().message;
  CommandPlaces keeper((*opened)->path(), "a-1");
  EXPECT_EQ(RunOf(&keeper, 2), 1U);
}

TEST(CommandPlaces, WithoutAServerNothingIsLimited) {
  CommandPlaces none("", "job");
  none.Turn();
  EXPECT_TRUE(none.Take());
  EXPECT_TRUE(none.Take());
  none.Leave();
  none.Want(7);
  EXPECT_EQ(none.SleepMs(), -1);
  EXPECT_EQ(none.fd(), -1);
}

}  // namespace
}  // namespace hpdl::rt
