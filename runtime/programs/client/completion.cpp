#include "runtime/programs/command_line/completion.h"

#include "runtime/programs/client/hws_command.h"
#include "runtime/programs/client/oozie_commands.h"
#include "runtime/programs/client/own_commands.h"

namespace hpdl::client {
namespace {

using rt::CompletedCommand;

CompletedCommand DescribeCommand(const CommandDecl& command) {
  CompletedCommand described{std::string(command.name), std::string(command.about), {}};
  for (const OptionSpec& option : command.options) {
    described.options.push_back(rt::DescribeOption(option, "-" + std::string(option.name)));
  }
  return described;
}

/// Returns the names of the verbs of `hws`, separated by '|'.
std::string HwsVerbNames() {
  std::string names;
  for (const HwsVerb& verb : HwsVerbs()) {
    names.append(names.empty() ? "" : "|").append(verb.name);
  }
  return names;
}

/// Adds the verbs of `job` that can also be typed as commands (JobVerbs). They have the options of
/// `job`.
void AddJobVerbs(rt::CompletedProgram* program) {
  CompletedCommand command = DescribeCommand(*FindOozieCommand("job"));
  for (const std::string_view verb : JobVerbs()) {
    command.name = verb;
    command.help = "do the same as job -" + command.name;
    if (FindOozieCommand(verb) == nullptr) {
      program->commands.push_back(command);
    }
  }
}

}  // namespace

std::optional<std::string> CompletionScript(const std::string& shell) {
  rt::CompletedProgram program{
      {"hpdl", "oozie"},
      {},
      {{"--help", "print the commands"}, {"--version", "print the version"}}};
  for (const CommandDecl& command : OozieCommands()) {
    program.commands.push_back(DescribeCommand(command));
    program.commands.back().paths = command.name == "validate";
  }
  AddJobVerbs(&program);
  for (const OwnCommand& command : OwnCommands()) {
    program.commands.push_back(DescribeCommand(command.decl()));
    if (command.decl == &HwsDecl) {
      program.commands.back().operands = HwsVerbNames();
      program.commands.back().paths = true;  // the operand FILE of `hws deploy`
    }
  }
  program.commands.push_back({"completion", "print a completion script", {}});
  program.commands.back().operands = rt::kCompletionShells;
  program.commands.push_back({"man", "print the manual page", {}});
  return rt::CompletionScript(shell, program);
}

}  // namespace hpdl::client
