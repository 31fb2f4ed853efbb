#include "runtime/server/access/authorization.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "runtime/ground/base/testing/temporary_folder.h"
#include "runtime/server/access/proxy_users.h"
#include "runtime/server/work/testing/awaiting.h"
#include "runtime/server/work/testing/site_of.h"

namespace hpdl::rt {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

class SitesTest : public ::testing::Test {
 protected:
  Site SiteOf(const Properties& settings) { return testing::SiteOf(path_, settings); }
  static std::string Key(const char* name) {
    return std::string("oozie.service.AuthorizationService.") + name;
  }

  testing::TemporaryFolder folder_;
  const std::string path_ = folder_.path() + "/site.xml";
};

TEST_F(SitesTest, RulesOfASite) {
  std::ofstream(folder_.path() + "/adminusers.txt") << "# who\n boss \n\nann\n";
  const auto off = ReadAuthorizationRules(SiteOf({}), path_);
  EXPECT_FALSE(off->enabled);
  for (const char* key : {"security.enabled", "authorization.enabled"}) {
    const Site site = SiteOf(
        {{Key(key), "true"}, {Key("admin.users"), "eve"}, {"hpdl.server.admin.users", "op"}});
    const auto rules = ReadAuthorizationRules(site, path_);
    ASSERT_TRUE(rules) << rules.error().message;
    EXPECT_TRUE(rules->enabled);
    EXPECT_THAT(rules->administrators, ElementsAre("ann", "boss", "eve", "op"));
  }
  const Site site = SiteOf({{Key("security.enabled"), "true"}, {Key("admin.groups"), "dev, ops"}});
  const auto by_group = ReadAuthorizationRules(site, path_);
  EXPECT_THAT(by_group->administrator_groups, ElementsAre("dev", "ops"));
  EXPECT_THAT(by_group->administrators, IsEmpty());
}

TEST_F(SitesTest, AFileOfAdministratorsThatCannotBeReadIsAnError) {
  ASSERT_TRUE(std::filesystem::create_directory(folder_.path() + "/adminusers.txt"));
  const auto rules =
      ReadAuthorizationRules(SiteOf({{Key("authorization.enabled"), "true"}}), path_);
  ASSERT_FALSE(rules);
  EXPECT_THAT(rules.error().message, HasSubstr("adminusers.txt: "));
}

TEST_F(SitesTest, ProxyUsersOfASite) {
  const std::string hue = std::string(kProxyUserPrefix) + "a.hue";
  const auto rules =
      ReadProxyRules(SiteOf({{hue + ".hosts", " * "}, {hue + ".groups", "dev, ops"}}));
  ASSERT_TRUE(rules) << rules.error().message;
  const ProxyRule& rule = rules->at("a.hue");
  EXPECT_TRUE(rule.any_host);
  EXPECT_FALSE(rule.any_group);
  EXPECT_THAT(rule.groups, ElementsAre("dev", "ops"));
  EXPECT_EQ(ReadProxyRules(SiteOf({{hue + ".hosts", "*"}})).error().code, "E0551");
  EXPECT_FALSE(ReadProxyRules(SiteOf({{hue + ".host", "*"}})));
  const auto none = ReadProxyRules(SiteOf({{hue + ".hosts", ""}, {hue + ".groups", ""}}));
  EXPECT_FALSE(none->at("a.hue").any_host);  // an empty list of hosts allows no host
  EXPECT_FALSE(none->at("a.hue").any_group);
}

/// Sets up rules, and fixed groups of users that replace the groups of this machine.
class AuthorizationTest : public ::testing::Test {
 protected:
  std::string ForJob(const std::string& user, const std::string& acl = "") {
    JobRow job;
    job.id = "J";
    job.user = "joe";
    job.group = acl;
    const Authorization authorization(rules_, names_);
    const auto may = testing::Await(loop_, authorization.ForJob({user}, job));
    return may ? "" : may.error().code;
  }

  boost::asio::io_context loop_{1};
  Children children_{loop_};
  NameService names_{loop_, children_, {{"ann", {"dev", "ops"}}, {"bob", {"other"}}, {"cat", {}}}};
  AuthorizationRules rules_{.enabled = true, .administrators = {"boss"}};
};

TEST_F(AuthorizationTest, WhoMayActOnAJob) {
  EXPECT_EQ(ForJob("joe"), "");
  EXPECT_EQ(ForJob("boss"), "");
  EXPECT_EQ(ForJob("ann"), "E0508");
  EXPECT_EQ(ForJob("ann", "dev"), "");
  EXPECT_EQ(ForJob("ann", "x, ann"), "");
  EXPECT_EQ(ForJob("bob", "dev,ann"), "E0508");
  EXPECT_EQ(ForJob("cat", "dev"), "E0501");
  EXPECT_EQ(ForJob("cat", " , "), "E0508");
  EXPECT_EQ(ForJob("", ","), "E0508");
  EXPECT_EQ(ForJob("", "dev"), "E0508");
  rules_.administrator_groups = {"other"};
  EXPECT_EQ(ForJob("bob"), "");
  rules_.enabled = false;
  EXPECT_EQ(ForJob("cat"), "");
}

TEST_F(AuthorizationTest, WhoMaySeeHowItIsSetUp) {
  const auto see = [&](const Caller& caller) {
    const Authorization authorization(rules_, names_);
    return static_cast<bool>(testing::Await(loop_, authorization.ForSystemInfo(caller)));
  };
  EXPECT_TRUE(see({"ann"}));
  rules_.system_info = {"sys"};
  EXPECT_FALSE(see({"ann"}));
  EXPECT_TRUE(see({"sys"}));
  EXPECT_TRUE(see({"ann", "sys"}));
  EXPECT_TRUE(see({"ann", "boss"}));
  EXPECT_TRUE(see({"boss"}));
  EXPECT_FALSE(see({""}));
}

TEST_F(AuthorizationTest, TheAclOfASubmission) {
  const auto group = [&](Properties properties) {
    properties["user.name"] = "ann";
    const Authorization authorization(rules_, names_);
    const auto made = testing::Await(loop_, authorization.WithAcl(std::move(properties)));
    return made && made->contains("group.name") ? made->at("group.name") : "";
  };
  EXPECT_EQ(group({}), "");
  EXPECT_EQ(group({{"group.name", "x"}}), "x");
  EXPECT_EQ(group({{"group.name", "x"}, {"oozie.job.acl", "y"}}), "y");
  rules_.group_as_acl = true;
  EXPECT_EQ(group({}), "dev");
  EXPECT_EQ(group({{"group.name", "x"}}), "x");
}

}  // namespace
}  // namespace hpdl::rt
