#include "runtime/coordinator_engine/child_programs.h"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstring>
#include <utility>

extern char** environ;

namespace hpdl::rt {
namespace {

/// How a child begins: nothing of ours is open in it but its standard descriptors.
class SpawnSetup {
 public:
  SpawnSetup() {
    posix_spawn_file_actions_init(&actions_);
    posix_spawnattr_init(&attributes_);
    for (int fd = 0; fd < 3; ++fd) {
      posix_spawn_file_actions_addopen(&actions_, fd, "/dev/null", fd == 0 ? O_RDONLY : O_WRONLY,
                                       0);
    }
    posix_spawn_file_actions_addclosefrom_np(&actions_, 3);
    sigset_t none, all;
    sigemptyset(&none);
    sigfillset(&all);
    posix_spawnattr_setsigmask(&attributes_, &none);
    posix_spawnattr_setsigdefault(&attributes_, &all);
    posix_spawnattr_setflags(&attributes_,
                             POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  }
  ~SpawnSetup() {
    posix_spawn_file_actions_destroy(&actions_);
    posix_spawnattr_destroy(&attributes_);
  }
  SpawnSetup(const SpawnSetup&) = delete;
  SpawnSetup& operator=(const SpawnSetup&) = delete;

  const posix_spawn_file_actions_t* actions() const { return &actions_; }
  const posix_spawnattr_t* attributes() const { return &attributes_; }

 private:
  posix_spawn_file_actions_t actions_;
  posix_spawnattr_t attributes_;
};

}  // namespace

ChildPrograms::ChildPrograms(boost::asio::io_context& loop) : signals_(loop, SIGCHLD) {
  Listen();
}

Result<void> ChildPrograms::Start(const std::vector<std::string>& argv,
                                  std::function<void(int)> ended) {
  std::vector<char*> words;
  for (const std::string& word : argv) {
    words.push_back(const_cast<char*>(word.c_str()));
  }
  words.push_back(nullptr);
  const SpawnSetup setup;
  pid_t child = 0;
  const int error = posix_spawn(&child, argv[0].c_str(), setup.actions(), setup.attributes(),
                                words.data(), environ);
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
