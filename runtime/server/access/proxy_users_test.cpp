#include "runtime/server/access/proxy_users.h"

#include <gtest/gtest.h>

#include "runtime/ground/base/testing/temporary_folder.h"
#include "runtime/server/work/testing/awaiting.h"
#include "runtime/server/work/testing/site_of.h"

namespace hpdl::rt {
namespace {

class ProxyUsersTest : public ::testing::Test {
 protected:
  /// Returns the resulting caller as "USER for PROXY", or the code and the message of the error.
  std::string Become(const std::string& user, const std::string& other,
                     const std::string& address = "10.0.0.1") {
    const ProxyUsers proxies(rules_, names_, [this](LogLevel level, std::string_view line) {
      EXPECT_EQ(level, LogLevel::kInfo);
      log_ += line;
    });
    const Result<Caller> caller = testing::Await(loop_, proxies.ActAs({user}, other, address));
    return caller ? caller->user + " for " + caller->proxy
                  : caller.error().code + ": " + caller.error().message;
  }

  boost::asio::io_context loop_{1};
  Children children_{loop_};
  NameService names_{loop_, children_, {{"ann", {"dev", "ops"}}, {"bob", {"other"}}}};
  ProxyRules rules_ = {{"hue", {true, true, {}, {}}}};
  std::string log_;
};

TEST_F(ProxyUsersTest, WhoMayActsForOthers) {
  EXPECT_EQ(Become("hue", "ann"), "ann for hue");
  EXPECT_EQ(log_, "hue from 10.0.0.1 acts as ann");
}

TEST_F(ProxyUsersTest, WhoActsForThemselvesNeedsNoRule) {
  EXPECT_EQ(Become("joe", "joe"), "joe for ");
  EXPECT_EQ(log_, "");
}

TEST_F(ProxyUsersTest, NamesAreNeeded) {
  EXPECT_EQ(Become("", "ann").substr(0, 36), "E1603: proxyUser cannot be null, If ");
  EXPECT_EQ(Become("", "").substr(0, 32), "E1603: proxyUser cannot be null,");
  EXPECT_EQ(Become("hue", ""), "E1603: doAsUser cannot be empty");
  EXPECT_EQ(Become("hue", "a b"), "E1603: doAs is not a valid user name");
}

TEST_F(ProxyUsersTest, WithoutARuleNobodyActsForOthers) {
  EXPECT_EQ(Become("joe", "ann"), "E1400: User [joe] not defined as proxyuser");
}

TEST_F(ProxyUsersTest, OnlyFromTheirHosts) {
  rules_["hue"].any_host = false;
  const std::string refusal = "E1400: Unauthorized host [10.0.0.1] for proxyuser [hue]";
  EXPECT_EQ(Become("hue", "ann"), refusal);
  rules_["hue"].hosts = {"10.0.0.2", "fe80::1"};
  EXPECT_EQ(Become("hue", "ann"), refusal);
  rules_["hue"].hosts = {"10.0.0.1"};
  EXPECT_EQ(Become("hue", "ann"), "ann for hue");
  EXPECT_EQ(Become("hue", "ann", "::ffff:10.0.0.1"), "ann for hue");
  EXPECT_EQ(Become("hue", "ann", "::ffff:1"),
            "E1400: Unauthorized host [::ffff:1] for proxyuser [hue]");
  rules_["hue"].hosts = {"localhost"};
  EXPECT_EQ(Become("hue", "ann", "127.0.0.1"), "ann for hue");
  EXPECT_EQ(Become("hue", "ann"), refusal);
}

TEST_F(ProxyUsersTest, OnlyForUsersOfTheirGroups) {
  rules_["hue"].any_group = false;
  rules_["hue"].groups = {"ops", "none"};
  EXPECT_EQ(Become("hue", "ann"), "ann for hue");
  EXPECT_EQ(Become("hue", "bob"),
            "E1400: Unauthorized proxyuser [hue] for "
            "user [bob], not in proxyuser groups");
  EXPECT_EQ(Become("hue", "nobodyhere"),
            "E1400: Unauthorized proxyuser [hue] for user [nobodyhere], not in "
            "proxyuser groups");
  rules_["hue"].groups.clear();
  EXPECT_EQ(Become("hue", "ann"),
            "E1400: Unauthorized proxyuser [hue] for "
            "user [ann], not in proxyuser groups");
}

TEST(ProxyRules, SayWhatIsWrongWithThem) {
  const testing::TemporaryFolder folder;
  const std::string prefix(kProxyUserPrefix);
  const auto problem = [&](const Properties& settings) {
    const auto rules = ReadProxyRules(testing::SiteOf(folder.path() + "/site.xml", settings));
    return rules ? "" : rules.error().code + ": " + rules.error().message;
  };
  EXPECT_EQ(problem({{prefix + "hue.hosts", "*"}}),
            "E0551: Missing [" + prefix + "hue.groups] property");
  EXPECT_EQ(problem({{prefix + "hue.groups", "*"}}),
            "E0551: Missing [" + prefix + "hue.hosts] property");
  EXPECT_EQ(problem({{prefix + "hue.users", "*"}}),
            ": " + prefix +
                "hue.users is not a setting; the name must end with .USER.hosts or .USER.groups");
  EXPECT_EQ(problem({{prefix + ".hosts", "*"}, {prefix + ".groups", "*"}}),
            ": " + prefix +
                ".groups is not a setting; the name must end with .USER.hosts or .USER.groups");
  EXPECT_EQ(problem({{prefix + "hue.hosts", "*"}, {prefix + "hue.groups", "*"}}), "");
}

}  // namespace
}  // namespace hpdl::rt
