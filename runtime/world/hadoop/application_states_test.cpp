#include <gtest/gtest.h>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <functional>
#include <map>
#include <optional>

#include "runtime/world/hadoop/application_watch.h"
#include "runtime/world/hadoop/testing/scripted_network.h"

/// Tests which states of applications a watch requests, and which changes of a state end a wait.
namespace hpdl::rt {
namespace {

using rt::testing::Exception;
using rt::testing::Reply;

/// A resource manager whose lists come from the test.
class ApplicationStates : public ::testing::Test {
 protected:
  ApplicationStates() {
    network_.answer = [this](const HttpRequest& request) { return Answer(request.url); };
    Watch({1, 2, 0});
  }
  void Watch(WatchPace pace) {
    auto service = std::make_shared<WebService>(WebService{"rm", {"http://rm"}});
    auto history = std::make_shared<WebService>(WebService{"history", {"http://jhs"}});
    watch_ = std::make_shared<ApplicationWatch>(
        loop_, ResourceManager(RestClient(network_, service, "joe", "", 1000)),
        JobHistory(RestClient(network_, history, "joe", "", 1000)), pace);
  }
  /// Answers a request. `look_` returns the state of the application in the list, or nullopt if the
  /// list does not have the application.
  Result<HttpReply> Answer(const std::string& url) {
    if (url.find("/apps?") == std::string::npos) {
      return Reply(404, Exception("NotFoundException"));
    }
    const std::size_t at = url.find("states=") + 7;
    asked_.push_back(url.substr(at, url.find('&', at) - at));
    const std::optional<std::string> state = look_(static_cast<int>(asked_.size()));
    return Reply(
        200,
        R"({"apps":{"app":[)" +
            (state ? R"({"id":"application_1_1","progress":7,"state":")" + *state + R"("})" : "") +
            "]}}");
  }
  Result<Application> Next(const std::string& before) {
    std::optional<Result<Application>> news;
    boost::asio::co_spawn(
        loop_,
        [&]() -> Task<void> {
          news = co_await ApplicationWatch::Next(watch_, "application_1_1", "tag", before);
        },
        boost::asio::detached);
    loop_.restart();
    loop_.run();
    return news ? *news : Result<Application>(Error{ErrorClass::kFatal, "", "no news"});
  }

  boost::asio::io_context loop_{1};
  rt::testing::ScriptedNetwork network_;
  std::shared_ptr<ApplicationWatch> watch_;
  std::function<std::optional<std::string>(int)> look_;
  std::vector<std::string> asked_;
};

TEST_F(ApplicationStates, AllLiveOnesOfYarnAreAskedFor) {
  look_ = [](int) { return "RUNNING"; };
  ASSERT_TRUE(Next(""));
  EXPECT_EQ(asked_, std::vector<std::string>{"NEW,NEW_SAVING,SUBMITTED,ACCEPTED,RUNNING"});
}

TEST_F(ApplicationStates, AFirstLookThatEndsAtOnceWakesItsTask) {
  Watch({0, 2, 0});
  look_ = [](int) { return "RUNNING"; };
  const Result<Application> news = Next("");
  ASSERT_TRUE(news) << news.error().message;
  EXPECT_EQ(news->state, "RUNNING");
}

TEST_F(ApplicationStates, EachLiveOneIsNews) {
  for (const char* state : {"NEW", "NEW_SAVING", "SUBMITTED", "ACCEPTED", "RUNNING"}) {
    look_ = [&](int) { return state; };
    const Result<Application> news = Next("");
    ASSERT_TRUE(news);
    EXPECT_EQ(news->state, state);
    EXPECT_FALSE(news->ended()) << state;
  }
}

TEST_F(ApplicationStates, OneThatIsSeenTwiceIsNoNewsTheSecondTime) {
  look_ = [](int) { return "ACCEPTED"; };
  const Result<Application> first = Next("");
  ASSERT_TRUE(first);
  asked_.clear();
  look_ = [](int n) { return n < 4 ? "ACCEPTED" : "RUNNING"; };
  const Result<Application> second = Next(first->Status());
  ASSERT_TRUE(second);
  EXPECT_EQ(second->state, "RUNNING");
  EXPECT_EQ(asked_.size(), 4U);
  asked_.clear();
  look_ = [](int n) { return n < 3 ? "RUNNING" : "ACCEPTED"; };
  const Result<Application> back = Next(second->Status());
  ASSERT_TRUE(back);
  EXPECT_EQ(back->state, "ACCEPTED") << "a new try of the application's master";
  EXPECT_EQ(asked_.size(), 3U);
}

TEST_F(ApplicationStates, UnknownTwiceButNotInARowIsNotLost) {
  look_ = [](int n) -> std::optional<std::string> {
    return n == 1 || n == 3 ? std::nullopt : std::optional(n < 5 ? "ACCEPTED" : "RUNNING");
  };
  const Result<Application> news = Next("ACCEPTED");
  ASSERT_TRUE(news) << news.error().message;
  EXPECT_EQ(news->state, "RUNNING");
}

TEST_F(ApplicationStates, UnknownTwiceInARowIs) {
  look_ = [](int) { return std::nullopt; };
  const Result<Application> news = Next("ACCEPTED");
  ASSERT_FALSE(news);
  EXPECT_EQ(news.error().code, "JA017");
  EXPECT_EQ(asked_.size(), 2U);
}

}  // namespace
}  // namespace hpdl::rt
