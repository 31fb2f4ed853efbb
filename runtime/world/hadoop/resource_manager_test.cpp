#include "runtime/world/hadoop/resource_manager.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>

#include "runtime/world/files/await.h"
#include "runtime/world/hadoop/testing/scripted_network.h"

namespace hpdl::rt {
namespace {

using rt::testing::Broken;
using rt::testing::Exception;
using rt::testing::Reply;
using ::testing::HasSubstr;

constexpr char kId[] = "application_1_1";

/// A resource manager that starts: it does not have its applications until it is ACTIVE.
class ResourceManagerTest : public ::testing::Test {
 protected:
  ResourceManagerTest() {
    network_.answer = [this](const HttpRequest& request) { return Answer(request); };
  }
  Result<HttpReply> Answer(const HttpRequest& request) {
    if (request.url.find("/cluster/info") != std::string::npos) {
      return info_();
    }
    const std::string app = R"({"id":"application_1_1","state":"RUNNING"})";
    if (request.url.find("/apps?") != std::string::npos) {
      return Reply(200, known_ ? R"({"apps":{"app":[)" + app + "]}}" : R"({"apps":{}})");
    }
    if (!known_) {
      return Reply(404, Exception("NotFoundException"));
    }
    return request.method == "PUT" ? Reply(202, R"({"state":"RUNNING"})")
                                   : Reply(200, R"({"app":)" + app + "}");
  }
  static HttpReply Info(const std::string& state) {
    return Reply(200, R"({"clusterInfo":{"state":"STARTED","haState":")" + state + R"("}})");
  }
  template <class Value>
  void ExpectNotYet(const Result<Value>& result) {
    ASSERT_FALSE(result.ok());
    EXPECT_EQ(result.error().error_class, ErrorClass::kTransient);
    EXPECT_EQ(result.error().code, "JA009");
    EXPECT_THAT(result.error().message, HasSubstr("http://a has not read its applications yet"));
  }

  rt::testing::ScriptedNetwork network_;
  ResourceManager manager_{RestClient(
      network_, std::make_shared<WebService>(WebService{"rm", {"http://a"}}), "joe", "", 1000)};
  bool known_ = false;
  std::function<Result<HttpReply>()> info_ = [] { return Info("ACTIVE"); };
};

TEST_F(ResourceManagerTest, KnowsNothingForSureUntilItIsActive) {
  info_ = [] { return Info("INITIALIZING"); };
  ExpectNotYet(Await(manager_.Find(kId)));
  ExpectNotYet(Await(manager_.FindByTag("t")));
  ExpectNotYet(Await(manager_.Kill(kId)));
}

TEST_F(ResourceManagerTest, IsAskedAgainAfterItBecameActive) {
  const auto becomes_active = [this] {
    known_ = true;
    return Info("ACTIVE");
  };
  info_ = becomes_active;
  EXPECT_TRUE(Await(manager_.Find(kId))->has_value());
  known_ = false;
  EXPECT_EQ(Await(manager_.FindByTag("t"))->size(), 1U);
  known_ = false;
  network_.asked.clear();
  EXPECT_TRUE(Await(manager_.Kill(kId)).ok());
  ASSERT_EQ(network_.asked.size(), 3U);
  EXPECT_EQ(network_.asked[2].method, "PUT");
}

TEST_F(ResourceManagerTest, AnActiveOneIsBelieved) {
  EXPECT_FALSE(Await(manager_.Find(kId))->has_value());
  EXPECT_TRUE(Await(manager_.FindByTag("t"))->empty());
  EXPECT_TRUE(Await(manager_.Kill(kId)).ok());
}

TEST_F(ResourceManagerTest, AProxyMayHideItsState) {
  for (const HttpReply& hidden :
       {Reply(403, "no"), Reply(404, ""), Reply(200, "{}"), Reply(200, "<html>")}) {
    info_ = [&] { return hidden; };
    EXPECT_FALSE(Await(manager_.Find(kId))->has_value()) << hidden.body;
  }
}

TEST_F(ResourceManagerTest, AnOutageBetweenTheCallsIsAnError) {
  info_ = [] { return Broken("NET_CONNECT"); };
  EXPECT_EQ(Await(manager_.Find(kId)).error().code, "JA006");
}

TEST_F(ResourceManagerTest, FewCallsAreMade) {
  known_ = true;
  EXPECT_TRUE(Await(manager_.Find(kId))->has_value());
  EXPECT_EQ(network_.asked.size(), 1U);
  EXPECT_EQ(Await(manager_.FindByTag("a b"))->size(), 1U);
  EXPECT_EQ(network_.asked.size(), 3U);
  EXPECT_THAT(network_.Lines()[2], HasSubstr("applicationTags=a%20b&deSelects="));
}

}  // namespace
}  // namespace hpdl::rt
