#ifndef HPDL_STDLIB_CLUSTER_LAUNCH_TEXT_H_
#define HPDL_STDLIB_CLUSTER_LAUNCH_TEXT_H_

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/ground/base/result.h"

/// The launcher program's description and result as text (launch_program/description.h, result.h).
namespace hpdl::stdlib {

/// A word of a command, or NAME=VALUE.
struct LaunchWord {
  std::string text;
  /// InContainer() in it is replaced by the launcher; otherwise it is passed on as it is.
  bool replaced = false;
};

/// A file of the container that is brought back.
struct LaunchFile {
  std::string name;  ///< in the result; no blanks
  std::string path;  ///< kLaunchStdout, kLaunchStderr, or one below the container's directory
  std::int64_t limit = 0;
  bool tail = false;  ///< the last bytes instead of the first
};
inline constexpr const char* kLaunchStdout = "-1";
inline constexpr const char* kLaunchStderr = "-2";
/// Name of the end of standard error in each result.
inline constexpr const char* kLaunchErr = "err";

struct LaunchDescription {
  std::vector<std::string> master;  ///< the application master's command, with InContainer()
  std::vector<LaunchWord> command;
  std::vector<LaunchWord> environment;
  std::vector<LaunchFile> files;
};

/// Stands for a variable of the container's environment, as "PWD"; "JAVA" for the java to start.
std::string InContainer(std::string_view variable);

/// "JA018" for a word with a zero byte, or more than 4 MiB.
rt::Result<std::string> DescriptionText(const LaunchDescription& description);

/// What was brought back of a file.
struct LaunchedFile {
  std::string bytes;
  std::int64_t size = 0;  ///< of the whole file
};

/// How the command ended, by the first of these that is not 0, else by its exit code.
struct LaunchResult {
  int not_started = 0;  ///< errno
  int signal = 0;
  int exit_code = 0;
  std::map<std::string, LaunchedFile> files;  ///< those that were there
  std::map<std::string, int> lost;            ///< those that could not be read; errno
};

/// kError "JA018" for what is no whole result.
rt::Result<LaunchResult> ReadLaunchResult(std::string_view text);

}  // namespace hpdl::stdlib

#endif  // HPDL_STDLIB_CLUSTER_LAUNCH_TEXT_H_
