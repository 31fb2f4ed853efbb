#ifndef HPDL_COMPILER_DRIVER_COMMANDS_COMMAND_H_
#define HPDL_COMPILER_DRIVER_COMMANDS_COMMAND_H_

#include <span>
#include <string>
#include <string_view>
#include <vector>

/// The commands of hpdlc.
namespace hpdl::driver {

using Arguments = std::vector<std::string>;

inline constexpr int kExitOk = 0;       ///< success, also with warnings
inline constexpr int kExitInvalid = 1;  ///< errors in a readable file, or a failed expression
inline constexpr int kExitUsage = 2;    ///< wrong usage, or a file that cannot be read or written

struct CommandLine;

/// One command of hpdlc. Commands() lists all commands. The parser, --help and the completion
/// scripts read this description.
struct Command {
  std::string_view name;
  const char* summary;                  ///< the description in the list of commands
  const char* synopsis;                 ///< the operands in --help, such as "[options] PATH..."
  const char* about;                    ///< the description in --help
  void (*declare)(CommandLine* line);   ///< adds the options; null if the command has no options
  int (*run)(const CommandLine& line);  ///< returns the exit code
  /// The values that an operand may have, separated by '|'. If `operands` is empty and `kinds` is
  /// false, operands are paths.
  std::string_view operands = {};
  bool kinds = false;  ///< true if the operands are names of diagnostic kinds or action kinds
};

extern const Command kVerifyCommand;
extern const Command kBuildCommand;
extern const Command kGraphCommand;
extern const Command kEvalCommand;
extern const Command kEmitCommand;
extern const Command kScheduleCommand;
extern const Command kSurveyCommand;
extern const Command kExplainCommand;
extern const Command kCompletionCommand;
/// The command `hpdlc --version`. Commands() does not contain it.
extern const Command kVersionCommand;

/// Returns the commands, in the order of --help.
std::span<const Command* const> Commands();
/// Parses the arguments of a command and runs it. Returns the exit code.
int RunCommand(const Command& command, const Arguments& arguments);

/// Prints `hpdlc: text` to stderr as one line. Control characters are removed, so that a name from
/// a file cannot control the terminal.
void PrintError(const std::string& text);
/// Calls PrintError() and returns kExitUsage.
int UsageError(const std::string& text);
/// Calls PrintError() with the text and a hint to the command's --help. Returns kExitUsage.
int UsageError(const std::string& command, const std::string& text);

/// The path of this executable as it was called. Files beside the executable are found by this
/// path.
extern const char* program_path;

}  // namespace hpdl::driver

#endif  // HPDL_COMPILER_DRIVER_COMMANDS_COMMAND_H_
