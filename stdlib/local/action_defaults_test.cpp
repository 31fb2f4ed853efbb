#include "stdlib/local/action_defaults.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>

#include "runtime/engines/workflow/testing/fake_context.h"
#include "runtime/ground/base/testing/temporary_folder.h"
#include "stdlib/local/job_xml.h"
#include "stdlib/local/settings.h"

namespace hpdl::stdlib {
namespace {

using rt::Properties;

std::string SiteXml(const Properties& properties) {
  std::string xml = "<configuration>";
  for (const auto& [name, value] : properties) {
    xml.append("<property><name>").append(name).append("</name><value>");
    xml.append(value).append("</value></property>");
  }
  return xml + "</configuration>";
}

class KindContext final : public rt::testing::FakeContext {
 public:
  using FakeContext::FakeContext;
  std::string_view kind() const override { return the_kind; }
  std::string the_kind = "hive";
};

class ActionDefaultsTest : public ::testing::Test {
 protected:
  ActionDefaultsTest() : folder_(temporary_.path()), ctx_(folder_) { Site({}); }

  void Put(const std::string& path, const std::string& text) {
    const std::filesystem::path whole = folder_ + "/" + path;
    std::filesystem::create_directories(whole.parent_path());
    std::ofstream(whole) << text;
  }
  void Site(const Properties& settings) {
    Put("site.xml", SiteXml(settings));
    auto site = rt::Site::Load(folder_ + "/site.xml");
    ASSERT_TRUE(site.ok()) << site.error().message;
    ctx_.the_site = std::move(*site);
  }
  Properties Of(const std::string& job_tracker = "rm:8032") {
    const auto properties = ActionDefaults(ctx_, job_tracker);
    EXPECT_TRUE(properties.ok()) << properties.error().message;
    return properties.ok() ? *properties : Properties();
  }

  static constexpr const char* kSetting =
      "oozie.service.HadoopAccessorService.action.configurations";
  const rt::testing::TemporaryFolder temporary_;
  const std::string folder_;
  KindContext ctx_;
};

TEST_F(ActionDefaultsTest, AreThoseOfTheKindOverThoseOfAll) {
  EXPECT_TRUE(Of().empty()) << "no folder";
  const char* const files[] = {"default/a.xml", "default/b.xml", "default.xml",
                               "hive/a.xml",    "hive/b.xml",    "hive.xml"};
  Properties expected;
  for (std::size_t i = 0; i < std::size(files); ++i) {
    Properties here = {{files[i], "is read"}};
    for (std::size_t later = i; later < std::size(files); ++later) {
      here[std::to_string(later)] = files[i];
    }
    Put(std::string("action-conf/") + files[i], SiteXml(here));
    expected[files[i]] = "is read";
    expected[std::to_string(i)] = files[i];
  }
  Put("action-conf/pig.xml", SiteXml({{"pig", "another kind"}}));
  Put("action-conf/hive/c.txt", SiteXml({{"text", "no configuration"}}));
  Put("action-conf/hive/z.properties", "of.java = ${as.written}\n");
  expected["of.java"] = "${as.written}";
  EXPECT_EQ(Of(), expected);
}

TEST_F(ActionDefaultsTest, AreThoseOfTheResourceManagerOrOfAll) {
  Put("all/default.xml", SiteXml({{"of", "all"}}));
  Put("own/hive.xml", SiteXml({{"of", "own"}}));
  Site({{kSetting, "*=all, RM:8032=" + folder_ + "/own, gone=gone"}});
  EXPECT_EQ(Of(), (Properties{{"of", "own"}}));
  EXPECT_EQ(Of("other"), (Properties{{"of", "all"}}));
  EXPECT_EQ(Of(""), (Properties{{"of", "all"}}));
  EXPECT_TRUE(Of("gone").empty());
  ctx_.the_kind = "pig";
  EXPECT_TRUE(Of().empty()) << "those of all clusters are not added";
  Site({{kSetting, ""}});
  EXPECT_TRUE(Of().empty());
  ctx_.the_site = rt::Site();
  EXPECT_TRUE(Of().empty()) << "there is no file that it could be beside";
}

TEST_F(ActionDefaultsTest, WhatOnlyTheEngineSetsIsLeftOut) {
  Put("action-conf/hive.xml", SiteXml({{"fs.defaultFS", "hdfs://elsewhere"},
                                       {"user.name", "root"},
                                       {"mapreduce.job.user.name", "root"},
                                       {"yarn.resourcemanager.address", "elsewhere:8032"},
                                       {"hive.metastore.uris", "thrift://h:9083"}}));
  EXPECT_EQ(Of(), (Properties{{"hive.metastore.uris", "thrift://h:9083"}}));
}

TEST_F(ActionDefaultsTest, WhatCannotBeReadIsAnErrorToMend) {
  Put("action-conf/hive.xml", "<configuration><property>");
  const auto broken = ActionDefaults(ctx_, "");
  ASSERT_FALSE(broken.ok());
  EXPECT_EQ(broken.error().code, "E0902");
  EXPECT_EQ(broken.error().error_class, rt::ErrorClass::kNonTransient);
  EXPECT_NE(broken.error().message.find("action-conf/hive.xml"), std::string::npos);
  std::filesystem::remove(folder_ + "/action-conf/hive.xml");
  ASSERT_EQ(mkfifo((folder_ + "/action-conf/hive.xml").c_str(), 0600), 0);
  EXPECT_TRUE(Of().empty()) << "a FIFO is not waited for";
  Put("action-conf/default", "a file where a folder may be");
  EXPECT_TRUE(Of().empty());
  std::filesystem::create_directory_symlink("hive", folder_ + "/action-conf/hive");
  EXPECT_EQ(ActionDefaults(ctx_, "").error().code, "E0902") << "a link to itself";
}

TEST_F(ActionDefaultsTest, AreTheLowestLayer) {
  Put("action-conf/hive.xml",
      SiteXml({{"a", "site"}, {"b", "site"}, {"c", "site"}, {"oozie.credentials.skip", "true"}}));
  ctx_.files.emplace_back("job.xml", SiteXml({{"a", "file"}, {"b", "file"}}));
  Configuration own;
  own.properties = {{"a", "own", ""},
                    {"hpdl.credential.asked.h", "hive2", ""},
                    {"hpdl.credential.set.c", "credential", ""}};
  using rt::testing::Argument;
  ctx_.arguments.children = {Argument(
      0, "credentials",
      {Argument(0, "", {Argument(0, "hpdl.credential.asked.h"), Argument(1, "hive2")}),
       Argument(0, "", {Argument(0, "hpdl.credential.set.c"), Argument(1, "credential")})})};
  const auto all = ActionConfiguration(ctx_, {"job.xml"}, own, "rm:8032");
  ASSERT_TRUE(all.ok()) << all.error().message;
  EXPECT_EQ(
      *all,
      (Properties{{"a", "own"}, {"b", "file"}, {"c", "site"}, {"oozie.credentials.skip", "true"}}));
  ctx_.job_dialect = HPDL_DIALECT_HWS;
  const auto hws = ConfigurationLayers(ctx_, {}, {}, "rm:8032");
  ASSERT_TRUE(hws.ok());
  EXPECT_EQ(hws->size(), 2U) << "HWS has no such thing";
}

}  // namespace
}  // namespace hpdl::stdlib
