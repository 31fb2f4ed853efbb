#include "runtime/programs/program/completion.h"

namespace hpdl::rt {
namespace {

CompletedOption Describe(const OptionSpec& option) {
  CompletedOption described = DescribeOption(option, Dashed(option.name));
  if (option.letter != '\0') {
    described.names.push_back(Dashed(std::string_view(&option.letter, 1)));
  }
  return described;
}

}  // namespace

CompletedProgram DescribeForShells(std::span<const CommandSpec> commands, std::string_view name) {
  CompletedProgram program{{std::string(name)},
                           {},
                           {{"--version", "show the workflow and the version of the compiler"},
                            {"--help", "list the commands"}}};
  for (const CommandSpec& command : commands) {
    CompletedCommand described{std::string(command.name), std::string(command.summary), {}};
    for (const OptionSpec* option : command.options) {
      described.options.push_back(Describe(*option));
    }
    for (const OptionSpec* option : CommonOptions()) {
      described.options.push_back(Describe(*option));
    }
    described.operands = command.choices;
    if (command.TakesJob()) {
      described.operands.append(described.operands.empty() ? "last" : "|last");
      described.list_operands = "jobs --ids 2>/dev/null";
    }
    program.commands.push_back(std::move(described));
  }
  return program;
}

}  // namespace hpdl::rt
