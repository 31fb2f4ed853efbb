#include "runtime/world/hadoop/yarn_addresses.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace hpdl::rt {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

std::vector<std::string> UrlsOf(Properties properties, std::string_view name) {
  const HadoopConf conf("/conf", std::move(properties));
  const auto urls = ResourceManagerUrls(conf, name);
  if (!urls) {
    EXPECT_EQ(urls.error().error_class, ErrorClass::kNonTransient);
    EXPECT_EQ(urls.error().code, "E0902");
    return {urls.error().message};
  }
  return *urls;
}

const Properties kOne = {{"yarn.resourcemanager.hostname", "rm"},
                         {"yarn.resourcemanager.address", "rm:9032"},
                         {"yarn.resourcemanager.webapp.address", "rm:9088"},
                         {"yarn.resourcemanager.cluster-id", "prod"}};

TEST(ResourceManagerUrls, OneResourceManagerByAnyOfItsNames) {
  for (const char* name : {"", "default", "yarnRM", "prod", "rm:9032", "rm"}) {
    EXPECT_THAT(UrlsOf(kOne, name), ElementsAre("http://rm:9088")) << name;
  }
}

TEST(ResourceManagerUrls, DefaultsComeFromTheHostName) {
  const Properties host = {{"yarn.resourcemanager.hostname", "rm"}};
  EXPECT_THAT(UrlsOf(host, "rm:8032"), ElementsAre("http://rm:8088"));
  const Properties https = {{"yarn.resourcemanager.hostname", "rm"},
                            {"yarn.http.policy", "HTTPS_ONLY"}};
  EXPECT_THAT(UrlsOf(https, ""), ElementsAre("https://rm:8090"));
  const Properties rpc = {{"yarn.resourcemanager.address", "rm:8032"}};
  EXPECT_THAT(UrlsOf(rpc, ""), ElementsAre("http://rm:8088"));
  const Properties anywhere = {{"yarn.resourcemanager.address", "rm:8032"},
                               {"yarn.resourcemanager.hostname", "0.0.0.0"},
                               {"yarn.resourcemanager.webapp.address", "0.0.0.0:7"}};
  EXPECT_THAT(UrlsOf(anywhere, ""), ElementsAre("http://rm:7"));
}

TEST(ResourceManagerUrls, AnUnknownAddressHasItsWebServerOnTheSameHost) {
  EXPECT_THAT(UrlsOf(kOne, "other:8032"), ElementsAre("http://other:9088"));
  EXPECT_THAT(UrlsOf({}, "other:8032"), ElementsAre("http://other:8088"));
  EXPECT_THAT(UrlsOf({}, "[::1]:8032"), ElementsAre("http://[::1]:8088"));
  EXPECT_THAT(UrlsOf({}, "https://gate:1/"), ElementsAre("https://gate:1"));
}

TEST(ResourceManagerUrls, AllOfAnHaClusterTheOneThatIsNamedFirst) {
  const Properties ha = {{"yarn.resourcemanager.ha.enabled", "true"},
                         {"yarn.resourcemanager.ha.rm-ids", "a, b"},
                         {"yarn.resourcemanager.cluster-id", "c"},
                         {"yarn.resourcemanager.hostname.a", "h1"},
                         {"yarn.resourcemanager.address.b", "h2:1"},
                         {"yarn.resourcemanager.webapp.address.b", "h2:2"}};
  EXPECT_THAT(UrlsOf(ha, "c"), ElementsAre("http://h1:8088", "http://h2:2"));
  EXPECT_THAT(UrlsOf(ha, "h1:8032"), ElementsAre("http://h1:8088", "http://h2:2"));
  EXPECT_THAT(UrlsOf(ha, "h2:1"), ElementsAre("http://h2:2", "http://h1:8088"));
  EXPECT_THAT(UrlsOf(ha, "b"), ElementsAre("http://h2:2", "http://h1:8088"));
  Properties lacks = ha;
  lacks.erase("yarn.resourcemanager.hostname.a");
  EXPECT_THAT(UrlsOf(lacks, "c")[0],
              HasSubstr("/conf/yarn-site.xml lacks yarn.resourcemanager.webapp.address.a"));
}

TEST(ResourceManagerUrls, SaysWhatIsMissing) {
  EXPECT_THAT(UrlsOf({}, "")[0], HasSubstr("lacks yarn.resourcemanager.webapp.address"));
  EXPECT_THAT(UrlsOf(kOne, "nosuch")[0], HasSubstr("'nosuch' is not known"));
  EXPECT_THAT(ResourceManagerUrls(HadoopConf(), "").error().message, HasSubstr("HADOOP_CONF_DIR"));
}

TEST(HistoryUrl, ConfiguredOrBesideTheResourceManager) {
  const auto url = [](Properties properties) {
    return HistoryUrl(HadoopConf("/conf", std::move(properties)), "http://rm:8088");
  };
  EXPECT_EQ(url({}), "http://rm:19888");
  EXPECT_EQ(url({{"mapreduce.jobhistory.webapp.address", "h:1"}}), "http://h:1");
  EXPECT_EQ(url({{"mapreduce.jobhistory.address", "h:10020"}}), "http://h:19888");
  EXPECT_EQ(url({{"mapreduce.jobhistory.address", "h:10020"},
                 {"mapreduce.jobhistory.webapp.address", "0.0.0.0:7"}}),
            "http://h:7");
  EXPECT_EQ(url({{"mapreduce.jobhistory.http.policy", "HTTPS_ONLY"}}), "https://rm:19890");
}

}  // namespace
}  // namespace hpdl::rt
