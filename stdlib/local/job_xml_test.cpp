#include "stdlib/local/job_xml.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "stdlib/core/job_xml_property.h"
#include "stdlib/local/settings.h"
#include "stdlib/local/testing/kind_test.h"

namespace hpdl::stdlib {
namespace {

using ::testing::HasSubstr;

TEST(EvaluateVariables, PutsInWhatTheJobHas) {
  const rt::Properties job = {
      {"count-1", "no name"}, {"who", "joe"}, {"a.b", "dotted"}, {"x", "${who}"}};
  const std::pair<const char*, const char*> cases[] = {
      {"", ""},
      {"plain $ {who}", "plain $ {who}"},
      {"/user/${who}/${who}", "/user/joe/joe"},
      {"${ who }", "joe"},
      {"${x}", "${who}"},
      {"${a.b}", "dotted"},
      {"${hadoop.tmp.dir}/${who}", "${hadoop.tmp.dir}/joe"},
      {"${wf:conf('who')}-${ wf:conf( \"a.b\" ) }-${wf:conf('nosuch')}-", "joe-dotted--"},
      {"${wf:id()} ${wf:name()} ${wf:user()} ${wf:group()} ${wf:appPath()}", "7-W app u g /apps/a"},
  };
  const rt::JobIdentity identity = {"7-W", "app", "u", "g", "/apps/a"};
  for (const auto& [text, value] : cases) {
    const auto evaluated = EvaluateVariables(text, {job, identity});
    ASSERT_TRUE(evaluated.ok()) << evaluated.error().message;
    EXPECT_EQ(*evaluated, value);
  }
}

TEST(EvaluateVariables, SaysWhatCannotBe) {
  const std::pair<std::string, const char*> cases[] = {
      {"${nosuch}", "${nosuch}: the job has no such property"},
      {"a${wf:run()}", "${wf:run()}: in a file that is read while the program runs"},
      {"${wf:conf('a' + 'b')}", "functions and operators"},
      {"${wf:conf(who)}", "functions and operators"},
      {"${wf:conf('a)}", "functions and operators"},
      {"${1 + 1}", "functions and operators"},
      {"${count-1}", "functions and operators"},
      {"${}", "functions and operators"},
      {"${open", "closing brace"},
      {"${" + std::string(5000, '(') + "}", "((...: in a file"},
  };
  for (const auto& [text, why] : cases) {
    const auto evaluated = EvaluateVariables(text, {rt::Properties(), rt::JobIdentity()});
    ASSERT_FALSE(evaluated.ok()) << text;
    EXPECT_EQ(evaluated.error().code, "EL_EVAL_ERROR");
    EXPECT_EQ(evaluated.error().error_class, rt::ErrorClass::kNonTransient);
    EXPECT_THAT(evaluated.error().message, HasSubstr(why));
    EXPECT_LT(evaluated.error().message.size(), 400U);
  }
}

std::string Xml(const rt::Properties& properties) {
  std::string xml = "<configuration>";
  for (const auto& [name, value] : properties) {
    xml.append("<property><name>").append(name).append("</name><value>");
    xml.append(value).append("</value></property>");
  }
  return xml + "</configuration>";
}

class ConfigurationLayersTest : public testing::KindTest {
 protected:
  ConfigurationLayersTest() : KindTest({}) {
    using rt::testing::Argument;
    for (std::uint32_t i = 0; i < Global::Decl().elements.size(); ++i) {
      if (Global::Decl().elements[i].name == "job-xml") {
        global_.children.push_back(Argument(i, "global.xml"));
        global_.children.push_back(Argument(i, "own.xml"));
      } else if (Global::Decl().elements[i].name == "configuration") {
        global_.children.push_back(
            Argument(i, "", {Argument(0, "", {Argument(0, "c"), Argument(1, "global")})}));
      }
    }
    ctx_.global_arguments = &global_;
    ctx_.files.emplace_back("own.xml", Xml({{"a", "own file"},
                                            {"b", "own file"},
                                            {"u", "${who}"},
                                            {"c", "own file"},
                                            {"d", "own file"}}));
    ctx_.files.emplace_back("global.xml", Xml({{"a", "global file"}, {"g", "global file"}}));
    ctx_.of_defaults = {
        {"c", "default"}, {"d", "default"}, {"who", "dora"}, {"path", "/${who}"}, {"e", "default"}};
    ctx_.properties = {{"who", "joe"}, {"e", "job's"}};
    own_.properties.push_back({"d", "own", ""});
  }

  rt::Result<rt::Properties> All() { return ActionConfiguration(ctx_, {"own.xml"}, own_); }

  rt::ArgNode global_;
  Configuration own_;
};

TEST_F(ConfigurationLayersTest, AreThoseOfOozie) {
  const auto all = All();
  ASSERT_TRUE(all.ok()) << all.error().message;
  const rt::Properties expected = {{"a", "global file"}, {"b", "own file"}, {"c", "global"},
                                   {"d", "own"},         {"e", "default"},  {"g", "global file"},
                                   {"path", "/joe"},     {"u", "joe"},      {"who", "dora"}};
  EXPECT_EQ(*all, expected);
}

TEST_F(ConfigurationLayersTest, HaveWhatTheCompilerMadeOfFiles) {
  using rt::testing::Argument;
  ctx_.files.emplace_back("functions.xml", Xml({{"id", "${concat(a, b)}"}, {"plain", "${who}"}}));
  EXPECT_EQ(ActionConfiguration(ctx_, {"functions.xml"}, own_).error().code, "EL_EVAL_ERROR");
  ctx_.arguments.children.push_back(
      Argument(3, "functions.xml",
               {Argument(kJobXmlProperty, "id", {Argument(kJobXmlProperty, "0000001-W")})}));
  const auto all = ActionConfiguration(ctx_, {"functions.xml"}, own_);
  ASSERT_TRUE(all.ok()) << all.error().message;
  EXPECT_EQ(all->at("id"), "0000001-W");
  EXPECT_EQ(all->at("plain"), "joe");
}

TEST_F(ConfigurationLayersTest, OfHwsAreFilesAndTheActionsOwn) {
  ctx_.job_dialect = HPDL_DIALECT_HWS;
  ctx_.global_arguments = nullptr;
  const auto all = All();
  ASSERT_TRUE(all.ok()) << all.error().message;
  const rt::Properties expected = {
      {"a", "own file"}, {"b", "own file"}, {"c", "own file"}, {"d", "own"}, {"u", "${who}"}};
  EXPECT_EQ(*all, expected);
}

TEST_F(ConfigurationLayersTest, ErrorsHaveTheirPlace) {
  ctx_.properties.clear();
  EXPECT_EQ(All().error().message,
            "job-xml own.xml, property u: ${who}: the job has no such property");
  ctx_.files.clear();
  EXPECT_EQ(All().error().code, "JA008");
}

}  // namespace
}  // namespace hpdl::stdlib
