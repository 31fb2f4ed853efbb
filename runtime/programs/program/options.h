#ifndef HPDL_RUNTIME_PROGRAMS_PROGRAM_OPTIONS_H_
#define HPDL_RUNTIME_PROGRAMS_PROGRAM_OPTIONS_H_

#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "runtime/programs/command_line/option.h"

namespace hpdl::rt {

struct Invocation;

/// One command of the program.
struct CommandSpec {
  std::string_view name;
  std::string_view operands;  ///< as --help shows them: "JOB [NODE]"; a word in [] may be left out
  std::string_view summary;
  std::string_view details;  ///< further text of --help
  std::span<const OptionSpec* const> options;
  int (*run)(Invocation& invocation);  ///< returns the exit code
  std::string_view choices = {};       ///< values of the first operand, separated by '|'

  /// True if an operand of the command is a job.
  bool TakesJob() const { return operands.find("JOB") != std::string_view::npos; }
};

/// A parsed command line.
struct ParsedLine {
  /// Null if the command line has no command and asks for the help or the version of the program.
  const CommandSpec* command = nullptr;
  bool help = false;
  bool version = false;
  std::vector<std::pair<const OptionSpec*, std::string>> options;
  std::vector<std::string> operands;
  std::string error;  ///< the error; if it is not empty, the other fields have no meaning

  bool Has(std::string_view name) const;
  /// Returns the value of the last option `name` in the command line; `fallback` if the command
  /// line has no option `name`.
  std::string Value(std::string_view name, std::string_view fallback = {}) const;
  std::vector<std::string> All(std::string_view name) const;
};

/// Returns the options that every command has.
std::span<const OptionSpec* const> CommonOptions();

/// Reads `args` (without the program's name). Options may stand anywhere after the command. Common
/// options may also stand before the command. The forms are `--name VALUE`, `--name=VALUE`, `-D
/// k=v` and `-Dk=v`. After `--`, every word is an operand. A name may be shortened as long as no
/// other name begins in the same way.
ParsedLine ParseLine(std::span<const CommandSpec> commands, std::span<const std::string_view> args);

/// Returns the text of `PROGRAM --help` and of `PROGRAM COMMAND --help`.
std::string ProgramHelp(std::span<const CommandSpec> commands, std::string_view program,
                        std::string_view title);
std::string CommandHelp(const CommandSpec& command, std::string_view program);

/// Returns the name of an option as users type it: "--local", "-D".
std::string Dashed(std::string_view name);

/// Returns `line` for use in hints, as a person types it in a shell, with the flag `--extra` added.
/// If the name of a property looks like the name of a secret, its value is replaced by asterisks.
std::string CommandWithFlag(const ParsedLine& line, std::string_view program,
                            std::string_view extra);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_PROGRAMS_PROGRAM_OPTIONS_H_
