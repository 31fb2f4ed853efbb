#ifndef HPDL_COMPILER_DRIVER_COMMANDS_COMMAND_H_
#define HPDL_COMPILER_DRIVER_COMMANDS_COMMAND_H_

#include <string>
#include <vector>

/// The commands of hpdlc. Each function gets the arguments after the command's name and returns the
/// exit code.
namespace hpdl::driver {

using Arguments = std::vector<std::string>;

inline constexpr int kExitOk = 0;       ///< success, also with warnings
inline constexpr int kExitInvalid = 1;  ///< errors in a readable file, or a failed expression
inline constexpr int kExitUsage = 2;    ///< wrong usage, or a file that cannot be read or written

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

/// Prints `hpdlc: text` to stderr as one line. Control characters are removed, because texts have
/// names and words of files, which must not act on a terminal.
void PrintError(const std::string& text);
/// Prints the error like PrintError(). Returns kExitUsage.
int UsageError(const std::string& text);
/// Prints the error like PrintError(), with a pointer to the command's --help. Returns kExitUsage.
int UsageError(const std::string& command, const std::string& text);

/// The path of this executable as it was called. It tells where the files beside the executable
/// are.
extern const char* program_path;

}  // namespace hpdl::driver

#endif  // HPDL_COMPILER_DRIVER_COMMANDS_COMMAND_H_
