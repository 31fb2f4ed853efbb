#include "runtime/client/own_commands.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace hpdl::client {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST(WithJobVerb, IsShortForJob) {
  EXPECT_THAT(WithJobVerb({"info", "a-W", "-verbose"}),
              ElementsAre("job", "-info", "a-W", "-verbose"));
  EXPECT_THAT(WithJobVerb({"kill", "a-W"}), ElementsAre("job", "-kill", "a-W"));
  EXPECT_THAT(WithJobVerb({"info", "-timezones"}), ElementsAre("info", "-timezones"));
  EXPECT_THAT(WithJobVerb({"info"}), ElementsAre("info"));
  EXPECT_THAT(WithJobVerb({"jobs", "x"}), ElementsAre("jobs", "x"));
}

TEST(CompletionScript, HasAllCommandsAndOptions) {
  for (const char* shell : {"bash", "zsh", "fish"}) {
    const std::string script = CompletionScript(shell).value_or("");
    for (const char* word : {"mapreduce", "watch", "logfilter", "systemmode", "interval"}) {
      EXPECT_THAT(script, HasSubstr(word)) << shell;
    }
  }
  EXPECT_EQ(CompletionScript("csh"), std::nullopt);
}

TEST(ManPage, HasAllCommandsAndOptions) {
  const std::string page = ManPage();
  for (const char* word :
       {".SS job\n", ".SS mapreduce\n", ".SS watch ", "\\fB\\-logfilter\\fR \\fIarg\\fR\n",
        "\\fB\\-interval\\fR", ".SH EXIT STATUS\n"}) {
    EXPECT_THAT(page, HasSubstr(word));
  }
}

}  // namespace
}  // namespace hpdl::client
