#include "runtime/world/hadoop/conf.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "runtime/ground/base/testing/temporary_folder.h"
#include "runtime/world/files/file_operations.h"
#include "runtime/world/hadoop/testing/property.h"

namespace hpdl::rt {
namespace {

using rt::testing::Property;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

class HadoopConfTest : public ::testing::Test {
 protected:
  void Write(const std::string& name, const std::string& properties) {
    std::ofstream(directory_ + "/" + name) << "<configuration>" << properties << "</configuration>";
  }
  const rt::testing::TemporaryFolder temporary_;
  const std::string directory_ = temporary_.path();
};

TEST_F(HadoopConfTest, ReadsBothFilesAndExpands) {
  Write("core-site.xml", Property("host", "nn1") + Property("fs.defaultFS", "hdfs://${host}:8020"));
  Write("hdfs-site.xml", Property("dfs.nameservices", " a , b,"));
  const auto conf = HadoopConf::Load(directory_);
  ASSERT_TRUE(conf.ok()) << conf.error().message;
  EXPECT_EQ(conf->DefaultFileSystem(), "hdfs://nn1:8020");
  EXPECT_THAT(conf->List("dfs.nameservices"), ElementsAre("a", "b"));
  EXPECT_EQ(conf->Value("nosuch"), "");
}

TEST_F(HadoopConfTest, SaysWhatIsWrongWithTheFiles) {
  auto conf = HadoopConf::Load(directory_);
  EXPECT_EQ(conf.error().error_class, ErrorClass::kNonTransient);
  EXPECT_THAT(conf.error().message, HasSubstr("has no core-site.xml, hdfs-site.xml"));
  std::ofstream(directory_ + "/core-site.xml") << "<configuration>\n<property>";
  conf = HadoopConf::Load(directory_);
  EXPECT_THAT(conf.error().message, HasSubstr(directory_ + "/core-site.xml:2"));
  EXPECT_EQ(conf.error().code, "E0902");
  DeleteTree(directory_ + "/core-site.xml");
  MakeDirectories(directory_ + "/core-site.xml");
  EXPECT_THAT(HadoopConf::Load(directory_).error().message, HasSubstr("core-site.xml"));
}

std::vector<std::string> Urls(Properties properties, std::string_view authority,
                              std::string_view scheme = "hdfs") {
  const auto urls = NameNodeUrls(HadoopConf("/conf", std::move(properties)), scheme, authority);
  return urls ? *urls : std::vector<std::string>{urls.error().message};
}

TEST(NameNodeUrls, OneNameNode) {
  const Properties conf = {{"fs.defaultFS", "hdfs://nn:8020/"},
                           {"dfs.namenode.http-address", "nn:9870"}};
  EXPECT_THAT(Urls(conf, "nn:8020"), ElementsAre("http://nn:9870"));
  EXPECT_THAT(Urls(conf, "nn"), ElementsAre("http://nn:9870")) << "8020 is the usual port";
  EXPECT_THAT(Urls(conf, "other:8020")[0], HasSubstr("dfs.namenode.rpc-address"));
  EXPECT_THAT(
      Urls({{"dfs.namenode.rpc-address", "nn:1"}, {"dfs.namenode.http-address", "0.0.0.0:9870"}},
           "nn:1"),
      ElementsAre("http://nn:9870"));
}

TEST(NameNodeUrls, AllOfANameService) {
  const Properties conf = {{"dfs.nameservices", "c"},
                           {"dfs.ha.namenodes.c", "a, b"},
                           {"dfs.namenode.rpc-address.c.a", "h1:8020"},
                           {"dfs.namenode.http-address.c.a", "h1:9870"},
                           {"dfs.namenode.rpc-address.c.b", "h2:8020"},
                           {"dfs.namenode.http-address.c.b", "h2:9870"}};
  EXPECT_THAT(Urls(conf, "c"), ElementsAre("http://h1:9870", "http://h2:9870"));
  EXPECT_THAT(Urls(conf, "c", "webhdfs"), ElementsAre("http://h1:9870", "http://h2:9870"));
  EXPECT_THAT(Urls(conf, "h2:8020"), ElementsAre("http://h2:9870"));
}

TEST(NameNodeUrls, NamesTheKeyThatIsMissing) {
  EXPECT_THAT(Urls({{"fs.defaultFS", "hdfs://nn:8020"}}, "nn:8020")[0],
              HasSubstr("/conf/hdfs-site.xml lacks dfs.namenode.http-address"));
  EXPECT_THAT(
      Urls({{"dfs.ha.namenodes.c", "a,b"}, {"dfs.namenode.http-address.c.a", "h:1"}}, "c")[0],
      HasSubstr("lacks dfs.namenode.http-address.c.b"));
  EXPECT_THAT(Urls({{"dfs.http.policy", "HTTPS_ONLY"}, {"fs.defaultFS", "hdfs://nn"}}, "nn")[0],
              HasSubstr("lacks dfs.namenode.https-address"));
  const auto none = NameNodeUrls(HadoopConf(), "hdfs", "nn");
  EXPECT_THAT(none.error().message, HasSubstr("HADOOP_CONF_DIR"));
}

TEST(NameNodeUrls, WebSchemesNameTheServerThemselves) {
  EXPECT_THAT(Urls({}, "h:9870", "webhdfs"), ElementsAre("http://h:9870"));
  EXPECT_THAT(Urls({}, "h:9871", "swebhdfs"), ElementsAre("https://h:9871"));
}

TEST(NameNodeUrls, OfASetting) {
  const char* setting = "nn:8020 = x, nn:8020=a:1|https://b:2 , c=d";
  EXPECT_THAT(UrlsOfSetting(setting, "nn:8020"), ElementsAre("http://a:1", "https://b:2"));
  EXPECT_THAT(UrlsOfSetting(setting, "nn"), ElementsAre());
  EXPECT_THAT(UrlsOfSetting("", "nn"), ElementsAre());
}

}  // namespace
}  // namespace hpdl::rt
