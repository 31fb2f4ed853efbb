#include "runtime/programs/program/completion.h"

namespace hpdl::rt {
namespace {

CompletedOption DescribeOption(const OptionSpec& option) {
  const bool path = option.path || option.argument == "FILE" || option.argument == "DIR";
  CompletedOption described{{Dashed(option.name)},
                            std::string(option.help),
                            path                      ? CompletedOption::Value::kPath
                            : option.argument.empty() ? CompletedOption::Value::kNone
                                                      : CompletedOption::Value::kAny,
                            std::string(option.choices)};
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
      described.options.push_back(DescribeOption(*option));
    }
    for (const OptionSpec* option : CommonOptions()) {
      described.options.push_back(DescribeOption(*option));
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
