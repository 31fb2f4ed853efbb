#include <gtest/gtest.h>

#include <fstream>
#include <sstream>
#include <string>

#include "compiler/driver/eval/eval_context.h"
#include "compiler/driver/eval/eval_expression.h"

namespace hpdl::driver {
namespace {

std::string Slurp(const std::string& path) {
  std::ifstream in(path);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

const std::string kFolder = std::string(HPDL_SOURCE_DIR) + "/test/conformance/";

/// Returns the context that the file content `json` describes, with `type` as the type of results.
EvalContext ContextFor(const std::string& json, const std::string& type) {
  EvalContext context;
  const std::string typed = "{\"type\":\"" + type + "\"," + json.substr(json.find('{') + 1);
  const rt::Result<void> read = context.Read(typed);
  EXPECT_TRUE(read) << read.error().message;
  return context;
}

std::string Evaluated(const std::string& text, const std::string& context_json) {
  EvalContext context;
  const rt::Result<void> read = context.Read(context_json);
  EXPECT_TRUE(read) << read.error().message;
  const EvalResult result = EvaluateText(text, &context);
  return result.ok ? result.type + " " + result.json : "error " + result.error;
}

TEST(Eval, AgreesWithTheTable) {
  const std::string json = Slurp(kFolder + "el_context.json");
  std::istringstream table(Slurp(kFolder + "el.tsv"));
  int rows = 0;
  for (std::string line; std::getline(table, line);) {
    if (line.empty() || line[0] == '#') {
      continue;
    }
    std::string type;
    std::string outcome;
    std::string expression;
    std::string value;
    std::istringstream fields(line);
    std::getline(fields, type, '\t');
    std::getline(fields, outcome, '\t');
    std::getline(fields, expression, '\t');
    std::getline(fields, value);
    EvalContext context = ContextFor(json, type);
    const EvalResult result = EvaluateText(expression, &context);
    EXPECT_EQ(result.ok, outcome == "value") << expression << ": " << result.error;
    if (result.ok && outcome == "value") {
      EXPECT_EQ(result.text, value) << expression;
    }
    EXPECT_TRUE(result.ok || !result.error.empty()) << expression;
    ++rows;
  }
  EXPECT_GT(rows, 110);
}

TEST(Eval, KeepsTheTypeOfTheValue) {
  EXPECT_EQ(Evaluated("${1+1}", "{}"), "Long 2");
  EXPECT_EQ(Evaluated("${7/2}", "{}"), "Double 3.5");
  EXPECT_EQ(Evaluated("${1/0}", "{}"), "Double \"Infinity\"");
  EXPECT_EQ(Evaluated("${null}", "{}"), "Null null");
  EXPECT_EQ(Evaluated("a${1}", "{}"), "String \"a1\"");
  EXPECT_EQ(Evaluated("${1 lt 2}", "{}"), "Boolean true");
  EXPECT_EQ(Evaluated("${wf:actionData('a')}", R"({"nodes":{"a":{"data":{"x":"1","y":"2"}}}})"),
            R"(Map {"x":"1","y":"2"})");
}

TEST(Eval, NumbersThatDoNotFitAreRefused) {
  const auto error_of = [](const std::string& json) -> std::string {
    EvalContext context;
    const rt::Result<void> read = context.Read(json);
    EXPECT_FALSE(read) << json;
    return read ? "" : read.error().message;
  };
  EXPECT_EQ(error_of(R"({"job":{"run":1e999}})"), "not JSON: number overflow parsing '1e999'");
  EXPECT_EQ(error_of(R"({"properties":{"a":-1e999}})"),
            "not JSON: number overflow parsing '-1e999'");
  EXPECT_EQ(error_of(R"({"job")"), "not JSON at byte 7");
  for (const char* number : {"2147483648", "-2147483649", "18446744073709551615", "1e30"}) {
    EXPECT_EQ(error_of(std::string(R"({"job":{"run":)") + number + "}}"),
              "\"run\" must be a whole number from -2147483648 to 2147483647");
  }
  for (const char* number : {"9223372036854775808", "18446744073709551615", "1.5", "1e30"}) {
    EXPECT_EQ(error_of(std::string(R"({"nodes":{"n":{"counters":{"g":{"c":)") + number + "}}}}}"),
              "the counter \"c\" must be a whole number from -9223372036854775808 to "
              "9223372036854775807");
  }
  EXPECT_EQ(Evaluated("${hadoop:counters('n')['g']['c']}",
                      R"({"nodes":{"n":{"counters":{"g":{"c":9223372036854775807}}}}})"),
            "Long 9223372036854775807");
}

TEST(Eval, ConvertsToTheWantedType) {
  EXPECT_EQ(Evaluated("5", R"({"type":"Integer"})"), "Integer 5");
  EXPECT_EQ(Evaluated("${7/2}", R"({"type":"Long"})"), "Long 3");
  EXPECT_EQ(Evaluated("${3}", R"({"type":"Double"})"), "Double 3.0");
  EXPECT_EQ(Evaluated("TRUE", R"({"type":"Boolean"})"), "Boolean true");
  EXPECT_EQ(Evaluated("${4294967296}", R"({"type":"Integer"})"),
            "error cannot convert 4294967296 to an Integer: it does not fit in 32 bits");
  EXPECT_EQ(Evaluated("x", R"({"type":"Long"})"),
            "error cannot convert \"x\", a String, to a Long");
  EXPECT_EQ(Evaluated("x", R"({"type":"Map"})"), "error cannot convert a String to a Map");
}

TEST(Eval, CountersAreZeroWhereThereAreNone) {
  const std::string context = R"({"nodes":{"H":{"counters":{"g":{"c":10}}}}})";
  EXPECT_EQ(Evaluated("${hadoop:counters('H')['g']['c']}", context), "Long 10");
  EXPECT_EQ(Evaluated("${hadoop:counters('H')['g']['d']}", context), "Long 0");
  EXPECT_EQ(Evaluated("${hadoop:counters('H')['x']['d']}", context), "Map {}");
  EXPECT_EQ(Evaluated("${hadoop:counters('H')['x']['d'] + 1}", context), "Long 1");
  EXPECT_EQ(Evaluated("a${hadoop:counters('none')[RECORDS][MAP_IN]}", context), "String \"a0\"");
  EXPECT_EQ(Evaluated("${hadoop:counters('none')[RECORDS][MAP_IN] == 0}", context), "Boolean true");
}

TEST(Eval, WhatANodeDoesNotHaveIsNull) {
  for (const char* context : {R"({"nodes":{"b":{"status":"OK"}}})", R"({"dialect":"hws"})"}) {
    EXPECT_EQ(Evaluated("${wf:errorCode('a')}", context), "Null null");
    EXPECT_EQ(Evaluated("${wf:errorMessage('b')}", context), "Null null");
    EXPECT_EQ(Evaluated("${wf:errorCode('b') eq null}", context), "Boolean true");
    EXPECT_EQ(Evaluated("<${wf:errorCode('b')}>", context), "String \"<>\"");
  }
  for (const char* text :
       {"${wf:transition('b')}", "${wf:lastErrorNode()}", "${wf:actionExternalId('b')}",
        "${wf:actionExternalStatus('b')}", "${wf:actionTrackerUri('b')}", "${wf:group()}"}) {
    EXPECT_EQ(Evaluated(text, R"({"nodes":{"b":{"status":"OK"}}})"), "Null null") << text;
  }
}

TEST(Eval, WhatOnlyHwsHas) {
  EXPECT_EQ(Evaluated("#{1+1}", R"({"dialect":"hws"})"), "Long 2");
  EXPECT_EQ(Evaluated("${wf:nodeStatus('a') == 'OK'}",
                      R"({"dialect":"hws","nodes":{"a":{"status":"OK"}}})"),
            "Boolean true");
}

TEST(Eval, NamesWhatIsWrong) {
  EXPECT_EQ(Evaluated("${nosuch}", "{}"), "error variable [nosuch] cannot be resolved");
  EXPECT_EQ(Evaluated("${hcat:exists('x')}", "{}").substr(0, 17), "error hcat:exists");
  EXPECT_EQ(Evaluated("${fs:exists('s3a://nn/x')}", "{}"),
            "error cannot check s3a://nn/x: the file system s3a is not supported");
}

TEST(EvalContext, RefusesWhatIsNoContext) {
  const auto refused = [](const std::string& json) -> std::string {
    EvalContext context;
    const rt::Result<void> read = context.Read(json);
    EXPECT_FALSE(read) << json;
    return read ? "" : read.error().message;
  };
  EXPECT_EQ(refused("{"), "not JSON at byte 2");
  EXPECT_EQ(refused("[]"), "the context must be an object");
  EXPECT_EQ(refused(R"({"dialect":"x"})"), "\"dialect\" is \"x\", expected \"oozie\" or \"hws\"");
  EXPECT_NE(refused(R"({"type":"int"})").find("expected String"), std::string::npos);
  EXPECT_EQ(refused(R"({"job":{"run":"x"}})"), "\"run\" must be a whole number");
  EXPECT_EQ(refused(R"({"properties":{"a":[]}})"), "\"a\" must be a string");
  EXPECT_NE(refused(R"({"properties":{"a":"${b}","b":"${a}"}})"), "");
}

TEST(EvalContext, NamesKeysThatItDoesNotKnow) {
  EvalContext context;
  const rt::Result<void> read = context.Read(
      R"({"propertys":{},"job":{"usr":"joe","id":"1"},"nodes":{"a":{"state":"OK","data":{"x":"1"}}},
          "token":{"user":{}},"properties":{"anything":"goes"}})");
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(context.unknown(),
            (std::vector<std::string>{
                "\"propertys\" is not known in the context; did you mean 'properties'?",
                "\"usr\" is not known in \"job\"; did you mean 'user'?",
                "\"state\" is not known in the node \"a\"",
                "\"user\" is not known in \"token\"; did you mean 'USER'?"}));
}

}  // namespace
}  // namespace hpdl::driver
