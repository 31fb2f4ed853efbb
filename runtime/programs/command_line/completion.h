#ifndef HPDL_RUNTIME_PROGRAMS_COMMAND_LINE_COMPLETION_H_
#define HPDL_RUNTIME_PROGRAMS_COMMAND_LINE_COMPLETION_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "runtime/programs/command_line/option.h"

/// Makes completion scripts for bash, zsh and fish from descriptions of programs. hpdlc, hpdl and
/// emitted programs make the descriptions from the declarations of their command lines.
namespace hpdl::rt {

/// The shells for which CompletionScript() can write a script, separated by '|'.
inline constexpr std::string_view kCompletionShells = "bash|zsh|fish";

/// An option as a shell completes it.
struct CompletedOption {
  enum class Value : std::uint8_t { kNone, kAny, kPath };

  std::vector<std::string> names;  ///< as users type them: "--output", "-o", "-config"
  std::string help;
  Value value = Value::kNone;
  /// The values from which users choose, separated by '|'. If `words` is "", `value` is the type of
  /// the option's value.
  std::string words = {};
};

/// A command as a shell completes it.
struct CompletedCommand {
  std::string name;
  std::string help;
  std::vector<CompletedOption> options;
  std::string operands = {};  ///< operands to choose from, separated by '|'
  /// The arguments with which the program itself prints further operands, one operand on each line;
  /// "" if there are no further operands. A pipeline of other commands may follow the arguments.
  /// The string must not contain single quotes, because all three shells must understand it.
  std::string list_operands = {};
  std::string list_options = {};  ///< like list_operands, for further options
  bool paths = false;             ///< operands may be paths
};

/// A program as a shell completes it.
struct CompletedProgram {
  std::vector<std::string> names;  ///< the commands that users type, without folders
  std::vector<CompletedCommand> commands;
  /// Options that users type in place of a command, and their help.
  std::vector<std::pair<std::string, std::string>> flags;
};

/// Describes a declared option. `name` is the option's name with its dashes.
CompletedOption DescribeOption(const OptionSpec& option, std::string name);

/// Returns the completion script of a shell; nullopt if kCompletionShells does not contain `shell`.
/// The script calls the program by the path that the user has typed.
std::optional<std::string> CompletionScript(std::string_view shell,
                                            const CompletedProgram& program);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_PROGRAMS_COMMAND_LINE_COMPLETION_H_
