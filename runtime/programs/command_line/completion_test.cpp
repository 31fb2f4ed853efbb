#include "runtime/programs/command_line/completion.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace hpdl::rt {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

CompletedProgram Example() {
  CompletedProgram program{{"a.b", "other"}, {}, {{"--version", "show the version"}}};
  program.commands.push_back(
      {"run",
       "run a job's nodes",
       {{{"--format", "-f"}, "the format", CompletedOption::Value::kAny, "text|json"},
        {{"-config"}, "a file", CompletedOption::Value::kPath},
        {{"-D"}, "a property", CompletedOption::Value::kAny},
        {{"--local"}, "on this machine"}},
       "first|last",
       "jobs --ids 2>/dev/null",
       "kinds",
       true});
  program.commands.push_back({"quit", "end", {}});
  return program;
}

TEST(Completion, OfBash) {
  const std::string script = *CompletionScript("bash", Example());
  EXPECT_THAT(script, HasSubstr("_hpdl_a_b() {"));
  EXPECT_THAT(script, HasSubstr("compgen -W 'run quit --version '"));
  EXPECT_THAT(script, HasSubstr("'run --format'|'run -f') COMPREPLY=($(compgen -W 'text json'"));
  EXPECT_THAT(script, HasSubstr("'run -config') COMPREPLY=($(compgen -f"));
  EXPECT_THAT(script, HasSubstr("'run -D') return ;;"));
  EXPECT_THAT(script, Not(HasSubstr("'run --local'")));
  EXPECT_THAT(script, HasSubstr("run) options='--format -f -config -D --local' "
                                "operands='first last' paths=1\n"));
  EXPECT_THAT(script, HasSubstr("operands+=\" $(\"${COMP_WORDS[0]}\" jobs --ids 2>/dev/null)\""));
  EXPECT_THAT(script, HasSubstr("complete -o filenames -F _hpdl_a_b a.b other\n"));
}

TEST(Completion, OfZsh) {
  const std::string script = *CompletionScript("zsh", Example());
  EXPECT_THAT(script, HasSubstr("#compdef a.b other\n"));
  EXPECT_THAT(script, HasSubstr("'run:run a job'\\''s nodes'"));
  EXPECT_THAT(script, HasSubstr("'run --format'|'run -f') compadd -- text json; return ;;"));
  EXPECT_THAT(script, HasSubstr("'--format:the format' '-f:the format'"));
  EXPECT_THAT(script, HasSubstr("'--version:show the version'"));
}

TEST(Completion, OfFish) {
  const std::string script = *CompletionScript("fish", Example());
  EXPECT_THAT(script, HasSubstr("-a run -d 'run a job\\'s nodes'"));
  EXPECT_THAT(script, HasSubstr(" -l format -s f -x -a 'text json' -d 'the format'"));
  EXPECT_THAT(script, HasSubstr(" -o config -r -F -d 'a file'"));
  EXPECT_THAT(script, HasSubstr(" -s D -x -d 'a property'"));
  EXPECT_THAT(script, HasSubstr("complete -c 'other' -n __fish_use_subcommand -l version"));
  EXPECT_THAT(script, HasSubstr("$words[1] jobs --ids 2>/dev/null)'"));
}

TEST(Completion, OfOtherShells) {
  EXPECT_EQ(CompletionScript("csh", Example()), std::nullopt);
  EXPECT_EQ(CompletionScript("", Example()), std::nullopt);
}

TEST(Completion, OfADeclaredOption) {
  const CompletedOption file = DescribeOption({"out", "FILE", "a file\nand more"}, "--out");
  EXPECT_EQ(file.names, std::vector<std::string>{"--out"});
  EXPECT_EQ(file.help, "a file");
  EXPECT_EQ(file.value, CompletedOption::Value::kPath);
  EXPECT_EQ(DescribeOption({"D", "K=V", ""}, "-D").value, CompletedOption::Value::kAny);
  EXPECT_EQ(DescribeOption({"all", "", ""}, "--all").value, CompletedOption::Value::kNone);
  EXPECT_EQ(DescribeOption(TakesPath({"c", "arg", ""}), "-c").value, CompletedOption::Value::kPath);
  EXPECT_EQ(DescribeOption({"f", "X", "", "a|b"}, "-f").words, "a|b");
}

}  // namespace
}  // namespace hpdl::rt
