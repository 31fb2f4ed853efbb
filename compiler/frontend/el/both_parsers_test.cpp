#include "compiler/frontend/el/testing/both_parsers.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <vector>

#include "runtime/ground/expression/scan.h"

namespace hpdl::frontend {
namespace {

/// Returns the body of each `${...}` in a text.
std::vector<std::string> ExpressionsIn(const std::string& text) {
  std::vector<std::string> bodies;
  rt::TemplateScanner scanner(text, false);
  for (rt::Segment segment; scanner.Next(&segment);) {
    if (segment.expression && segment.closed) {
      bodies.emplace_back(rt::BodyOf(text, segment));
    }
  }
  return bodies;
}

TEST(BothParsers, ReadAllExpressionsOfTheTestsAlike) {
  ElParser parser;
  std::size_t read = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(
           std::filesystem::path(HPDL_SOURCE_DIR) / "test")) {
    if (!entry.is_regular_file() || entry.file_size() > (std::uint64_t{4} << 20)) {
      continue;
    }
    std::ifstream stream(entry.path(), std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(stream), {}};
    for (const std::string& body : ExpressionsIn(text)) {
      ++read;
      const std::string what = testing::Disagreement(parser, body);
      ASSERT_EQ(what, "") << entry.path() << ": ${" << body.substr(0, 500) << "}";
    }
  }
  EXPECT_GT(read, 1000U);
}

/// Reads random rows of tokens. Most rows are invalid. They bring the parsers into states that no
/// hand-written test covers.
TEST(BothParsers, ReadRandomRowsOfTokensAlike) {
  const char* const words[] = {"a",      "b",          "f(",
                               "wf:id(", "g",          ":",
                               "(",      ")",          "[",
                               "]",      ".",          ",",
                               "?",      "+",          "-",
                               "*",      "/",          "%",
                               "div",    "mod",        "==",
                               "!=",     "<",          "<=",
                               ">",      ">=",         "eq",
                               "ne",     "lt",         "le",
                               "gt",     "ge",         "and",
                               "or",     "&&",         "||",
                               "!",      "not",        "empty",
                               "1",      "0x1",        "1.",
                               ".5",     "1e3",        "1e",
                               "'s'",    "\"\\\"\"",   "'\\n'",
                               "'open",  "true",       "false",
                               "null",   "instanceof", "=",
                               "&",      "\xC3\xB6",   "99999999999999999999",
                               "a.b",    "x:y(",       "{",
                               "#",      "\\",         " ",
                               "\n"};
  ElParser parser;
  std::mt19937 random(7);
  for (int round = 0; round < 60'000; ++round) {
    std::string body;
    for (std::uint32_t left = random() % 12; left > 0; --left) {
      body += words[random() % std::size(words)];
      body += random() % 3 == 0 ? " " : "";
    }
    for (const std::string& each : ExpressionsIn("${" + body + "}")) {
      ASSERT_EQ(testing::Disagreement(parser, each), "") << "${" << each << "}";
    }
  }
}

TEST(BothParsers, AreBoundedAlike) {
  ElParser parser;
  for (const int count : {199, 200, 201, 999, 1000, 1001, 30'000}) {
    const auto many = [&](const std::string& part) {
      std::string text;
      for (int i = 0; i < count; ++i) {
        text += part;
      }
      return text;
    };
    for (const std::string& body :
         {many("(") + "1" + many(")"), many("-") + "1", "1" + many("+1"), many("a?b:") + "c",
          "a" + many(".b"), many("a[") + "1" + many("]"), many("f(") + many(")"), many("(")}) {
      EXPECT_EQ(testing::Disagreement(parser, body), "") << count << " " << body.substr(0, 20);
    }
  }
}

}  // namespace
}  // namespace hpdl::frontend
