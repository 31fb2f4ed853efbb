#include <boost/program_options/cmdline.hpp>
#include <boost/program_options/options_description.hpp>
#include <cstdio>
#include <optional>
#include <string>
#include <string_view>

#include "compiler/driver/commands/command.h"
#include "compiler/driver/commands/options.h"
#include "runtime/programs/command_line/completion.h"

namespace po = boost::program_options;

namespace hpdl::driver {
namespace {

constexpr char kAboutCompletion[] =
    "Prints the completion script of a shell.\n"
    "  bash: eval \"$(hpdlc completion bash)\"\n"
    "  zsh:  eval \"$(hpdlc completion zsh)\", after compinit\n"
    "  fish: hpdlc completion fish | source";

/// The end of a shell command that begins with `hpdlc` and prints the kinds of diagnostics and of
/// actions, one on each line.
constexpr char kListKinds[] = "explain 2>/dev/null | cut -d\" \" -f1";
/// The end of a shell command that begins with `hpdlc` and prints -Wno-KIND for each kind of
/// diagnostics.
constexpr char kListSilences[] =
    R"(explain 2>/dev/null | sed -n "s/^\([A-Z][A-Za-z0-9]*\) .*/-Wno-\1/p")";

rt::CompletedOption DescribeOption(const po::option_description& option) {
  rt::CompletedOption described{{"--" + option.long_name()}, option.description()};
  const std::string letter =
      option.canonical_display_name(po::command_line_style::allow_dash_for_short);
  if (letter.size() == 2) {
    described.names.push_back(letter);
  }
  const std::string argument = ArgumentOf(option);
  if (argument.find('|') != std::string::npos) {
    described.words = argument;
  }
  const bool path = argument == "FILE" || argument == "DIR" || argument == "PROGRAM";
  described.value = path               ? rt::CompletedOption::Value::kPath
                    : argument.empty() ? rt::CompletedOption::Value::kNone
                                       : rt::CompletedOption::Value::kAny;
  return described;
}

rt::CompletedCommand DescribeCommand(const Command& command) {
  rt::CompletedCommand described{std::string(command.name), command.summary, {}};
  const CommandLine line(command);
  for (const auto& option : line.options.options()) {
    if (option->long_name() == "warn") {
      described.options.push_back({{"-Werror"}, "treat warnings as errors"});
      described.list_options = kListSilences;
    } else {
      described.options.push_back(DescribeOption(*option));
    }
  }
  described.operands = command.operands;
  described.list_operands = command.kinds ? kListKinds : "";
  described.paths = command.operands.empty() && !command.kinds;
  return described;
}

int PrintCompletion(const CommandLine& line) {
  rt::CompletedProgram program{
      {"hpdlc"}, {}, {{"--version", "print the version"}, {"--help", "list the commands"}}};
  rt::CompletedCommand help{"help", "show the help of a command", {}};
  for (const Command* command : Commands()) {
    program.commands.push_back(DescribeCommand(*command));
    help.operands.append(help.operands.empty() ? "" : "|").append(command->name);
  }
  program.commands.push_back(std::move(help));
  const std::optional<std::string> script =
      rt::CompletionScript(line.operands.size() == 1 ? line.operands[0] : "", program);
  if (!script) {
    return UsageError(line.name, "give the name of a shell: bash, zsh or fish");
  }
  std::fputs(script->c_str(), stdout);
  return kExitOk;
}

}  // namespace

const Command kCompletionCommand = {"completion",
                                    "print the completion script of a shell",
                                    "bash|zsh|fish",
                                    kAboutCompletion,
                                    nullptr,
                                    &PrintCompletion,
                                    rt::kCompletionShells};

}  // namespace hpdl::driver
