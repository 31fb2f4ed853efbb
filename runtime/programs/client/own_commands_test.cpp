#include "runtime/programs/client/own_commands.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "runtime/programs/client/hws_command.h"
#include "runtime/programs/client/oozie_commands.h"

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
    for (const char* word : {"mapreduce", "watch", "logfilter", "systemmode", "interval", "queue",
                             "celos-undeploy", "hdfs-root", "resubmit"}) {
      EXPECT_THAT(script, HasSubstr(word)) << shell;
    }
  }
  EXPECT_EQ(CompletionScript("csh"), std::nullopt);
}

TEST(ManPage, HasAllCommandsAndOptions) {
  const std::string page = ManPage();
  for (const char* word :
       {".SS job\n", ".SS mapreduce\n", ".SS watch ", ".SS queue\n", ".SS celos\\-deploy ",
        "\\fB\\-deploy\\-dir\\fR \\fIDIR\\fR", "\\fB\\-logfilter\\fR \\fIarg\\fR\n",
        "\\fB\\-interval\\fR", ".SH EXIT STATUS\n"}) {
    EXPECT_THAT(page, HasSubstr(word));
  }
}

TEST(ManPage, HasWhatEachListHas) {
  const std::string page = ManPage();
  const auto has = [&](std::string text) {  // each '-' in the text must be escaped as in troff
    for (std::size_t at = 0; (at = text.find('-', at)) != std::string::npos; at += 2) {
      text.insert(at, 1, '\\');
    }
    return page.find(text) != std::string::npos;
  };
  const auto has_options = [&](const CommandDecl& command) {
    for (const OptionSpec& option : command.options) {
      const std::string value(option.argument);
      EXPECT_TRUE(has("\\fB-" + std::string(option.name) + "\\fR" +
                      (option.argument.empty() ? "\n" : " \\fI" + value + "\\fR\n")))
          << command.name << " " << option.name;
    }
  };
  for (const CommandDecl& command : OozieCommands()) {
    EXPECT_TRUE(has(".SS " + std::string(command.name) + "\n")) << command.name;
    has_options(command);
  }
  for (const HwsVerb& verb : HwsVerbs()) {
    EXPECT_TRUE(has("\\fBhws " + std::string(verb.name) + "\\fR")) << verb.name;
  }
  for (const OwnCommand& command : OwnCommands()) {
    EXPECT_TRUE(has(".SS " + std::string(command.decl().name))) << command.decl().name;
    has_options(command.decl());
  }
  for (const char* name : {"OOZIE_URL", "OOZIE_AUTH", "OOZIE_TIMEZONE", "OOZIE_CLIENT_OPTS",
                           "OOZIE_DEBUG", "CELOS_CI_USERNAME", "SSL_CERT_FILE"}) {
    EXPECT_TRUE(has("\\fB" + std::string(name) + "\\fR\n")) << name;
  }
}

TEST(OwnHelpText, HasEachOwnCommand) {
  for (const OwnCommand& command : OwnCommands()) {
    EXPECT_THAT(OwnHelpText(), HasSubstr("\n  " + std::string(command.decl().name) + " "));
  }
}

TEST(WorkText, HasEachKindThenEachItem) {
  const Json answer = ReadJson(R"({"work":[
    {"kind":"program","limit":3,"limitOfUser":2,"running":1,"waiting":1,"runningOfAll":1,"waitingOfAll":5,"items":[
      {"state":"RUNNING","user":"ann","verb":"wake","subject":"1-W","seconds":12},
      {"state":"WAITING","user":"bo","verb":"start","subject":"2\u001b[2J-W","seconds":0}]},
    {"kind":"picture","limit":1,"limitOfUser":1,"running":0,"waiting":0,"runningOfAll":0,"waitingOfAll":0,"items":[]}]})");
  EXPECT_EQ(WorkText(answer),
            "KIND     RUNNING  WAITING  LIMIT\n"
            "program  1        1 of 5   3, 2 per user\n"
            "picture  0        0        1\n"
            "\n"
            "KIND     STATE    FOR   USER  VERB   WHAT\n"
            "program  running  12 s  ann   wake   1-W\n"
            "program  waiting  0 s   bo    start  2\\x1B[2J-W\n");
}

}  // namespace
}  // namespace hpdl::client
