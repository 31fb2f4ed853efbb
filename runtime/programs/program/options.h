#ifndef HPDL_RUNTIME_PROGRAMS_PROGRAM_OPTIONS_H_
#define HPDL_RUNTIME_PROGRAMS_PROGRAM_OPTIONS_H_

#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace hpdl::rt {

/// One option of a command. The table of these is the source of the parser, of --help and of the
/// completion script.
struct OptionSpec {
  std::string_view name;      ///< without dashes; of one letter: written with one dash
  std::string_view argument;  ///< what --help calls its value; empty: the option is a flag
  std::string_view help;
  std::string_view choices = {};  ///< the values allowed, separated by '|'; empty: any
  char letter = '\0';             ///< a second, short name, written with one dash
};

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

  /// Whether its first or second operand is a job.
  bool TakesJob() const { return operands.find("JOB") != std::string_view::npos; }
};

/// A command line that fits a command.
struct ParsedLine {
  const CommandSpec* command = nullptr;  ///< null: --help or --version of the program itself
  bool help = false;
  bool version = false;
  std::vector<std::pair<const OptionSpec*, std::string>> options;
  std::vector<std::string> operands;
  std::string error;  ///< nonempty: what is wrong; nothing else counts then

  bool Has(std::string_view name) const;
  /// The last value given, or `fallback`.
  std::string Value(std::string_view name, std::string_view fallback = {}) const;
  std::vector<std::string> All(std::string_view name) const;
};

/// Options that every command has.
std::span<const OptionSpec* const> CommonOptions();

/// Reads `args` (without the program's name). Options may stand anywhere after the command, and the
/// common ones before it; `--name VALUE` and `--name=VALUE`, `-D k=v` and `-Dk=v`; after `--` all
/// is an operand. A name may be shortened as long as it is unique.
ParsedLine ParseLine(std::span<const CommandSpec> commands, std::span<const std::string_view> args);

/// Text of `PROGRAM --help` and of `PROGRAM COMMAND --help`.
std::string ProgramHelp(std::span<const CommandSpec> commands, std::string_view program,
                        std::string_view title);
std::string CommandHelp(const CommandSpec& command, std::string_view program);

/// The name of an option as it is typed: "--local", "-D".
std::string Dashed(std::string_view name);

/// `line` as a person types it to a shell, with the flag `--extra` added: for hints. Values of
/// properties whose names speak of a secret are asterisks.
std::string CommandWithFlag(const ParsedLine& line, std::string_view program,
                            std::string_view extra);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_PROGRAMS_PROGRAM_OPTIONS_H_
