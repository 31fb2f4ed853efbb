#include "runtime/ground/token/token.h"

#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "compiler/driver/eval/eval_context.h"
#include "compiler/driver/eval/eval_expression.h"

namespace hpdl::driver {
namespace {

using nlohmann::json;

struct Case {
  std::string id, puts, expression, expected;
};

std::vector<Case> ReadCases() {
  std::ifstream file(HPDL_SOURCE_DIR "/test/conformance/token.tsv");
  std::vector<Case> cases;
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line[0] == '#') {
      continue;
    }
    std::istringstream columns(line);
    Case& one = cases.emplace_back();
    for (std::string* column : {&one.id, &one.puts, &one.expression, &one.expected}) {
      std::getline(columns, *column, '\t');
    }
  }
  return cases;
}

/// Returns a context file whose workflow token has the values in `puts`, a list of words of the
/// form NODE:KEY=VALUE.
json ContextOf(const std::string& puts) {
  json token = {{"USER", json::object()}, {"SYSTEM", json::object()}};
  std::istringstream words(puts == "-" ? "" : puts);
  for (std::string put; words >> put;) {
    const std::size_t colon = put.find(':');
    const bool system = put[colon + 1] == ':';
    const std::size_t key = colon + (system ? 2 : 1);
    const std::size_t equals = put.find('=', key);
    token[system ? "SYSTEM" : "USER"][put.substr(key, equals - key)].push_back(
        {put.substr(0, colon), put.substr(equals + 1)});
  }
  return {{"token", token}, {"current", "now"}};
}

EvalResult Evaluate(const json& context, const std::string& expression) {
  EvalContext read;
  const rt::Result<void> done = read.Read(context.dump());
  EXPECT_TRUE(done) << done.error().message;
  return EvaluateText(expression, &read);
}

TEST(Token, ConformanceCases) {
  const std::vector<Case> cases = ReadCases();
  ASSERT_GT(cases.size(), 40U);
  for (const Case& one : cases) {
    const EvalResult result = Evaluate(ContextOf(one.puts), one.expression);
    const std::string where = one.id + ": " + one.puts + " " + one.expression;
    const std::size_t blank = one.expected.find(' ');
    ASSERT_NE(blank, std::string::npos) << where;
    const std::string rest = one.expected.substr(blank + 1);
    if (one.expected.substr(0, blank) == "error") {
      EXPECT_FALSE(result.ok) << where << " gave " << result.text;
      EXPECT_NE(result.error.find(rest), std::string::npos) << where << ": " << result.error;
    } else {
      ASSERT_TRUE(result.ok) << where << ": " << result.error;
      EXPECT_EQ(result.type + " " + result.json, one.expected) << where;
    }
  }
}

TEST(Token, KeysAndValuesThatAreTooLong) {
  const std::string megabyte(1024 * 1024, 'x');
  json context = {{"current", "now"}, {"properties", {{"big", megabyte}}}};
  for (const char* expression : {"${token:put(big, 1)}", "${token:put('k', big)}"}) {
    const EvalResult result = Evaluate(context, expression);
    EXPECT_FALSE(result.ok);
    EXPECT_NE(result.error.find("1048576 bytes is too long"), std::string::npos) << result.error;
    EXPECT_LT(result.error.size(), 200U) << "the error does not repeat the text";
  }
  context["properties"]["big"] = std::string(rt::kMaxTokenValue, 'x');
  EXPECT_TRUE(Evaluate(context, "${token:put('k', big)}").ok);
  context["properties"]["big"] = std::string(rt::kMaxTokenKey, 'x');
  EXPECT_TRUE(Evaluate(context, "${token:put(big, 1)}").ok);
  // A search for a key that is too long is no error. A key of this length does not exist.
  context["properties"]["big"] = megabyte;
  EXPECT_EQ(Evaluate(context, "${token:contains(big)}").text, "false");
}

TEST(Token, ContextFilesThatAreWrong) {
  for (const char* text :
       {R"({"token":1})", R"({"token":{"USER":[]}})", R"({"token":{"USER":{"k":"v"}}})",
        R"({"token":{"USER":{"k":[["a"]]}}})", R"({"token":{"SYSTEM":{"k":[["a",null]]}}})",
        R"({"token":{"USER":{"k":[[1,"v"]]}}})"}) {
    EvalContext context;
    const rt::Result<void> read = context.Read(text);
    ASSERT_FALSE(read) << text;
    EXPECT_FALSE(read.error().message.empty()) << text;
  }
}

TEST(Token, PutWantsANode) {
  const EvalResult result = Evaluate(json::object(), "${token:put('k', 1)}");
  EXPECT_FALSE(result.ok);
  EXPECT_NE(result.error.find("does not belong to a workflow node"), std::string::npos)
      << result.error;
}

}  // namespace
}  // namespace hpdl::driver
