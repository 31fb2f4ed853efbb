#include "runtime/world/hadoop/rest_client.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "runtime/world/files/await.h"
#include "runtime/world/hadoop/resource_manager.h"
#include "runtime/world/hadoop/testing/scripted_network.h"

namespace hpdl::rt {
namespace {

using rt::testing::Broken;
using rt::testing::Exception;
using rt::testing::Reply;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

class RestClientTest : public ::testing::Test {
 protected:
  ResourceManager Manager(std::string proxy = "") {
    return ResourceManager(RestClient(network_, service_, "joe", std::move(proxy), 1000));
  }
  rt::testing::ScriptedNetwork network_;
  std::shared_ptr<WebService> service_ =
      std::make_shared<WebService>(WebService{"resource manager c", {"http://a", "http://b"}});
};

constexpr char kNew[] = R"({"application-id":"application_1_1"})";

TEST_F(RestClientTest, AsksAsTheUser) {
  network_.answer = [](const HttpRequest&) { return Reply(200, kNew); };
  EXPECT_EQ(*Await(Manager().NewApplication()), "application_1_1");
  EXPECT_THAT(network_.Lines(),
              ElementsAre("POST http://a/ws/v1/cluster/apps/new-application?user.name=joe"));
  EXPECT_EQ(network_.asked[0].idle_ms, 1000);
  network_.asked.clear();
  EXPECT_TRUE(Await(Manager("oozie").NewApplication()).ok());
  EXPECT_THAT(network_.Lines()[0], HasSubstr("?user.name=oozie&doAs=joe"));
}

TEST_F(RestClientTest, GoesOnToTheActiveOneAndStaysThere) {
  network_.answer = [](const HttpRequest& request) -> Result<HttpReply> {
    if (request.url.starts_with("http://a")) {
      return Reply(307, "This is standby RM. The redirect url is: /");
    }
    return Reply(200, kNew);
  };
  ResourceManager manager = Manager();
  EXPECT_TRUE(Await(manager.NewApplication()).ok());
  EXPECT_EQ(service_->active, 1U);
  EXPECT_TRUE(Await(manager.NewApplication()).ok());
  EXPECT_EQ(network_.asked.size(), 3U);
}

TEST_F(RestClientTest, FollowsARedirectToAServerThatIsNotConfigured) {
  network_.answer = [](const HttpRequest& request) -> Result<HttpReply> {
    if (request.url.starts_with("http://c:1/")) {
      return Reply(200, kNew);
    }
    return Reply(307, "", {{"Location", "http://c:1/ws/v1/cluster/apps/new-application"}});
  };
  EXPECT_TRUE(Await(Manager().NewApplication()).ok());
  EXPECT_EQ(network_.asked.size(), 2U);
  EXPECT_EQ(service_->active, 0U);
}

TEST_F(RestClientTest, RedirectsDoNotGoOnForEver) {
  int port = 0;
  network_.answer = [&](const HttpRequest&) {
    return Reply(307, "", {{"Location", "http://c:" + std::to_string(++port) + "/x"}});
  };
  const auto made = Await(Manager().NewApplication());
  EXPECT_EQ(made.error().error_class, ErrorClass::kTransient);
  EXPECT_EQ(made.error().code, "JA009");
  EXPECT_LE(network_.asked.size(), 4U);
  network_.answer = [](const HttpRequest&) {
    return Reply(307, "", {{"Location", "http://a/again"}});
  };
  network_.asked.clear();
  EXPECT_FALSE(Await(Manager().NewApplication()).ok());
  EXPECT_EQ(network_.asked.size(), 2U) << "each server once";
}

TEST_F(RestClientTest, ErrorsOfTheTransport) {
  const std::pair<const char*, const char*> codes[] = {
      {"NET_CONNECT", "JA006"}, {"NET_RESOLVE", "JA001"}, {"NET_TIMEOUT", "JA009"}};
  for (const auto& [code, wanted] : codes) {
    network_.asked.clear();
    network_.answer = [code = code](const HttpRequest&) { return Broken(code); };
    const auto made = Await(Manager().NewApplication());
    EXPECT_EQ(made.error().code, wanted);
    EXPECT_EQ(made.error().error_class, ErrorClass::kTransient);
    EXPECT_THAT(made.error().message, HasSubstr("resource manager c"));
    // A request that a server may have carried out is not sent to a different server.
    EXPECT_EQ(network_.asked.size(), code == std::string("NET_TIMEOUT") ? 1U : 2U);
  }
  network_.answer = [](const HttpRequest&) {
    return Error{ErrorClass::kNonTransient, "NET_TLS", "bad certificate"};
  };
  EXPECT_EQ(Await(Manager().NewApplication()).error().code, "JA002");
}

TEST_F(RestClientTest, SubmitsOnce) {
  network_.answer = [](const HttpRequest&) { return Reply(202, ""); };
  EXPECT_TRUE(Await(Manager().Submit("{\"x\":1}")).ok());
  EXPECT_EQ(network_.asked[0].method, "POST");
  EXPECT_EQ(network_.asked[0].body, "{\"x\":1}");
  network_.answer = [](const HttpRequest&) { return Reply(400, Exception("BadRequestException")); };
  EXPECT_EQ(Await(Manager().Submit("{}")).error().error_class, ErrorClass::kError);
}

TEST_F(RestClientTest, WhoeverIsContentWithAnythingHasTakenNothing) {
  network_.answer = [](const HttpRequest&) { return Reply(200, "<html>welcome"); };
  const Result<void> submitted = Await(Manager().Submit("{}"));
  ASSERT_FALSE(submitted);
  EXPECT_EQ(submitted.error().error_class, ErrorClass::kNonTransient);
  EXPECT_EQ(submitted.error().code, "E0902");
  const Result<void> killed = Await(Manager().Kill("application_1_1"));
  ASSERT_FALSE(killed);
  EXPECT_EQ(killed.error().code, "E0902");
  network_.answer = [](const HttpRequest&) { return Reply(202, R"({"state":"ACCEPTED"})"); };
  EXPECT_TRUE(Await(Manager().Kill("application_1_1")).ok());
}

TEST_F(RestClientTest, FindsOrDoesNot) {
  network_.answer = [](const HttpRequest&) {
    return Reply(200, R"({"app":{"id":"application_1_1","state":"ACCEPTED"}})");
  };
  auto found = Await(Manager().Find("application_1_1"));
  ASSERT_TRUE(found.ok() && found->has_value());
  EXPECT_EQ((*found)->state, "ACCEPTED");
  network_.answer = [](const HttpRequest&) { return Reply(404, Exception("NotFoundException")); };
  found = Await(Manager().Find("application_1_1"));
  EXPECT_TRUE(found.ok() && !found->has_value());
  network_.answer = [](const HttpRequest&) { return Reply(404, "<html>"); };
  EXPECT_EQ(Await(Manager().Find("application_1_1")).error().code, "E0902");
}

TEST_F(RestClientTest, KillingWhatIsGoneIsFine) {
  network_.answer = [](const HttpRequest&) { return Reply(404, Exception("NotFoundException")); };
  EXPECT_TRUE(Await(Manager().Kill("application_1_1")).ok());
  EXPECT_THAT(network_.Lines()[0],
              HasSubstr("PUT http://a/ws/v1/cluster/apps/application_1_1/state"));
  EXPECT_EQ(network_.asked[0].body, R"({"state":"KILLED"})");
  network_.answer = [](const HttpRequest&) {
    return Reply(403, Exception("AuthorizationException"));
  };
  EXPECT_EQ(Await(Manager().Kill("application_1_1")).error().code, "JA002");
}

TEST_F(RestClientTest, HistoryKnowsJobsAndCounters) {
  JobHistory history(RestClient(network_, service_, "joe", "", 1000));
  network_.answer = [](const HttpRequest& request) -> Result<HttpReply> {
    if (request.url.find("/counters") != std::string::npos) {
      return Reply(200, R"({"jobCounters":{"counterGroup":[]}})");
    }
    return Reply(200, R"({"job":{"id":"job_1_1","state":"SUCCEEDED"}})");
  };
  EXPECT_EQ((**Await(history.Job("job_1_1"))).state, "SUCCEEDED");
  EXPECT_TRUE(Await(history.JobCounters("job_1_1")).ok());
  network_.answer = [](const HttpRequest&) { return Reply(404, Exception("NotFoundException")); };
  EXPECT_FALSE(Await(history.Job("job_1_1"))->has_value());
  EXPECT_EQ(Await(history.JobCounters("job_1_1")).error().error_class, ErrorClass::kError);
}

}  // namespace
}  // namespace hpdl::rt
