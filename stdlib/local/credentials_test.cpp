#include "stdlib/local/credentials.h"

#include <gtest/gtest.h>

#include "runtime/engines/workflow/testing/fake_context.h"
#include "runtime/ground/base/testing/temporary_folder.h"
#include "runtime/ground/value/reserved_names.h"
#include "runtime/world/files/await.h"
#include "stdlib/core/common.h"

namespace hpdl::stdlib {
namespace {

using rt::Properties;

class CredentialsTest : public ::testing::Test {
 protected:
  CredentialsTest() : ctx_(temporary_.path()) {}

  /// Returns an action's own properties after ApplyCredentials().
  rt::Result<Properties> Apply(Properties own, Properties below = {}) {
    Configure(own);
    return ApplyAsIs(std::move(own), std::move(below));
  }
  rt::Result<Properties> ApplyAsIs(Properties own, Properties below = {}) {
    std::vector<Properties> layers = {std::move(below), std::move(own)};
    HPDL_TRY(ApplyCredentials(ctx_, &layers));
    return layers.back();
  }

  /// Gives the action a configuration.
  void Configure(const Properties& own) {
    rt::ArgNode configuration;
    configuration.text = rt::kCredentialElement;
    for (const auto& [name, value] : own) {
      rt::ArgNode property;
      rt::ArgNode& name_node = property.children.emplace_back();
      name_node.field = kPropertyName;
      name_node.text = name;
      rt::ArgNode& value_node = property.children.emplace_back();
      value_node.field = kPropertyValue;
      value_node.text = value;
      configuration.children.push_back(std::move(property));
    }
    ctx_.arguments.children = {std::move(configuration)};
  }

  rt::Result<void> Check(std::string authentication, std::vector<std::string> job_xml = {}) {
    return rt::Await(CheckCredentials(ctx_, std::move(authentication), {}, std::move(job_xml), ""));
  }

  /// Adds a file to the application.
  void Put(const std::string& path, const std::string& name, const std::string& value) {
    ctx_.files.emplace_back(path, "<configuration><property><name>" + name + "</name><value>" +
                                      value + "</value></property></configuration>");
  }

  const rt::testing::TemporaryFolder temporary_;
  rt::testing::FakeContext ctx_;
};

const Properties kAsked = {{"hpdl.credential.asked.h", "hive2"},
                           {"hpdl.credential.set.a", "of the credential"},
                           {"a", "own"},
                           {"b", "own"}};

TEST_F(CredentialsTest, PropertiesWinOverTheActionsOwn) {
  const auto got = Apply(kAsked);
  ASSERT_TRUE(got.ok());
  EXPECT_EQ(*got, (Properties{{"a", "of the credential"}, {"b", "own"}}));
  EXPECT_TRUE(Apply({{"hpdl.credential.set.", "an expression gave no name"}})->empty());
}

TEST_F(CredentialsTest, AreSkippedByActionJobOrSite) {
  const Properties plain = {{"a", "own"}, {"b", "own"}};
  EXPECT_EQ(*Apply(kAsked, {{"oozie.credentials.skip", " TRUE "}}), plain);
  for (const char* no_boolean : {"yes", "", " ", "1"}) {
    EXPECT_NE(*Apply(kAsked, {{"oozie.credentials.skip", no_boolean}}), plain);
  }
  ctx_.properties["oozie.credentials.skip"] = "true";
  EXPECT_EQ(*Apply(kAsked), plain);
  EXPECT_NE(*Apply(kAsked, {{"oozie.credentials.skip", " False"}}), plain) << "the action wins";
  for (const char* no_boolean : {"yes", "", " ", "0"}) {
    EXPECT_EQ(*Apply(kAsked, {{"oozie.credentials.skip", no_boolean}}), plain) << "the job says it";
  }
  Properties own = kAsked;
  own["oozie.credentials.skip"] = "no";
  EXPECT_FALSE(
      Apply(own, {{"oozie.credentials.skip", "false"}})->contains("hpdl.credential.asked.h"));
  EXPECT_EQ(Apply(own, {{"oozie.credentials.skip", "false"}})->at("a"), "own")
      << "the layer below is not asked";
  EXPECT_TRUE(Apply({{"hpdl.credential.undeclared.x", ""}})->empty());
}

TEST_F(CredentialsTest, OneThatIsNotDeclaredIsAnError) {
  const auto got = Apply({{"hpdl.credential.undeclared.x", ""}, {"a", "b"}});
  ASSERT_FALSE(got.ok());
  EXPECT_EQ(got.error().code, "JA021");
  EXPECT_EQ(got.error().error_class, rt::ErrorClass::kError);
  EXPECT_EQ(got.error().message, "credential 'x' is not declared in <credentials>");
  EXPECT_TRUE(Apply({{"hpdl.credential.undeclared.", ""}}).ok()) << "somebody's own";
}

TEST_F(CredentialsTest, OnlyTheCompilerAsksForThem) {
  for (const char* name : {"hpdl.credential.set.a", "hpdl.credential.asked.h", "hpdl.credential.",
                           "hpdl.credential.undeclared.x", "hpdl.sla.change"}) {
    Configure({{"b", "own"}});
    const auto got = ApplyAsIs({{name, "of the user"}, {"b", "own"}});
    ASSERT_FALSE(got.ok()) << name;
    EXPECT_EQ(got.error().code, "JA010");
    EXPECT_EQ(got.error().message, "property " + std::string(name) +
                                       " is made by hpdl itself, and no action may set it");
  }
}

TEST_F(CredentialsTest, KerberosIsRefusedInOneLine) {
  EXPECT_TRUE(Check("kerberos").ok()) << "it asks for none";
  Configure(kAsked);
  EXPECT_TRUE(Check("").ok());
  EXPECT_TRUE(Check("Simple").ok());
  const auto refused = Check(" kerberos ");
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().code, "JA020");
  EXPECT_EQ(refused.error().error_class, rt::ErrorClass::kError);
  EXPECT_EQ(refused.error().message,
            "credential 'h' of type hive2 needs Kerberos, which hpdl does not support: "
            "hadoop.security.authentication of the cluster is kerberos");
  ctx_.properties["oozie.credentials.skip"] = "true";
  EXPECT_TRUE(Check("kerberos").ok());
  ctx_.properties.clear();
  Configure({{"hpdl.credential.asked.a\nb", "x\ty\x01"}});
  EXPECT_EQ(Check("kerberos").error().message,
            "credential 'a b' of type x y needs Kerberos, which hpdl does not support: "
            "hadoop.security.authentication of the cluster is kerberos");
}

TEST_F(CredentialsTest, KerberosIsNoMatterWhereAnyLayerSkipsThem) {
  using rt::testing::Argument;
  Configure(kAsked);
  Put("own.xml", "oozie.credentials.skip", "true");
  EXPECT_EQ(Check("kerberos").error().code, "JA020");
  EXPECT_TRUE(Check("kerberos", {"own.xml"}).ok());
  ctx_.of_defaults["oozie.credentials.skip"] = "false";
  EXPECT_EQ(Check("kerberos", {"own.xml"}).error().code, "JA020") << "config-default.xml wins";
  ctx_.of_defaults.clear();
  rt::ArgNode global;
  for (std::uint32_t i = 0; i < Global::Decl().elements.size(); ++i) {
    if (Global::Decl().elements[i].name == "job-xml") {
      global.children.push_back(Argument(i, "global.xml"));
    }
  }
  ctx_.global_arguments = &global;
  Put("global.xml", "oozie.credentials.skip", "true");
  Put("asks.xml", "oozie.credentials.skip", "false");
  EXPECT_TRUE(Check("kerberos").ok()) << "<global> has a file";
  EXPECT_EQ(Check("kerberos", {"asks.xml"}).error().code, "JA020") << "the action's file wins";
  EXPECT_TRUE(Check("kerberos", {"asks.xml", "global.xml"}).ok()) << "named by the action itself";
}

TEST_F(CredentialsTest, OneThatIsNotDeclaredIsFoundBeforeAnythingIsDone) {
  Configure({{"hpdl.credential.undeclared.x", ""}});
  EXPECT_EQ(Check("").error().code, "JA021");
  EXPECT_EQ(Check("kerberos").error().code, "JA021");
  EXPECT_EQ(Check("", {"nowhere.xml"}).error().code, "JA008");
  ctx_.properties["oozie.credentials.skip"] = "true";
  EXPECT_TRUE(Check("").ok());
  EXPECT_TRUE(Check("kerberos").ok());
}

}  // namespace
}  // namespace hpdl::stdlib
