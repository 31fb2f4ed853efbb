#include "stdlib/local/job_xml.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "runtime/engines/workflow/interpreter.h"
#include "runtime/ground/expression/interpret.h"
#include "stdlib/core/job_xml_property.h"
#include "stdlib/core/testing/all_names.h"
#include "stdlib/local/settings.h"
#include "stdlib/local/testing/kind_test.h"
#include "stdlib/local/work_files.h"

namespace hpdl::stdlib {
namespace {

using ::testing::HasSubstr;

TEST(EvaluateNames, PutsInWhatTheJobHas) {
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
      {"\\${who} ${who}", "${who} joe"},
  };
  for (const auto& [text, value] : cases) {
    const auto evaluated = EvaluateNames(text, job);
    ASSERT_TRUE(evaluated.ok()) << evaluated.error().message;
    EXPECT_EQ(*evaluated, value);
  }
}

TEST(EvaluateNames, SaysWhatCannotBe) {
  const std::pair<std::string, const char*> cases[] = {
      {"${nosuch}", "${nosuch}: the job has no such property"},
      {"${}", "${}: the job has no such property"},
      {"${open", "${open: the closing brace is missing"},
      {"${" + std::string(5000, '(') + "}", "((...: the job"},
  };
  for (const auto& [text, why] : cases) {
    const auto evaluated = EvaluateNames(text, {});
    ASSERT_FALSE(evaluated.ok()) << text;
    EXPECT_EQ(evaluated.error().code, "EL_EVAL_ERROR");
    EXPECT_EQ(evaluated.error().error_class, rt::ErrorClass::kNonTransient);
    EXPECT_THAT(evaluated.error().message, HasSubstr(why));
    EXPECT_LT(evaluated.error().message.size(), 400U);
  }
}

TEST(WithHadoopNames, AsksTheJobFirst) {
  EXPECT_EQ(WithHadoopNames("${a}\\${b.c}${d['e.f']}${"), "${a}\\${b.c}${d['e.f']}${");
  EXPECT_EQ(WithHadoopNames("x${ a.b-c }"),
            "x${wf:conf('a.b-c') == null ? '${ a.b-c }' : wf:conf('a.b-c')}");
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
    ctx_.of_defaults = {{"c", "default"},    {"d", "default"}, {"who", "dora"},
                        {"path", "/${who}"}, {"e", "default"}, {"open", "${nn}/${who}"},
                        {"gone", "${nn}"}};
    ctx_.properties = {
        {"who", "joe"}, {"e", "job's"}, {"path", "/joe"}, {"nn", "hdfs://nn"}, {"open", "/given"}};
    own_.properties.push_back({"d", "own", ""});
  }

  rt::Result<rt::Properties> All() { return ActionConfiguration(ctx_, {"own.xml"}, own_); }

  rt::ArgNode global_;
  Configuration own_;
};

TEST_F(ConfigurationLayersTest, AreThoseOfOozie) {
  const auto all = All();
  ASSERT_TRUE(all.ok()) << all.error().message;
  const rt::Properties expected = {{"a", "own file"}, {"b", "own file"}, {"c", "global"},
                                   {"d", "own"},      {"e", "default"},  {"g", "global file"},
                                   {"path", "/dora"}, {"u", "joe"},      {"who", "dora"},
                                   {"open", "/given"}};
  EXPECT_EQ(*all, expected);
}

TEST_F(ConfigurationLayersTest, HaveTheJobsValuesOfACircleInTheDefaults) {
  ctx_.of_defaults = {{"queue", "${queue}"}, {"a", "${b}"}, {"b", "${a}"}, {"of-a", "/${a}"}};
  ctx_.properties = {{"queue", "etl"}, {"a", "1"}, {"b", "1"}, {"of-a", "/1"}};
  ctx_.global_arguments = nullptr;
  const auto all = ActionConfiguration(ctx_, {}, {});
  ASSERT_TRUE(all.ok()) << all.error().message;
  EXPECT_EQ(*all, ctx_.properties);
}

TEST_F(ConfigurationLayersTest, HaveNoEmptyValues) {
  own_.properties.push_back({"b", "", ""});
  own_.properties.push_back({"none", "", ""});
  const auto all = All();
  ASSERT_TRUE(all.ok()) << all.error().message;
  EXPECT_EQ(all->at("b"), "own file");
  EXPECT_FALSE(all->contains("none"));
}

TEST_F(ConfigurationLayersTest, HaveWhatTheCompilerMadeOfFiles) {
  using rt::testing::Argument;
  ctx_.files.emplace_back("functions.xml", Xml({{"id", "${concat(a, b)}"}, {"plain", "${who}"}}));
  const auto unchanged = ActionConfiguration(ctx_, {"functions.xml"}, own_);
  ASSERT_TRUE(unchanged.ok()) << unchanged.error().message;
  EXPECT_EQ(unchanged->at("id"), "${concat(a, b)}");
  EXPECT_EQ(unchanged->at("plain"), "${who}") << "the whole file stays as it is";
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
  own_.properties.push_back({"empty", "", ""});
  const auto all = All();
  ASSERT_TRUE(all.ok()) << all.error().message;
  const rt::Properties expected = {{"a", "own file"}, {"b", "own file"}, {"c", "own file"},
                                   {"d", "own"},      {"empty", ""},     {"u", "${who}"}};
  EXPECT_EQ(*all, expected);
}

TEST_F(ConfigurationLayersTest, AFileThatFailsStaysAsItIsAndAMissingFileIsAnError) {
  ctx_.properties.clear();
  const auto all = All();
  ASSERT_TRUE(all.ok()) << all.error().message;
  EXPECT_EQ(all->at("u"), "${who}");
  ctx_.files.clear();
  EXPECT_EQ(All().error().code, "JA008");
}

/// Gives expressions access to the job of a FakeContext.
class ContextView final : public rt::RunView {
 public:
  explicit ContextView(const rt::testing::FakeContext& ctx) : ctx_(ctx) {}
  std::uint32_t dialect() const override { return ctx_.job_dialect; }
  const rt::JobIdentity& job() const override { return ctx_.identity; }
  const std::string* Property(std::string_view name) const override {
    const auto found = ctx_.properties.find(name);
    return found == ctx_.properties.end() ? nullptr : &found->second;
  }
  const rt::NodeRecord* Node(std::string_view) const override { return nullptr; }
  std::optional<std::string> LastErrorNode() const override { return std::nullopt; }
  std::string_view CurrentNode() const override { return ctx_.node_name; }
  std::string CallbackBase() const override { return {}; }
  std::string_view ParameterName(std::uint32_t) const override { return {}; }

 private:
  const rt::testing::FakeContext& ctx_;
};

int evaluations = 0;

rt::Task<rt::Result<rt::Properties>> Interpret(rt::ActionContext& ctx, rt::Properties texts) {
  ++evaluations;
  rt::Properties values;
  const ContextView view(static_cast<rt::testing::FakeContext&>(ctx));
  for (const auto& [name, text] : texts) {
    hpdl_eval eval;
    eval.run = &view;
    if (rt::InterpretTemplate(text, *ctx.names(), &eval, &values[name]) != 0) {
      co_return rt::Error{rt::ErrorClass::kNonTransient, "EL_EVAL_ERROR",
                          "property " + name + ": " + eval.error};
    }
  }
  co_return values;
}
const hpdl_interpreter kInterpreter = {&EvaluateJobXml, &Interpret};

/// Tests of a program with a table of names. The interpreter evaluates files of <job-xml> from
/// outside the application.
class EvaluateJobXmlTest : public ConfigurationLayersTest {
 protected:
  EvaluateJobXmlTest() {
    evaluations = 0;
    ctx_.global_arguments = nullptr;
    names_ = all_.names();
    names_.interpreter = &kInterpreter;
    ctx_.the_names = &names_;
  }

  std::string Write(const rt::Properties& properties, const std::string& name = "outside.xml") {
    const std::string path = job_ + "/" + name;
    EXPECT_TRUE(WriteWholeFile(path, Xml(properties), 0600));
    return "file://" + path;
  }
  rt::Result<void> Evaluate(std::vector<std::string> paths) {
    boost::asio::io_context io;
    rt::Result<void> result;
    boost::asio::co_spawn(
        io, EvaluateJobXml(ctx_, std::move(paths)),
        [&](const std::exception_ptr&, rt::Result<void> done) { result = std::move(done); });
    io.run();
    return result;
  }
  /// Returns the properties that the action gets from one file.
  rt::Properties Of(const std::string& path) {
    const auto evaluated = Evaluate({path});
    EXPECT_TRUE(evaluated.ok()) << evaluated.error().message;
    auto layers = ConfigurationLayers(ctx_, {path}, {});
    EXPECT_TRUE(layers.ok()) << layers.error().message;
    return layers.ok() ? layers->front() : rt::Properties();
  }

  const testing::AllNames all_{kOozieWorkflow};
  hpdl_names names_{};
};

TEST_F(EvaluateJobXmlTest, EvaluatesAllThatTheLanguageHas) {
  ctx_.properties["a.b"] = "dotted";
  const rt::Properties written = {{"plain", "x = y\\z"},
                                  {"sum", "${1 + 2 * 3}"},
                                  {"call", "${concat(who, '-')}${wf:user()}"},
                                  {"condition", "${empty wf:conf('nosuch') ? 'none' : 'some'}"},
                                  {"size", "${64 * MB}"},
                                  {"hadoop", "${hadoop.tmp.dir}/${a.b}"},
                                  {"escaped", "\\${1 + 1}"},
                                  {"lines", "${'a' == 'a'}\n b"}};
  const rt::Properties expected = {{"plain", "x = y\\z"},   {"sum", "7"},
                                   {"call", "joe-joe"},     {"size", "67108864"},
                                   {"escaped", "${1 + 1}"}, {"hadoop", "${hadoop.tmp.dir}/dotted"},
                                   {"lines", "true\n b"},   {"condition", "none"}};
  EXPECT_EQ(Of(Write(written)), expected);
}

TEST_F(EvaluateJobXmlTest, EvaluatesOnceAnAttempt) {
  const std::string path = Write({{"x", "${who}"}});
  ASSERT_TRUE(Evaluate({path, path}).ok());
  EXPECT_EQ(evaluations, 1);
  // A resumed attempt sees the values of the first process, even if the job and the file have
  // changed.
  Write({{"x", "changed"}});
  ctx_.properties["who"] = "ann";
  EXPECT_EQ(Of(path), (rt::Properties{{"x", "joe"}}));
  EXPECT_EQ(evaluations, 1);
}

TEST_F(EvaluateJobXmlTest, LeavesPlainFilesAlone) {
  EXPECT_EQ(Of(Write({{"x", "plain $ {"}})), (rt::Properties{{"x", "plain $ {"}}));
  EXPECT_EQ(evaluations, 0);
  ctx_.job_dialect = HPDL_DIALECT_HWS;
  EXPECT_EQ(Of(Write({{"x", "${1 + 1}"}})), (rt::Properties{{"x", "${1 + 1}"}}));
  EXPECT_EQ(evaluations, 0);
}

TEST_F(EvaluateJobXmlTest, AFileWithAnExpressionThatFailsStaysAsItIs) {
  int number = 0;
  for (const char* text :
       {"${nosuch}", "${1 +}", "${nosuch()}", "${7 % 0}", "${open", "a${system:user.name}"}) {
    const rt::Properties written = {{"x", text}, {"y", "${who}"}, {"z", "plain"}};
    EXPECT_EQ(Of(Write(written, std::to_string(++number) + ".xml")), written) << text;
  }
  EXPECT_EQ(Evaluate({"file:///no/such"}).error().code, "JA008");
}

}  // namespace
}  // namespace hpdl::stdlib
