#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <deque>
#include <fstream>

#include "runtime/engines/workflow/callbacks.h"
#include "runtime/engines/workflow/testing/fake_context.h"
#include "runtime/ground/base/clock.h"
#include "runtime/ground/base/testing/temporary_folder.h"
#include "stdlib/actions/http/http.kind.h"
#include "stdlib/actions/http/http_parts.h"

extern "C" const hpdl_kind hpdl_kind_http;

namespace hpdl::stdlib {
namespace {

using rt::ErrorClass;
using rt::testing::Argument;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

constexpr const char* kType = "x-application/java-properties";

/// Gives the answers that the test has set, one after the other. Repeats the last answer.
class FakeNetwork : public rt::Network {
 public:
  rt::Task<rt::Result<rt::HttpReply>> Send(rt::HttpRequest request) override {
    sent.push_back(request);
    rt::Result<rt::HttpReply> answer = answers.front();
    if (answers.size() > 1) {
      answers.pop_front();
    }
    if (answer) {
      answer->url = request.url;
      answer->body = request.drop_body ? "" : answer->body;
    }
    co_return answer;
  }
  rt::Task<rt::Result<rt::MailReply>> SendMail(rt::MailRequest) override { co_return rt::Error{}; }

  std::vector<rt::HttpRequest> sent;
  std::deque<rt::Result<rt::HttpReply>> answers{rt::HttpReply{.status = 200}};
};

class Context : public rt::testing::FakeContext {
 public:
  using FakeContext::FakeContext;
  std::string CallbackUrl(std::string_view) override { return url; }
  rt::Task<std::optional<rt::Callback>> AwaitCallback(std::int64_t timeout_ms) override {
    waits.push_back(timeout_ms);
    std::optional<rt::Callback> callback;
    if (!callbacks.empty()) {
      callback = callbacks.front();
      callbacks.pop_front();
    }
    co_return callback;
  }
  std::string url = "http://127.0.0.1:1/callback/x";
  std::deque<rt::Callback> callbacks;
  std::vector<std::int64_t> waits;
};

class HttpTest : public testing::Test {
 protected:
  void SetUp() override {
    ctx_ = std::make_unique<Context>(folder_);
    ctx_->net = &network_;
    ctx_->argument_shape = 1;
    ctx_->job_dialect = HPDL_DIALECT_HWS;
    Set("url", "http://joe:pw@peer:8080/a?secret=1");
    Set("mode", "CONTINUE");
  }

  void Set(std::string_view element, std::string text, std::vector<rt::ArgNode> below = {}) {
    std::vector<rt::ArgNode>& children = ctx_->arguments.children;
    for (std::uint32_t i = 0; i < std::size(kHttpHwsElements); ++i) {
      if (kHttpHwsElements[i].name == element) {
        std::erase_if(children, [i](const rt::ArgNode& node) { return node.field == i; });
        children.push_back(Argument(i, std::move(text), std::move(below)));
        return;
      }
    }
  }
  void Post(std::string payload, std::string type = "text/plain") {
    Set("post", std::move(payload), {Argument(0, std::move(type))});
  }
  void Answer(int status, std::string type = "", std::string body = "") {
    rt::HttpReply reply;
    reply.status = status;
    reply.headers = {{"Content-Type", std::move(type)}};
    reply.body = std::move(body);
    network_.answers = {reply};
  }
  void Fail(ErrorClass error_class, std::string code) {
    network_.answers = {rt::Error{error_class, std::move(code), "peer:8080: it is so"}};
  }
  rt::Outcome Run() { return ctx_->Run(hpdl_kind_http); }
  std::string Failure() {
    const rt::Outcome outcome = Run();
    return outcome.error ? std::string(rt::ErrorClassName(outcome.error->error_class)) + " " +
                               outcome.error->code + " " + outcome.error->message
                         : "";
  }

  const rt::testing::TemporaryFolder temporary_;
  const std::string folder_ = temporary_.path();
  FakeNetwork network_;
  std::unique_ptr<Context> ctx_;
};

TEST_F(HttpTest, GetWithTheTag) {
  const rt::Outcome outcome = Run();
  ASSERT_FALSE(outcome.error) << outcome.error->message;
  ASSERT_EQ(network_.sent.size(), 1U);
  const rt::HttpRequest& request = network_.sent[0];
  EXPECT_EQ(request.method + request.body, "GET");
  ASSERT_EQ(request.headers.size(), 1U);
  EXPECT_EQ(request.headers[0].first, "Idempotency-Key");
  EXPECT_EQ(request.headers[0].second, ctx_->attempt_tag);
  EXPECT_EQ(request.redirects, 5);
  EXPECT_TRUE(request.drop_body);
  EXPECT_EQ(outcome.external_id, ctx_->attempt_tag);
  EXPECT_EQ(outcome.external_status, "200");
  EXPECT_FALSE(outcome.data);
  EXPECT_TRUE(ctx_->recorded.empty()) << "its end is recorded anyway";
}

TEST_F(HttpTest, PostVerbatim) {
  Post("  {\"a\": 1}\n ", "application/json; charset=utf-8");
  EXPECT_EQ(Failure(), "");
  const rt::HttpRequest& request = network_.sent[0];
  EXPECT_EQ(request.method, "POST");
  EXPECT_EQ(request.body, "  {\"a\": 1}\n ");
  EXPECT_EQ(request.headers[1].second, "application/json; charset=utf-8");
}

TEST_F(HttpTest, SettingsAndJobProperties) {
  ctx_->properties = {{"hpdl.http.timeout", "7"}, {"hpdl.http.redirects.max", "0"}};
  EXPECT_EQ(Failure(), "");
  EXPECT_EQ(network_.sent[0].total_ms, 7000);
  EXPECT_EQ(network_.sent[0].connect_ms, 7000);
  EXPECT_EQ(network_.sent[0].redirects, 0);
}

TEST_F(HttpTest, BadArguments) {
  Set("mode", "wait");
  EXPECT_THAT(Failure(), HasSubstr("error HTTP002 mode must be CONTINUE or WAIT, not 'wait'"));
  Set("mode", "CONTINUE");
  for (const char* url : {"", "ftp://peer/", "peer/x", "http://peer/\r\nX: y", "http://p\x01"}) {
    Set("url", url);
    EXPECT_THAT(Failure(), HasSubstr("error HTTP002")) << url;
  }
  Set("url", "http://peer/");
  for (const char* type : {"", "text/plain\r\nX-Evil: 1", "a\nb", "a\x7f"}) {
    Post("x", type);
    EXPECT_THAT(Failure(), HasSubstr("error HTTP002")) << type;
  }
  EXPECT_TRUE(network_.sent.empty());
}

TEST_F(HttpTest, StatusClasses) {
  for (const int status : {200, 201, 204, 299}) {
    Answer(status);
    EXPECT_EQ(Failure(), "") << status;
  }
  for (const int status : {500, 503, 599, 408, 425, 429}) {
    Answer(status);
    EXPECT_THAT(Failure(), HasSubstr("transient HTTP004 http://peer:8080 answered with")) << status;
  }
  for (const int status : {304, 301, 400, 401, 404, 410}) {
    Answer(status);
    EXPECT_THAT(Failure(), testing::StartsWith("error HTTP004")) << status;
  }
  Answer(404);
  EXPECT_EQ(Run().external_status, "404");
  EXPECT_THAT(Failure(), Not(testing::AnyOf(HasSubstr("secret"), HasSubstr("pw"))));
}

TEST_F(HttpTest, NetworkFailures) {
  Fail(ErrorClass::kTransient, "NET_CONNECT");
  EXPECT_THAT(Failure(), HasSubstr("transient HTTP003 peer:8080"));
  Fail(ErrorClass::kNonTransient, "NET_TLS");
  EXPECT_THAT(Failure(), HasSubstr("non-transient HTTP003"));
  Fail(ErrorClass::kNonTransient, "NET_URL");
  EXPECT_THAT(Failure(), testing::StartsWith("error HTTP002"));
  Fail(ErrorClass::kError, "HTTP_REPLY_TOO_LONG");
  EXPECT_THAT(Failure(), HasSubstr("error HTTP005"));
  ctx_->net = nullptr;
  EXPECT_THAT(Failure(), HasSubstr("non-transient HTTP001"));
}

TEST_F(HttpTest, AnUnansweredRequestKeepsItsKey) {
  Fail(ErrorClass::kTransient, "NET_TIMEOUT");
  EXPECT_NE(Failure(), "");
  const std::string first = ctx_->attempt_tag;
  EXPECT_THAT(ctx_->recorded, ElementsAre("unanswered " + first));
  ctx_->attempt_tag = "hpdl-11111111111111111111111111111111";
  EXPECT_NE(Failure(), "");
  EXPECT_EQ(network_.sent.back().headers[0].second, first);
  EXPECT_EQ(ctx_->recorded.size(), 1U) << "nothing new";
  Answer(503);
  EXPECT_NE(Failure(), "");
  EXPECT_EQ(network_.sent.back().headers[0].second, first);
  EXPECT_EQ(ctx_->position, "") << "answered: the next one is another request";
  Answer(200);
  EXPECT_EQ(Run().external_id, ctx_->attempt_tag);
}

TEST_F(HttpTest, CapturesTheReply) {
  Set("capture-output", "");
  Answer(200, std::string(kType) + "; charset=UTF-8", "a=1\nb = 2\n");
  const rt::Outcome outcome = Run();
  ASSERT_FALSE(outcome.error) << outcome.error->message;
  EXPECT_EQ(*outcome.data, (rt::Properties{{"a", "1"}, {"b", "2"}}));
  Answer(200, "X-Application/Java-Properties", "a=" + std::string(2046, 'x'));
  EXPECT_EQ(Failure(), "");
  Answer(200, kType, "a=" + std::string(2047, 'x'));
  EXPECT_THAT(Failure(), HasSubstr("error HTTP005 the payload has 2049 bytes, the limit is 2048"));
  Answer(200, "text/html", "<html>");
  EXPECT_THAT(Failure(), HasSubstr("error HTTP005 the payload to capture is of type 'text/html'"));
  Answer(200, kType, "a=\\u12");
  EXPECT_THAT(Failure(), HasSubstr("error HTTP005"));
  Answer(204);
  EXPECT_EQ(Run().data->size(), 0U);
  Answer(500, "text/html", std::string(5000, 'x'));
  EXPECT_THAT(Failure(), HasSubstr("transient HTTP004")) << "only good replies are captured";
}

TEST_F(HttpTest, WaitsForTheCallback) {
  Set("mode", "WAIT");
  Set("capture-output", "");
  Answer(202, "text/html", "later");
  ctx_->callbacks.push_back({"OK", kType, "x=y", 0});
  const rt::Outcome outcome = Run();
  ASSERT_FALSE(outcome.error) << outcome.error->message;
  EXPECT_EQ(outcome.external_status, "OK");
  EXPECT_EQ(outcome.data->at("x"), "y");
  EXPECT_THAT(ctx_->waits, ElementsAre(-1));
  ASSERT_EQ(ctx_->recorded.size(), 1U);
  EXPECT_EQ(HttpProgress::Of(ctx_->recorded[0]).answered, ctx_->attempt_tag);
}

TEST_F(HttpTest, CallbackStatuses) {
  Set("mode", "WAIT");
  ctx_->callbacks.push_back({"ERROR", "", "", 0});
  EXPECT_EQ(Failure(), "error HTTP008 the callback has status ERROR");
  for (const char* status : {"", "ok", "SUCCEEDED", "%EXITSTATE%", "OK "}) {
    ctx_->position.clear();
    ctx_->callbacks.push_back({status, "", "", 0});
    EXPECT_THAT(Failure(), HasSubstr("it must be OK or ERROR")) << status;
  }
  ctx_->position.clear();
  ctx_->callbacks.push_back({"OK", std::string(rt::kPayloadTooLong), "", 0});
  EXPECT_EQ(Failure(), "") << "nobody asked for the payload";
  Set("capture-output", "");
  ctx_->position.clear();
  ctx_->callbacks.push_back({"OK", std::string(rt::kPayloadTooLong), "", 0});
  EXPECT_THAT(Failure(), HasSubstr("error HTTP005 the payload of the callback is too long"));
}

TEST_F(HttpTest, WaitingNeedsAListener) {
  Set("mode", "WAIT");
  ctx_->url.clear();
  EXPECT_THAT(Failure(), HasSubstr("error HTTP006"));
  EXPECT_TRUE(network_.sent.empty()) << "before anything is asked for";
}

TEST_F(HttpTest, TheTimeCountsFromTheAnswer) {
  Set("mode", "WAIT");
  ctx_->properties = {{"hpdl.http.wait.timeout", "1000"}};
  EXPECT_THAT(Failure(), HasSubstr("error HTTP007 no callback came within 1000 s"));
  ASSERT_EQ(ctx_->waits.size(), 1U);
  EXPECT_NEAR(static_cast<double>(ctx_->waits[0]), 1'000'000, 100'000);
  ctx_->waits.clear();
  ctx_->is_resumed = true;
  ctx_->position = HttpProgress{{}, ctx_->attempt_tag, rt::NowMs() - 600'000}.ToText();
  EXPECT_NE(Failure(), "");
  ASSERT_EQ(ctx_->waits.size(), 2U);
  EXPECT_NEAR(static_cast<double>(ctx_->waits[1]), 400'000, 100'000);
  EXPECT_EQ(network_.sent.size(), 1U) << "what was answered is not asked again";
}

TEST_F(HttpTest, ACallbackSaysThatTheRequestCame) {
  Set("mode", "WAIT");
  Fail(ErrorClass::kTransient, "NET_TIMEOUT");
  ctx_->callbacks.push_back({"OK", "", "", 0});
  EXPECT_EQ(Failure(), "") << "the answer was lost, the work is done";
  ctx_->is_resumed = true;
  ctx_->callbacks.push_back({"OK", "", "", 0});
  EXPECT_EQ(Failure(), "");
  EXPECT_EQ(network_.sent.size(), 1U) << "it came before the crash";
}

TEST_F(HttpTest, AnotherAttemptAsksAgain) {
  Set("mode", "WAIT");
  ctx_->position = HttpProgress{{}, "hpdl-of-an-earlier-attempt", 1}.ToText();
  ctx_->callbacks.push_back({"OK", "", "", 0});
  EXPECT_EQ(Failure(), "");
  EXPECT_EQ(network_.sent.size(), 1U);
}

TEST_F(HttpTest, OoziesShape) {
  ctx_->argument_shape = 0;
  ctx_->arguments.children = {Argument(0, "https://peer/"), Argument(2, "")};
  ctx_->callbacks.push_back({"OK", "", "", 0});
  EXPECT_EQ(Run().external_status, "OK");
  ctx_->position.clear();
  ctx_->arguments.children = {Argument(0, "https://peer/"), Argument(3, ""), Argument(4, "")};
  Answer(200, kType, "k=v");
  EXPECT_EQ(Run().data->at("k"), "v");
}

TEST(HttpParts, ProgressTextsAreReadAsWritten) {
  for (const char* text : {"", "unanswered hpdl-1", "answered hpdl-2 123"}) {
    EXPECT_EQ(HttpProgress::Of(text).ToText(), text);
  }
  EXPECT_EQ(HttpProgress::Of("answered hpdl-2 123").answered_ms, 123);
  for (const char* text : {"x", "answered", "unanswered", "answeredhpdl-2 1", " answered a 1"}) {
    EXPECT_EQ(HttpProgress::Of(text).ToText(), "") << text;
  }
}

TEST(HttpParts, Origins) {
  EXPECT_EQ(OriginOf("http://h/p?q#f"), "http://h");
  EXPECT_EQ(OriginOf("https://joe:pw@h:1?q=@x"), "https://h:1");
  EXPECT_EQ(OriginOf("http://[::1]:80#x"), "http://[::1]:80");
  EXPECT_EQ(OriginOf("nonsense"), "the URL");
}

}  // namespace
}  // namespace hpdl::stdlib
