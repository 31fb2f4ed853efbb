#ifndef HPDL_STDLIB_ACTIONS_GIT_GIT_CHILD_H_
#define HPDL_STDLIB_ACTIONS_GIT_GIT_CHILD_H_

#include <chrono>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

/// Runs git without a terminal and without input, with limited output and a time limit.
namespace hpdl::stdlib {

/// The facts about the end of a git process.
struct GitEnd {
  int start_error = 0;   ///< the errno if git did not start
  int code = 0;          ///< the exit code, or 128 + the number of a signal
  bool late = false;     ///< true if git exceeded the time limit
  bool stopped = false;  ///< true if `take` returned false
  std::string errors;    ///< the last 16 KiB of git's standard error
};

/// Runs git in this process' group and waits for its end. git gets this process' environment;
/// PrepareForGit() removes the variables that would lead git to another repository. `take` gets the
/// parts of git's standard output and returns false to stop git. If git exceeds the time limit or
/// is stopped by `take`, git is killed, but processes that git has started may live a moment
/// longer.
GitEnd RunGit(std::vector<std::string> arguments, std::chrono::steady_clock::time_point until,
              const std::function<bool(std::string_view)>& take);

/// Changes this process' environment for git. git then asks no questions, its messages are English,
/// and no variable of a user's shell leads it to another repository. `ssh` is the command for ssh.
void PrepareForGit(const std::string& ssh);

}  // namespace hpdl::stdlib

#endif  // HPDL_STDLIB_ACTIONS_GIT_GIT_CHILD_H_
