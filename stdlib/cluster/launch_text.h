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

/// A word of a command, or NAME=VALUE of its environment.
struct LaunchWord {
  std::string text;
  /// If true, the launcher replaces each placeholder (InContainer()) in the word. If false, the
  /// word is passed on unchanged.
  bool replaced = false;
};

/// A file of the container that comes back with the result.
struct LaunchFile {
  std::string name;  ///< the name in the result; has no blanks
  std::string path;  ///< kLaunchStdout, kLaunchStderr, or a path below the container's directory
  std::int64_t limit = 0;
  bool tail = false;  ///< takes the last bytes instead of the first bytes
};
inline constexpr const char* kLaunchStdout = "-1";
inline constexpr const char* kLaunchStderr = "-2";
/// The name of the entry that has the last bytes of standard error. Each result has this entry.
inline constexpr const char* kLaunchErr = "err";

struct LaunchDescription {
  /// The application master's command; may contain placeholders (InContainer()).
  std::vector<std::string> master;
  std::vector<LaunchWord> command;
  std::vector<LaunchWord> environment;
  std::vector<LaunchFile> files;
};

/// Returns a placeholder for a variable of the container's environment, such as "PWD". "JAVA"
/// stands for the java program of the node.
std::string InContainer(std::string_view variable);

/// Returns the text of a description. Fails with "JA018" if a word has a zero byte or the text is
/// larger than 4 MiB.
rt::Result<std::string> DescriptionText(const LaunchDescription& description);

/// A file of the container in the result. The result may contain only a part of the file's bytes.
struct LaunchedFile {
  std::string bytes;
  std::int64_t size = 0;  ///< the size of the whole file
};

/// The result of a command. `exit_code` is valid if the command was started and no signal ended it.
struct LaunchResult {
  int not_started = 0;  ///< the errno of a failed start; 0 if the command was started
  int signal = 0;       ///< the signal that ended the command; 0 if no signal ended it
  int exit_code = 0;
  std::map<std::string, LaunchedFile> files;  ///< the files that existed
  std::map<std::string, int> lost;            ///< the errno of each file that could not be read
};

/// Parses a result. Fails with kError "JA018" if the text is not a complete result.
rt::Result<LaunchResult> ReadLaunchResult(std::string_view text);

}  // namespace hpdl::stdlib

#endif  // HPDL_STDLIB_CLUSTER_LAUNCH_TEXT_H_
