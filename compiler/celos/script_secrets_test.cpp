#include "compiler/celos/script_secrets.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace hpdl::celos {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

std::vector<std::string> Found(std::string_view text) {
  std::vector<std::string> found;
  for (const Range range : SecretsOfScript(text)) {
    found.emplace_back(text.substr(range.begin, range.end - range.begin));
  }
  return found;
}

TEST(ScriptSecrets, ByTheirNames) {
  EXPECT_THAT(Found(R"({"db.password": "hive123", user: "u"})"), ElementsAre("hive123"));
  EXPECT_THAT(Found("var password = 'hive123';"), ElementsAre("hive123"));
  EXPECT_THAT(Found("x = {apiToken : `abc123`}"), ElementsAre("abc123"));
  EXPECT_THAT(Found(R"(f("password", "hive123"))"), IsEmpty()) << "no name stands before it";
  EXPECT_THAT(Found(R"({"db.password": "${dbPassword}"})"), IsEmpty());
}

TEST(ScriptSecrets, ByTheirLooks) {
  EXPECT_THAT(Found(R"(url: "https://u:hunter2@example.org/")"), ElementsAre("hunter2"));
}

TEST(ScriptSecrets, ApostrophesOfCommentsBeginNothing) {
  EXPECT_THAT(Found("// it's\npassword: 'a1b2c3'"), ElementsAre("a1b2c3"));
  EXPECT_THAT(Found("password: 'a1\\'b2'"), ElementsAre("a1\\'b2"));
  EXPECT_THAT(Found("password: 'a1"), IsEmpty());
  EXPECT_THAT(Found("'"), IsEmpty());
  EXPECT_THAT(Found("'\\"), IsEmpty());
}

}  // namespace
}  // namespace hpdl::celos
