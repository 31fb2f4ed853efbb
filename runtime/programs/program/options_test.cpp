#include "runtime/programs/program/options.h"

#include <gtest/gtest.h>

#include "runtime/programs/program/completion.h"

namespace hpdl::rt {
namespace {

int None(Invocation&) {
  return 0;
}

constexpr OptionSpec kDefine = {"D", "NAME=VALUE", "a property"};
constexpr OptionSpec kLocal = {"local", "", "here"};
constexpr OptionSpec kLen = {"len", "N", "number", {}, 'n'};
constexpr OptionSpec kQuiet = {"quiet", "", "says less", {}, 'q'};
constexpr OptionSpec kProgress = {"progress", "MODE", "view", "auto|plain|json|none"};
constexpr const OptionSpec* kRunOptions[] = {&kDefine, &kLocal, &kLen, &kQuiet, &kProgress};
constexpr CommandSpec kCommands[] = {
    {"run", "", "runs", "", kRunOptions, None},
    {"retry", "JOB NODE", "tries again", "", {}, None},
    {"graph", "[JOB]", "draws", "", {}, None},
    {"store", "ACTION JOB", "looks after", "", {}, None, "check|salvage"},
};

ParsedLine Parse(std::vector<std::string_view> args) {
  return ParseLine(kCommands, args);
}

TEST(Options, FormsOfAnOption) {
  const ParsedLine line =
      Parse({"run", "-D", "a=1", "-Db=2=3", "--progress=plain", "--len", "5", "--local"});
  ASSERT_EQ(line.error, "");
  EXPECT_EQ(line.command->name, "run");
  EXPECT_EQ(line.All("D"), (std::vector<std::string>{"a=1", "b=2=3"}));
  EXPECT_EQ(line.Value("progress"), "plain");
  EXPECT_EQ(line.Value("len"), "5");
  EXPECT_TRUE(line.Has("local"));
  EXPECT_EQ(line.Value("state", "none"), "none");
}

TEST(Options, LastOneWinsAndStateMayComeFirst) {
  const ParsedLine line = Parse({"--state", "/a", "run", "--state=/b", "--progress", "json"});
  ASSERT_EQ(line.error, "");
  EXPECT_EQ(line.Value("state"), "/b");
}

TEST(Options, UniqueBeginningIsEnough) {
  EXPECT_EQ(Parse({"run", "--prog", "json"}).Value("progress"), "json");
  EXPECT_EQ(Parse({"run", "--l", "5"}).error, "option '--l' is ambiguous; write it out in full");
}

TEST(Options, DoubleDashEndsOptions) {
  const ParsedLine line = Parse({"retry", "id", "--", "--odd-node"});
  ASSERT_EQ(line.error, "");
  EXPECT_EQ(line.operands, (std::vector<std::string>{"id", "--odd-node"}));
}

TEST(Options, Refusals) {
  EXPECT_EQ(Parse({"rnu"}).error, "unknown command 'rnu'; did you mean run?");
  EXPECT_EQ(Parse({"frobnicate"}).error, "unknown command 'frobnicate'");
  EXPECT_EQ(Parse({"run", "--locale"}).error,
            "run: unknown option '--locale'; did you mean --local?");
  EXPECT_EQ(Parse({"run", "--len"}).error, "option --len needs a value: N");
  EXPECT_EQ(Parse({"run", "--local=yes"}).error, "option --local takes no value");
  EXPECT_EQ(Parse({"run", "--progress", "jsn"}).error,
            "--progress 'jsn': expected auto|plain|json|none; did you mean json?");
  EXPECT_EQ(Parse({"run", "extra"}).error, "run: unexpected 'extra'");
  EXPECT_EQ(Parse({"retry", "id"}).error, "retry: NODE is missing");
  EXPECT_EQ(Parse({"graph"}).error, "");
  EXPECT_EQ(Parse({"graph", "a", "b"}).error, "graph: unexpected 'b'");
  EXPECT_EQ(Parse({"store", "chekc", "id"}).error,
            "store: 'chekc': expected check|salvage; did you mean check?");
  EXPECT_EQ(Parse({"--local", "run"}).error, "option '--local' must come after the command");
  EXPECT_EQ(Parse({"run", "-x"}).error.find("run: unknown option '-x'"), 0U);
}

TEST(Options, ControlCharactersInTheMessage) {
  EXPECT_EQ(Parse({"a\x1b[2Jb"}).error, "unknown command 'a\\x1B[2Jb'");
}

TEST(Options, Help) {
  EXPECT_TRUE(Parse({"--help"}).help);
  EXPECT_TRUE(Parse({"help"}).help);
  const ParsedLine line = Parse({"retry", "--help"});
  EXPECT_TRUE(line.help);
  EXPECT_EQ(line.error, "");
  EXPECT_EQ(line.command->name, "retry");
  EXPECT_TRUE(Parse({"--version"}).version);
  const std::string program = ProgramHelp(kCommands, "./wf", "A workflow.");
  const std::string run = CommandHelp(kCommands[0], "./wf");
  for (const CommandSpec& command : kCommands) {
    EXPECT_NE(program.find("  " + std::string(command.name)), std::string::npos);
  }
  EXPECT_NE(run.find("--progress auto|plain|json|none"), std::string::npos) << run;
  EXPECT_NE(run.find("-D NAME=VALUE"), std::string::npos);
  EXPECT_NE(run.find("--state DIR"), std::string::npos);
  for (const std::string& text : {program, run}) {
    for (std::size_t at = 0; at < text.size();) {
      const std::size_t end = text.find('\n', at);
      EXPECT_LE(end - at, 80U) << text.substr(at, end - at);
      at = end + 1;
    }
  }
}

TEST(Options, CompletionKnowsEveryOptionAndItsChoices) {
  const std::string script = *CompletionScript("bash", DescribeForShells(kCommands, "my-wf.x"));
  EXPECT_NE(script.find("complete -o filenames -F _hpdl_my_wf_x my-wf.x"), std::string::npos);
  EXPECT_NE(script.find("run retry graph store --version --help"), std::string::npos);
  EXPECT_NE(script.find("'run --progress') COMPREPLY=($(compgen -W 'auto plain json none'"),
            std::string::npos);
  EXPECT_NE(script.find("-D --local --len -n --quiet -q --progress --state --help"),
            std::string::npos)
      << script;
  const std::string zsh = *CompletionScript("zsh", DescribeForShells(kCommands, "my-wf.x"));
  EXPECT_NE(zsh.find("compdef _hpdl_my_wf_x my-wf.x"), std::string::npos) << zsh;
  EXPECT_NE(zsh.find("'run --progress') compadd -- auto plain json none"), std::string::npos);
  const std::string fish = *CompletionScript("fish", DescribeForShells(kCommands, "my-wf.x"));
  EXPECT_NE(fish.find("-l progress -x -a 'auto plain json none' -d 'view'"), std::string::npos)
      << fish;
  EXPECT_NE(fish.find("-l len -s n -x"), std::string::npos) << fish;
}

TEST(Options, SpellingsOfOozie) {
  EXPECT_EQ(Parse({"run", "-local"}).error, "run: unknown option '-local'; did you mean --local?");
  EXPECT_EQ(Parse({"run", "-retry", "x"}).error,
            "run: unknown option '-retry'; retry is a command: retry JOB NODE");
  EXPECT_EQ(Parse({"-graph"}).error,
            "option '-graph' must come after the command; graph is a command: graph [JOB]");
  EXPECT_EQ(Parse({"run", "-oozie", "http://h"}).error,
            "run: unknown option '-oozie'; the program uses no server; leave this option out");
  EXPECT_EQ(Parse({"job", "-info", "x"}).error.find("unknown command 'job'; leave this word out"),
            0U);
  EXPECT_EQ(Parse({"run", "-Dname=x"}).error, "");
}

TEST(Options, AShortName) {
  EXPECT_EQ(Parse({"run", "-n", "5"}).Value("len"), "5");
  EXPECT_EQ(Parse({"run", "-n5"}).Value("len"), "5");
  EXPECT_TRUE(Parse({"run", "-q"}).Has("quiet"));
  // The parser does not read `-quiet` as the short option -q followed by other letters.
  EXPECT_EQ(Parse({"run", "-quiet"}).error, "run: unknown option '-quiet'; did you mean --quiet?");
  EXPECT_NE(CommandHelp(kCommands[0], "./wf").find("-n, --len N"), std::string::npos);
}

TEST(Options, HelpOfACommandByName) {
  const ParsedLine line = Parse({"help", "retry"});
  EXPECT_TRUE(line.help);
  ASSERT_NE(line.command, nullptr) << line.error;
  EXPECT_EQ(line.command->name, "retry");
  EXPECT_EQ(Parse({"help", "rtery"}).error, "unknown command 'rtery'; did you mean retry?");
}

TEST(Options, TheCommandToType) {
  const ParsedLine line = Parse({"run", "-D", "a=it's $5", "--progress", "none", "--quiet", "-D",
                                 "db.password=hunter2", "--state", "/a b"});
  ASSERT_EQ(line.error, "");
  EXPECT_EQ(CommandWithFlag(line, "./wf", "local"),
            "./wf run --local -D 'a=it'\\''s $5' --progress none --quiet -D db.password=**** "
            "--state '/a b'");
}

}  // namespace
}  // namespace hpdl::rt
