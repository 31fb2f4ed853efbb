#ifndef HPDL_STDLIB_REMOTE_REMOTE_SCRIPT_H_
#define HPDL_STDLIB_REMOTE_REMOTE_SCRIPT_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

/// Scripts for a shell on another machine that run a command there exactly once, and the answers of
/// these scripts. Scripts and answers are text. docs/design/ssh.md gives the reasons for each step.
namespace hpdl::stdlib {

/// A text file that the command needs.
struct RemoteFile {
  std::string name;     ///< the file's name in the command's directory
  std::string content;  ///< text; a missing line end is added
};

/// A binary file for the command. It is complete before the command starts. `content` refers to
/// bytes that the program holds.
struct RemoteBinary {
  std::string name;  ///< the file's name in the command's directory
  std::string_view content;
};

/// A command for another machine.
struct RemoteCommand {
  std::vector<std::string> argv;  ///< the words of the command, passed on unchanged
  /// A text that the other machine's shell splits into the words of the command, in place of
  /// `argv`. In this text the shell expands `$` and `~`, and it does not split a text between
  /// quotes. If `shell_words` is "", `argv` is used.
  std::string shell_words;
  /// True if the shell splits the words of `shell_words` at blanks a second time and matches them
  /// as patterns. In the second split quotes are ordinary characters.
  bool splits_again = false;
  std::vector<std::string> environment;  ///< each entry is NAME=VALUE
  std::vector<RemoteFile> files;
  std::vector<RemoteBinary> binaries;  ///< sent in parts before the start
  /// If true, the command runs in the directory with the files; if false, in the user's home.
  bool beside_files = false;
};

/// The directory of one attempt on the other machine.
struct RemotePlace {
  std::string parent;  ///< an absolute path, or a path below the user's home
  std::string tag;     ///< the attempt's tag; the directory has this name

  std::string Path() const { return parent + "/" + tag; }
};

/// The command line for a login shell of any kind. The scripts go to its standard input.
inline constexpr const char* kRemoteShell = "exec /bin/sh -s";

/// Returns a script that makes the directory. The directory may exist already. The script's answer
/// is "made".
std::string MakeScript(const RemotePlace& place);
/// Returns a script that writes part number `part` of a file in base64 unless the machine has the
/// part. The script's answer is "put", or "gone" if there is no directory. The script may run
/// twice.
std::string PutScript(const RemotePlace& place, const std::string& name, std::size_t part,
                      std::string_view bytes);
/// PartsOf() returns the number of parts of a file, and PartOf() returns the bytes of one part.
std::size_t PartsOf(std::string_view content);
std::string_view PartOf(std::string_view content, std::size_t part);
/// Returns a script that starts the command in the background unless an earlier script did. The
/// script's answer is "begun", or "gone" if there is no directory.
std::string StartScript(const RemotePlace& place, const RemoteCommand& command);
/// Returns a script that reports the command's state. The script's answer is "gone", "idle",
/// "claimed", "running PID", "lost PID" or "ended CODE PID SIZE". After "ended" follow the first
/// `out_limit` bytes of the command's output. The script's standard error then has the last
/// `err_limit` bytes of the command's standard error.
std::string LookScript(const RemotePlace& place, std::int64_t out_limit, std::int64_t err_limit);
/// Returns a script that kills the command's process group and removes the directory. Its answer is
/// "removed".
std::string KillScript(const RemotePlace& place);
/// Returns a script that removes the directory. Its answer is "removed".
std::string RemoveScript(const RemotePlace& place);

/// The answer of a script. A login shell may print other text before the answer.
struct RemoteAnswer {
  std::vector<std::string> words;  ///< empty if there is no answer
  std::string rest;                ///< the text after the answer's line
};
RemoteAnswer ReadAnswer(const RemotePlace& place, std::string_view out);

}  // namespace hpdl::stdlib

#endif  // HPDL_STDLIB_REMOTE_REMOTE_SCRIPT_H_
