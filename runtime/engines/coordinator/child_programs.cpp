#include "runtime/engines/coordinator/child_programs.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstring>
#include <utility>

#include "runtime/ground/base/spawn_plan.h"

namespace hpdl::rt {
ChildPrograms::ChildPrograms(boost::asio::io_context& loop) : signals_(loop, SIGCHLD) {
  Listen();
}

Result<void> ChildPrograms::Start(const std::vector<std::string>& argv,
                                  std::function<void(int)> ended) {
  SpawnPlan plan;  // the program inherits no descriptor of this process
  for (int fd = 0; fd < 3; ++fd) {
    plan.GiveNothing(fd, fd == 0 ? O_RDONLY : O_WRONLY);
  }
  plan.CloseFrom(3);
  pid_t child = 0;
  const int error = plan.Start(argv, &child);
  if (error != 0) {
    return Error{ErrorClass::kTransient, "",
                 "cannot start " + argv[0] + ": " + std::strerror(error)};
  }
  running_[child] = std::move(ended);
  return {};
}

void ChildPrograms::Listen() {
  signals_.async_wait([this](const boost::system::error_code& error, int) {
    if (!error) {
      Reap();
      Listen();
    }
  });
}

void ChildPrograms::Reap() {
  int status = 0;
  for (auto child = running_.begin(); child != running_.end();) {
    if (waitpid(child->first, &status, WNOHANG) != child->first) {
      ++child;
      continue;
    }
    const std::function<void(int)> ended = std::move(child->second);
    child = running_.erase(child);
    ended(WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status));
  }
}

}  // namespace hpdl::rt
