#include "runtime/world/hadoop/application_watch.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/cancellation_signal.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <list>
#include <map>

#include "runtime/world/hadoop/testing/scripted_network.h"

namespace hpdl::rt {
namespace {

using rt::testing::Broken;
using rt::testing::Exception;
using rt::testing::Reply;
using ::testing::HasSubstr;

/// A resource manager and a job history in memory.
class WatchTest : public ::testing::Test {
 protected:
  WatchTest() {
    network_.answer = [this](const HttpRequest& request) { return Answer(request.url); };
    watch_ = WatchWith(WatchPace{2, 20, 0, 5, 60'000});
  }
  std::shared_ptr<ApplicationWatch> WatchWith(WatchPace pace) {
    auto service = std::make_shared<WebService>(WebService{"rm", {"http://rm"}});
    auto history = std::make_shared<WebService>(WebService{"history", {"http://jhs"}});
    return std::make_shared<ApplicationWatch>(
        loop_, ResourceManager(RestClient(network_, service, "joe", "", 1000)),
        JobHistory(RestClient(network_, history, "joe", "", 1000)), pace);
  }

  Result<HttpReply> Answer(const std::string& url) {
    if (url.starts_with("http://jhs")) {
      ++history_calls_;
      return history_.empty() ? Result<HttpReply>(Reply(404, Exception("NotFoundException")))
                              : Reply(200, history_);
    }
    if (down_) {
      return Broken("NET_CONNECT");
    }
    if (url.find("/cluster/info") != std::string::npos) {
      return Reply(200, R"({"clusterInfo":{"haState":")" + ha_state_ + R"("}})");
    }
    longest_ = std::max(longest_, url.size());
    if (url.size() > most_) {
      ++refused_;
      return Reply(414, "URI Too Long");
    }
    const std::size_t single = url.find("/apps/");
    if (single != std::string::npos) {
      ++finds_;
      const std::string id = url.substr(single + 6, url.find('?') - single - 6);
      return states_.count(id) == 0 ? Reply(404, Exception("NotFoundException"))
                                    : Reply(200, R"({"app":)" + One(id) + "}");
    }
    ++lists_;
    if (on_list_) {
      on_list_();
    }
    const bool live = url.find("states=NEW") != std::string::npos;
    lists_of_living_ += live ? 1 : 0;
    std::string apps;
    for (const auto& [id, state] : states_) {
      const bool ended = state == "FINISHED" || state == "KILLED";
      if (live != ended && !hidden_) {
        apps += (apps.empty() ? "" : ",") + One(id);
      }
    }
    return Reply(200, R"({"apps":{"app":[)" + apps + "]}}");
  }
  std::string One(const std::string& id) {
    return R"({"id":")" + id + R"(","state":")" + states_[id] + R"(","progress":)" +
           std::to_string(progress_) + "}";
  }

  /// Waits for news in a coroutine of its own, and puts the news into news_. Each wait has its own
  /// signal, because a second operation in the slot of a signal would destroy data that the first
  /// operation still uses.
  void Wait(const std::string& id, const std::string& before, const std::string& tag = "t") {
    boost::asio::cancellation_signal& cancel = cancels_.emplace_back();
    boost::asio::co_spawn(
        loop_, Keep(id, tag, before),
        boost::asio::bind_cancellation_slot(cancel.slot(), [this](const std::exception_ptr& error) {
          failed_ += error != nullptr ? 1 : 0;
        }));
  }
  Task<void> Keep(std::string id, std::string tag, std::string before) {
    Result<Application> news =
        co_await ApplicationWatch::Next(watch_, id, std::move(tag), std::move(before));
    news_.emplace(id, std::move(news));
  }
  void WaitForEnd(const std::string& id, const std::string& tag = "t") {
    boost::asio::co_spawn(
        loop_,
        [](WatchTest* test, std::string id, std::string tag) -> Task<void> {
          Result<Application> news =
              co_await ApplicationWatch::End(test->watch_, id, std::move(tag));
          test->news_.emplace(id, std::move(news));
        }(this, id, tag),
        boost::asio::detached);
  }
  static std::string Id(int number) { return "application_1_" + std::to_string(number); }

  boost::asio::io_context loop_{1};
  rt::testing::ScriptedNetwork network_;
  std::shared_ptr<ApplicationWatch> watch_;
  std::map<std::string, std::string> states_;
  std::map<std::string, Result<Application>> news_;
  std::string history_, ha_state_ = "ACTIVE";
  std::function<void()> on_list_;
  std::list<boost::asio::cancellation_signal> cancels_;  ///< one signal for each call of Wait()
  int lists_ = 0, lists_of_living_ = 0, finds_ = 0, history_calls_ = 0, failed_ = 0, progress_ = 0;
  /// Waits for `count` applications, all of which change from ACCEPTED to RUNNING. Each application
  /// has its own tag, which is as long as the tag of an attempt.
  void WaitWithLongTags(int count) {
    for (int i = 0; i < count; ++i) {
      states_[Id(i)] = "RUNNING";
      const std::string number = std::to_string(i);
      Wait(Id(i), "ACCEPTED", "hpdl-" + std::string(32 - number.size(), '0') + number);
    }
    loop_.run();
    EXPECT_EQ(news_.size(), static_cast<std::size_t>(count));
  }
  bool down_ = false, hidden_ = false;
  /// The size of the longest URL that was requested, and the maximum size of a URL that gets a
  /// reply.
  std::size_t longest_ = 0, most_ = 1'000'000;
  int refused_ = 0;
};

TEST_F(WatchTest, AllWaitsShareOneList) {
  for (int i = 0; i < 1000; ++i) {
    states_[Id(i)] = "ACCEPTED";
    Wait(Id(i), "ACCEPTED", "t" + std::to_string(i % 3));
  }
  on_list_ = [&] {
    if (lists_ == 5) {
      for (auto& [id, state] : states_) {
        state = "RUNNING";
      }
    }
  };
  loop_.run();
  EXPECT_EQ(news_.size(), 1000U);
  EXPECT_EQ(lists_, 5);
  EXPECT_EQ(finds_, 0);
  EXPECT_THAT(network_.Lines()[0], HasSubstr("applicationTags=t0,t1,t2&states=NEW,"));
  EXPECT_THAT(network_.Lines()[0], HasSubstr("deSelects=resourceRequests,"));
}

TEST_F(WatchTest, ManyTagsTakeFewLists) {
  WaitWithLongTags(2000);
  EXPECT_EQ(lists_, 3);
  EXPECT_LT(longest_, 40'000U);
}

TEST_F(WatchTest, AServerThatTakesNoLongAddressIsAskedInParts) {
  most_ = 5000;
  WaitWithLongTags(2000);
  EXPECT_EQ(refused_, 1);
  EXPECT_EQ(lists_, 26);  // each list has at most 79 tags
}

TEST_F(WatchTest, OneThatIsNotAmongTheLivingIsAskedFor) {
  states_[Id(1)] = "FINISHED";
  states_[Id(2)] = "ACCEPTED";
  Wait(Id(1), "RUNNING 10 %");
  on_list_ = [&] { states_[Id(2)] = lists_ == 3 ? "KILLED" : "ACCEPTED"; };
  Wait(Id(2), "ACCEPTED");
  loop_.run();
  EXPECT_EQ(news_.at(Id(1))->state, "FINISHED");
  EXPECT_EQ(news_.at(Id(2))->state, "KILLED");
  EXPECT_EQ(finds_, 2);
}

TEST_F(WatchTest, ManyThatEndAtATimeTakeOneList) {
  for (int i = 0; i < 100; ++i) {
    states_[Id(i)] = "FINISHED";
    Wait(Id(i), "");
  }
  loop_.run();
  EXPECT_EQ(news_.size(), 100U);
  EXPECT_EQ(lists_, 2);
  EXPECT_EQ(finds_, 0);
  EXPECT_THAT(network_.Lines()[1], HasSubstr("states=FINISHED,FAILED,KILLED"));
}

TEST_F(WatchTest, WhoWaitForEndsAskForTheEnded) {
  for (int i = 0; i < 1000; ++i) {
    states_[Id(i)] = "RUNNING";
    WaitForEnd(Id(i));
  }
  on_list_ = [&] {
    if (lists_ == 20) {
      states_[Id(7)] = "FINISHED";
    } else if (lists_ == 30) {
      EXPECT_EQ(news_.size(), 1U);
      for (auto& [id, state] : states_) {
        state = "KILLED";
      }
    }
  };
  loop_.run();
  EXPECT_EQ(news_.size(), 1000U);
  EXPECT_EQ(news_.at(Id(7))->state, "FINISHED");
  EXPECT_EQ(news_.at(Id(8))->state, "KILLED");
  EXPECT_EQ(lists_of_living_, 1);
  EXPECT_EQ(finds_, 0);
}

TEST_F(WatchTest, WhoComesLaterIsFoundByItself) {
  states_[Id(1)] = states_[Id(2)] = "RUNNING";
  WaitForEnd(Id(1));
  on_list_ = [&] {
    if (lists_ == 10) {
      WaitForEnd(Id(2));
      WaitForEnd(Id(3));  // no server knows application 3
    }
    if (lists_ == 30) {
      states_[Id(1)] = states_[Id(2)] = "FINISHED";
    }
  };
  loop_.run();
  EXPECT_EQ(news_.at(Id(1))->state, "FINISHED");
  EXPECT_EQ(news_.at(Id(2))->state, "FINISHED");
  EXPECT_EQ(news_.at(Id(3)).error().code, "JA017");
  EXPECT_EQ(lists_of_living_, 1);
  EXPECT_EQ(finds_, 5) << "one for the second; two for the third, twice";
}

TEST_F(WatchTest, ALostOneIsMissedAmongTheLiving) {
  watch_ = WatchWith(WatchPace{2, 20, 0, 5, 30});
  states_[Id(1)] = states_[Id(2)] = "RUNNING";
  WaitForEnd(Id(1));
  WaitForEnd(Id(2));
  on_list_ = [&] {
    if (lists_ == 3) {
      states_.erase(Id(2));
    }
    if (!news_.empty()) {
      states_[Id(1)] = "FINISHED";
    }
  };
  loop_.run();
  EXPECT_EQ(news_.at(Id(2)).error().code, "JA017");
  EXPECT_EQ(news_.at(Id(1))->state, "FINISHED");
}

TEST_F(WatchTest, ProgressIsNewsToo) {
  states_[Id(1)] = "RUNNING";
  progress_ = 41;
  Wait(Id(1), "RUNNING 40 %");
  Wait(Id(1), "ACCEPTED");
  loop_.run();
  EXPECT_EQ(news_.at(Id(1))->Status(), "RUNNING 41 %");
  EXPECT_EQ(lists_, 1);
}

TEST_F(WatchTest, AnOutageIsToldToAll) {
  down_ = true;
  Wait(Id(1), "");
  Wait(Id(2), "");
  loop_.run();
  EXPECT_EQ(news_.at(Id(1)).error().code, "JA006");
  EXPECT_EQ(news_.at(Id(2)).error().error_class, ErrorClass::kTransient);
  news_.clear();
  loop_.restart();
  down_ = false;
  states_[Id(1)] = "ACCEPTED";
  Wait(Id(1), "");
  loop_.run();
  EXPECT_EQ(news_.at(Id(1))->state, "ACCEPTED") << "and it goes on after";
}

TEST_F(WatchTest, WhatTheResourceManagerForgotMayBeInTheHistory) {
  history_ = R"({"job":{"id":"job_1_1","state":"FAILED","diagnostics":"why"}})";
  Wait(Id(1), "RUNNING 1 %");
  loop_.run();
  const Application& app = *news_.at(Id(1));
  EXPECT_EQ(app.state, "FINISHED");
  EXPECT_EQ(app.final_status, "FAILED");
  EXPECT_EQ(app.diagnostics, "why");
  EXPECT_TRUE(app.ended());
}

TEST_F(WatchTest, UnknownEverywhereTwiceIsLost) {
  Wait(Id(1), "RUNNING 1 %");
  loop_.run();
  EXPECT_EQ(news_.at(Id(1)).error().code, "JA017");
  EXPECT_EQ(news_.at(Id(1)).error().error_class, ErrorClass::kError);
  EXPECT_EQ(history_calls_, 2);
}

TEST_F(WatchTest, UnknownForAMomentIsNot) {
  on_list_ = [&] {
    if (lists_ == 2) {
      states_[Id(1)] = "ACCEPTED";
    }
  };
  Wait(Id(1), "");
  loop_.run();
  EXPECT_EQ(news_.at(Id(1))->state, "ACCEPTED");
}

TEST_F(WatchTest, AManagerThatStartsAgainLosesNone) {
  ha_state_ = "INITIALIZING";  // the resource manager has not read its applications yet
  Wait(Id(1), "RUNNING 1 %");
  loop_.run();
  EXPECT_EQ(news_.at(Id(1)).error().error_class, ErrorClass::kTransient);
  EXPECT_EQ(history_calls_, 0);
  news_.clear();
  loop_.restart();
  ha_state_ = "ACTIVE";
  states_[Id(1)] = "ACCEPTED";
  Wait(Id(1), "RUNNING 1 %");
  loop_.run();
  EXPECT_EQ(news_.at(Id(1))->state, "ACCEPTED");
}

TEST_F(WatchTest, AListThatHidesALiveOne) {
  states_[Id(1)] = "ACCEPTED";
  hidden_ = true;  // this user may not list the application
  Wait(Id(1), "");
  loop_.run();
  EXPECT_EQ(news_.at(Id(1))->state, "ACCEPTED");
}

TEST_F(WatchTest, WhoIsCancelledLeavesAndTheWatchEnds) {
  states_[Id(1)] = "ACCEPTED";
  Wait(Id(1), "ACCEPTED");
  on_list_ = [&] {
    if (lists_ == 3) {
      cancels_.front().emit(boost::asio::cancellation_type::terminal);
    }
  };
  loop_.run();  // run() returns only if the watch ends
  EXPECT_EQ(failed_, 1);
  EXPECT_EQ(lists_, 3);
  EXPECT_TRUE(news_.empty());
  EXPECT_EQ(watch_.use_count(), 1);
}

}  // namespace
}  // namespace hpdl::rt
