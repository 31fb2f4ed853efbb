#include "runtime/engines/celos_service/oozie_web_service.h"

#include <gtest/gtest.h>

#include <boost/asio/executor_work_guard.hpp>
#include <map>
#include <thread>
#include <vector>

namespace hpdl::rt::celos {
namespace {

constexpr const char* kOne = "http://one:11000/oozie";
constexpr const char* kOther = "http://other:11000/oozie";

/// A network whose servers answer, except the server whose URL is `hanging`.
class FewServers final : public Network {
 public:
  Task<Result<HttpReply>> Send(HttpRequest request) override {
    asked.push_back(request.method + " " + request.url);
    limits.push_back(request.total_ms);
    const bool hangs = !hanging.empty() && request.url.starts_with(hanging);
    if (hangs) {
      co_return Error{ErrorClass::kTransient, failure, "no answer"};
    }
    HttpReply reply;
    reply.status = 200;
    reply.body =
        request.url.ends_with("/versions") ? "[0,1,2]" : R"({"id":"job-1","status":"RUNNING"})";
    co_return reply;
  }
  Task<Result<MailReply>> SendMail(MailRequest /*request*/) override {
    co_return Error{ErrorClass::kTransient, "NET_BROKEN", "no mail"};
  }

  std::string hanging, failure = "NET_TIMEOUT";
  std::vector<std::string> asked;
  std::vector<std::int64_t> limits;
};

class OozieWebServiceTest : public ::testing::Test {
 protected:
  OozieWebServiceTest() : thread_([this] { loop_.run(); }) {}
  ~OozieWebServiceTest() override {
    busy_.reset();
    loop_.stop();
    thread_.join();
  }
  /// Returns the number of requests that one call of Look() sends. `error` receives the error of
  /// Look().
  std::size_t Asks(const std::string& url, Error* error = nullptr) {
    const std::size_t before = network_.asked.size();
    const Result<JobProgress> progress = service_.Look(url, "job-1");
    if (error != nullptr) {
      *error = progress ? Error{} : progress.error();
    }
    return network_.asked.size() - before;
  }

  boost::asio::io_context loop_{1};
  boost::asio::executor_work_guard<boost::asio::io_context::executor_type> busy_{
      loop_.get_executor()};
  FewServers network_;
  OozieWebService service_{loop_, network_, {.settled_ms = 0, .answer_ms = 7'000}, "joe"};
  std::thread thread_;
};

TEST_F(OozieWebServiceTest, AServerThatDoesNotAnswerHoldsAStepOnce) {
  EXPECT_EQ(Asks(kOne), 2U) << "for its version first";
  service_.BeginStep();
  EXPECT_EQ(Asks(kOne), 1U);
  EXPECT_FALSE(service_.IsLeft(kOne));
  network_.hanging = kOne;
  Error error;
  EXPECT_EQ(Asks(kOne, &error), 1U);
  EXPECT_TRUE(error.message.ends_with(
      "; the other slots that use this Oozie server wait for the next step"))
      << error.message;
  EXPECT_NE(error.code, kLeftForNextStep);
  EXPECT_TRUE(service_.IsLeft(kOne));
  EXPECT_TRUE(service_.IsLeft(std::string(kOne) + "/")) << "the same server";
  EXPECT_FALSE(service_.IsLeft(kOther));
  EXPECT_EQ(Asks(kOne, &error), 0U);
  EXPECT_EQ(error.code, kLeftForNextStep);
  EXPECT_EQ(error.error_class, ErrorClass::kTransient) << "it may not be taken for a refusal";
  const std::size_t before = network_.asked.size();
  EXPECT_FALSE(service_.Start(kOne, "job-1"));
  EXPECT_FALSE(service_.Kill(kOne, "job-1"));
  EXPECT_FALSE(service_.Submit({{"a", {0}}, kOne, "key", "", 0}, {}));
  EXPECT_FALSE(service_.Find({{"a", {0}}, kOne, "key", "", 0}));
  EXPECT_EQ(network_.asked.size(), before);
  EXPECT_EQ(Asks(kOther), 2U) << "others are asked";
  service_.EndStep();
  network_.hanging.clear();
  service_.BeginStep();
  EXPECT_EQ(Asks(kOne, &error), 1U);
  EXPECT_EQ(error.message, "");
  service_.EndStep();
  for (const std::int64_t limit : network_.limits) {
    EXPECT_EQ(limit, 7'000);
  }
}

TEST_F(OozieWebServiceTest, ASearchThatIsNotAnsweredAsksOnce) {
  network_.hanging = kOne;
  service_.BeginStep();
  const Result<FoundJob> found = service_.Find({{"a", {0}}, kOne, "key", "", 0});
  ASSERT_FALSE(found);
  EXPECT_NE(found.error().code, kLeftForNextStep) << "a line of the log tells of it";
  EXPECT_EQ(network_.asked.size(), 1U);
}

TEST_F(OozieWebServiceTest, OutsideOfStepsEachRequestIsSent) {
  network_.hanging = kOne;
  Error error;
  for (int time = 0; time < 2; ++time) {
    EXPECT_EQ(Asks(kOne, &error), 1U);
    EXPECT_TRUE(error.message.ends_with("no answer")) << error.message;
  }
  service_.BeginStep();
  EXPECT_EQ(Asks(kOne), 1U);
  EXPECT_EQ(Asks(kOne), 0U);
  service_.EndStep();
  EXPECT_EQ(Asks(kOne), 1U) << "a person asks after the step";
}

TEST_F(OozieWebServiceTest, AServerThatRefusesAtOnceIsAskedForEachSlot) {
  network_.hanging = kOne;
  network_.failure = "NET_CONNECT";
  service_.BeginStep();
  EXPECT_EQ(Asks(kOne), 1U);
  EXPECT_EQ(Asks(kOne), 1U);
  EXPECT_FALSE(service_.IsLeft(kOne));
}

}  // namespace
}  // namespace hpdl::rt::celos
