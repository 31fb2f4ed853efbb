#ifndef HPDL_STDLIB_REMOTE_REMOTE_SCRIPT_H_
#define HPDL_STDLIB_REMOTE_REMOTE_SCRIPT_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

/// Scripts for a shell on another machine that run a command there exactly once, and the answers.
/// All of it is text: docs/design/ssh.md says why each step is as it is.
namespace hpdl::stdlib {

/// A file that the command needs.
struct RemoteFile {
  std::string name;     ///< in the command's directory
  std::string content;  ///< text; a line end is added at its end if there is none
};

/// A file of any bytes that is there before the command starts. It refers to what the program
/// holds.
struct RemoteBinary {
  std::string name;  ///< in the command's directory
  std::string_view content;
};

/// A command for another machine.
struct RemoteCommand {
  std::vector<std::string> argv;         ///< passed on as they are
  std::vector<std::string> environment;  ///< NAME=VALUE
  std::vector<RemoteFile> files;
  std::vector<RemoteBinary> binaries;  ///< sent before the start, in parts
  /// Runs in the directory that has the files, instead of the user's home.
  bool beside_files = false;
};

/// The directory of one attempt on the other machine.
struct RemotePlace {
  std::string parent;  ///< absolute, or below the home of the user
  std::string tag;     ///< the attempt's; names the directory

  std::string Path() const { return parent + "/" + tag; }
};

/// The command line that a login shell of any kind understands; the scripts go to its input.
inline constexpr const char* kRemoteShell = "exec /bin/sh -s";

/// Makes the directory; one that is there is fine. "made".
std::string MakeScript(const RemotePlace& place);
/// Puts part number `part` of a file there, in base64, unless it is there already. "put", or "gone"
/// if there is no directory. Parts that were put twice do no harm.
std::string PutScript(const RemotePlace& place, const std::string& name, std::size_t part,
                      std::string_view bytes);
/// How many parts a file of this size has, and what one of them is.
std::size_t PartsOf(std::string_view content);
std::string_view PartOf(std::string_view content, std::size_t part);
/// Starts the command in the background, unless an earlier one did. "begun", or "gone" if there is
/// no directory.
std::string StartScript(const RemotePlace& place, const RemoteCommand& command);
/// Looks: "gone", "idle", "claimed", "running PID", "lost PID", or "ended CODE PID SIZE" and then
/// the first `out_limit` bytes of its output; the last `err_limit` of its errors are in the errors.
std::string LookScript(const RemotePlace& place, std::int64_t out_limit, std::int64_t err_limit);
/// Ends the command, its whole process group, and removes the directory. "removed".
std::string KillScript(const RemotePlace& place);
/// Removes the directory. "removed".
std::string RemoveScript(const RemotePlace& place);

/// An answer, found behind whatever the login shell printed first.
struct RemoteAnswer {
  std::vector<std::string> words;  ///< empty: there is none
  std::string rest;                ///< what follows the line
};
RemoteAnswer ReadAnswer(const RemotePlace& place, std::string_view out);

}  // namespace hpdl::stdlib

#endif  // HPDL_STDLIB_REMOTE_REMOTE_SCRIPT_H_
