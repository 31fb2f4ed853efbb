#ifndef HPDL_STDLIB_ACTIONS_GIT_GIT_CHILD_H_
#define HPDL_STDLIB_ACTIONS_GIT_GIT_CHILD_H_

#include <chrono>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

/// A git that nobody talks to: no terminal, no input, bounded output, bounded time.
namespace hpdl::stdlib {

/// How one ended.
struct GitEnd {
  int start_error = 0;   ///< errno: it did not start
  int code = 0;          ///< exit code, 128 + number of a signal
  bool late = false;     ///< time was up
  bool stopped = false;  ///< `take` wanted no more
  std::string errors;    ///< the end of what it wrote to standard error, 16 KiB at most
};

/// Runs it in this process' group, with this process' environment less what would point git
/// elsewhere, and waits. `take` gets its standard output as it comes, and says whether to go on.
/// One that is late or stopped is killed, but what it has started may live for a moment longer.
GitEnd RunGit(std::vector<std::string> arguments, std::chrono::steady_clock::time_point until,
              const std::function<bool(std::string_view)>& take);

/// Makes this process' environment one that git can be started in: it asks nothing, its messages
/// are English, and no variable of somebody's shell leads it to another repository. `ssh` is the
/// command for ssh.
void PrepareForGit(const std::string& ssh);

}  // namespace hpdl::stdlib

#endif  // HPDL_STDLIB_ACTIONS_GIT_GIT_CHILD_H_
