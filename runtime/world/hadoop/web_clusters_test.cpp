#include "runtime/world/hadoop/web_clusters.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>

#include "runtime/ground/base/testing/temporary_folder.h"
#include "runtime/world/files/await.h"
#include "runtime/world/files/file_operations.h"
#include "runtime/world/hadoop/conf.h"
#include "runtime/world/hadoop/testing/property.h"
#include "runtime/world/hadoop/testing/scripted_network.h"

namespace hpdl::rt {
namespace {

using rt::testing::Property;
using rt::testing::Reply;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

class WebClustersTest : public ::testing::Test {
 protected:
  WebClustersTest() {
    setenv("HADOOP_CONF_DIR", directory_.c_str(), 1);
    Write("yarn-site.xml", Property("yarn.resourcemanager.address", "rm:8032"));
    network_.answer = [](const HttpRequest&) {
      return Reply(200, R"({"application-id":"application_1_1"})");
    };
  }
  ~WebClustersTest() override { unsetenv("HADOOP_CONF_DIR"); }
  void Write(const std::string& name, const std::string& properties) {
    std::ofstream(directory_ + "/" + name) << "<configuration>" << properties << "</configuration>";
  }
  std::unique_ptr<Clusters> Open(const std::string& properties) {
    Write("site.xml", properties);
    auto site = Site::Load(directory_ + "/site.xml");
    EXPECT_TRUE(site.ok()) << site.error().message;
    site_ = std::move(*site);
    return OpenWebClusters(loop_, network_, site_, directory_ + "/site.xml");
  }

  const rt::testing::TemporaryFolder temporary_;
  const std::string directory_ = temporary_.path();
  boost::asio::io_context loop_{1};
  rt::testing::ScriptedNetwork network_;
  Site site_;
};

TEST_F(WebClustersTest, OneClusterAUserAndName) {
  const auto clusters = Open("");
  auto cluster = clusters->Open("rm:8032", "joe");
  ASSERT_TRUE(cluster.ok()) << cluster.error().message;
  EXPECT_EQ(*cluster, *clusters->Open("rm:8032", "joe"));
  EXPECT_NE(*cluster, *clusters->Open("rm:8032", "ann"));
  EXPECT_EQ((*cluster)->name(), "rm:8032");
  EXPECT_EQ((*cluster)->user(), "joe");
  EXPECT_EQ((*cluster)->conf().Value("yarn.resourcemanager.address"), "rm:8032");
  EXPECT_EQ((*cluster)->ConsoleUrl("application_1_1"),
            "http://rm:8088/cluster/app/application_1_1");
  EXPECT_EQ((*clusters->Open("", "joe"))->name(), "default");
}

TEST_F(WebClustersTest, SettingsWinOverTheConfiguration) {
  const auto clusters =
      Open(Property("hpdl.hadoop.yarn.addresses", "rm:8032=a:1|https://b:2, default=c:3") +
           Property("hpdl.hadoop.history.addresses", "rm:8032=h:4") +
           Property("hpdl.hadoop.proxy.user", "oozie") + Property("hpdl.hadoop.timeout", "7"));
  Cluster& cluster = **clusters->Open("rm:8032", "joe");
  EXPECT_TRUE(Await(loop_, cluster.NewApplication()).ok());
  EXPECT_FALSE(Await(loop_, cluster.JobCounters("job_1_1")).ok());
  EXPECT_TRUE(Await(loop_, (*clusters->Open("", "joe"))->NewApplication()).ok());
  EXPECT_THAT(network_.Lines(),
              ElementsAre(HasSubstr("POST http://a:1/ws/v1/cluster/apps/new-application?"
                                    "user.name=oozie&doAs=joe"),
                          HasSubstr("GET http://h:4/ws/v1/history/mapreduce/jobs/job_1_1/counters"),
                          HasSubstr("POST http://c:3/")));
  EXPECT_EQ(network_.asked[0].idle_ms, 7000);
}

TEST_F(WebClustersTest, NamesThatAreNoCluster) {
  const auto clusters = Open("");
  for (const char* name : {"local", "nosuch"}) {
    const auto cluster = clusters->Open(name, "joe");
    EXPECT_EQ(cluster.error().code, "E0902");
    EXPECT_EQ(cluster.error().error_class, ErrorClass::kNonTransient);
    EXPECT_THAT(cluster.error().message, HasSubstr(name));
  }
  EXPECT_THAT(clusters->Open("local", "joe").error().message, HasSubstr("--local"));
  std::ofstream(directory_ + "/yarn-site.xml") << "<configuration>\n<property>";
  EXPECT_THAT(Open("")->Open("rm:8032", "joe").error().message, HasSubstr("yarn-site.xml:2"));
}

TEST_F(WebClustersTest, LogsByTheSameAddresses) {
  Write("site.xml", Property("hpdl.hadoop.history.addresses", "rm:8032=h:4"));
  site_ = *Site::Load(directory_ + "/site.xml");
  LogQuestion question;
  question.application = "application_1_1";
  question.resource_manager = "rm:8032";
  question.user = "joe";
  question.bytes = 10;
  network_.answer = [](const HttpRequest&) -> Result<HttpReply> {
    return rt::testing::Broken("NET_CONNECT");
  };
  const auto logs = ReadContainerLogs(loop_, network_, site_, directory_ + "/site.xml", question);
  EXPECT_EQ(logs.error().code, "JA006");
  EXPECT_THAT(network_.Lines()[0], HasSubstr("http://h:4/"));
  question.resource_manager = "nosuch";
  EXPECT_EQ(
      ReadContainerLogs(loop_, network_, site_, directory_ + "/site.xml", question).error().code,
      "E0902");
}

}  // namespace
}  // namespace hpdl::rt
