#ifndef HPDL_COMPILER_DRIVER_COMMANDS_COMMAND_H_
#define HPDL_COMPILER_DRIVER_COMMANDS_COMMAND_H_

#include <string>
#include <vector>

/// The commands of hpdlc. Each gets what stands behind its name and returns the exit code.
namespace hpdl::driver {

using Arguments = std::vector<std::string>;

inline constexpr int kExitOk = 0;       ///< warnings too
inline constexpr int kExitInvalid = 1;  ///< the content of a readable file, or an expression failed
inline constexpr int kExitUsage = 2;    ///< usage, unreadable, not writable

int VerifyCommand(const Arguments& arguments);
int BuildCommand(const Arguments& arguments);
int GraphCommand(const Arguments& arguments);
int EvalCommand(const Arguments& arguments);
int EmitCommand(const Arguments& arguments);
int ScheduleCommand(const Arguments& arguments);
int SurveyCommand(const Arguments& arguments);
int ExplainCommand(const Arguments& arguments);
int CompletionCommand(const Arguments& arguments);
int VersionCommand(const Arguments& arguments);

/// `hpdlc: text` on stderr, as one line in which nothing acts on a terminal: texts have names and
/// words of files.
void PrintError(const std::string& text);
/// The same; returns kExitUsage.
int UsageError(const std::string& text);
/// As UsageError, with a pointer to the command's --help.
int UsageError(const std::string& command, const std::string& text);

/// The path of this executable as it was called, for what lies beside it.
extern const char* program_path;

}  // namespace hpdl::driver

#endif  // HPDL_COMPILER_DRIVER_COMMANDS_COMMAND_H_
