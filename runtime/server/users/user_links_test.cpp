#include "runtime/server/users/user_links.h"

#include <gtest/gtest.h>
#include <signal.h>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <optional>
#include <vector>

namespace hpdl::rt {
namespace {

/// The test is the server at the other end of the links.
class UserLinksTest : public ::testing::Test {
 protected:
  void SetUp() override { signal(SIGPIPE, SIG_IGN); }

  /// Makes a link, and returns the server's end of it.
  std::unique_ptr<FrameLink> Link(std::uint64_t run) {
    Result<std::pair<Descriptor, Descriptor>> requests = Pipe(), answers = Pipe();
    links_.Use("ann", run, {std::move(answers->first), std::move(requests->second)});
    FrameLink::Handlers handlers;
    handlers.take = [this](std::string_view frame) { return Take(frame); };
    handlers.ended = [] {};
    return std::make_unique<FrameLink>(loop_, std::move(requests->first),
                                       std::move(answers->second), std::move(handlers));
  }
  bool Take(std::string_view frame) {
    UserRequest request;
    UserCallerGone gone;
    if (Read(frame, &gone)) {
      left_.push_back(gone.number);
    } else {
      EXPECT_TRUE(Read(frame, &request));
      asked_.push_back(request.number);
    }
    return true;
  }
  void Ask(std::function<bool()> gone = {}) {
    answer_.reset();
    const auto ask = [this, gone]() -> Task<void> {
      UserRequest request;
      std::function<bool()> given = gone;
      answer_ = co_await links_.Ask("ann", std::move(request), std::move(given),
                                    std::chrono::seconds{600});
    };
    boost::asio::co_spawn(loop_, ask, boost::asio::detached);
  }
  template <class Condition>
  void Until(Condition condition) {
    while (!condition()) {
      loop_.run_one();
    }
  }
  static void Answer(FrameLink& link, std::uint64_t number) {
    std::string frame;
    UserAnswer answer;
    answer.number = number;
    answer.body = "body";
    Append(answer, &frame);
    link.Send(std::move(frame));
  }

  boost::asio::io_context loop_{1};
  UserLinks links_{loop_};
  std::vector<std::uint64_t> asked_, left_;
  std::optional<Result<UserAnswer>> answer_;
};

TEST_F(UserLinksTest, ARequestHasItsAnswer) {
  const auto server = Link(5);
  EXPECT_EQ(links_.RunOf("ann"), 5U);
  EXPECT_EQ(links_.RunOf("bob"), 0U);
  Ask();
  Until([&] { return !asked_.empty(); });
  Answer(*server, asked_[0] + 1);  // nobody waits for this answer
  Answer(*server, asked_[0]);
  Until([&] { return answer_.has_value(); });
  EXPECT_EQ((*answer_)->body, "body");
}

TEST_F(UserLinksTest, TheServerHearsThatACallerHasLeft) {
  const auto server = Link(5);
  Ask([] { return true; });
  Until([&] { return !left_.empty(); });
  EXPECT_EQ(left_, asked_);
  Answer(*server, asked_[0]);
  Until([&] { return answer_.has_value(); });
  EXPECT_TRUE(*answer_);
}

TEST_F(UserLinksTest, ALinkThatIsLostFailsItsRequests) {
  auto server = Link(5);
  Ask();
  Until([&] { return !asked_.empty(); });
  server.reset();
  Until([&] { return answer_.has_value(); });
  EXPECT_EQ(answer_->error().error_class, ErrorClass::kTransient);
  EXPECT_EQ(links_.RunOf("ann"), 0U);
  EXPECT_EQ(links_.LostRunOf("ann"), 5U);
  const auto again = Link(5);
  EXPECT_EQ(links_.RunOf("ann"), 5U);
}

TEST_F(UserLinksTest, OneLinkForARunIsEnough) {
  const auto server = Link(5);
  Ask();
  Until([&] { return !asked_.empty(); });
  const auto second = Link(5);
  Answer(*server, asked_[0]);
  Until([&] { return answer_.has_value(); });
  EXPECT_TRUE(*answer_);
  Ask();
  Until([&] { return asked_.size() == 2; });
  const auto later = Link(6);
  Until([&] { return answer_.has_value(); });
  EXPECT_FALSE(*answer_);
  EXPECT_EQ(links_.RunOf("ann"), 6U);
}

TEST_F(UserLinksTest, ALinkWithoutDescriptorsIsLost) {
  links_.Use("ann", 5, {});
  EXPECT_EQ(links_.RunOf("ann"), 0U);
  EXPECT_EQ(links_.LostRunOf("ann"), 5U);
  Ask();
  Until([&] { return answer_.has_value(); });
  EXPECT_FALSE(*answer_);
}

}  // namespace
}  // namespace hpdl::rt
