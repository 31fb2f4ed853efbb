#include "stdlib/actions/git/git_child.h"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>

#include "runtime/ground/base/descriptor.h"

namespace hpdl::stdlib {

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t kMostErrors = 16 << 10;
/// The only variables of git that stay in the environment.
constexpr std::array<std::string_view, 4> kKept = {"GIT_EXEC_PATH=", "GIT_HTTP_", "GIT_PROXY_",
                                                   "GIT_SSL_"};

/// A pipe. Both ends are closed in children.
struct Pipe {
  Pipe() {
    int ends[2] = {-1, -1};
    ok = pipe2(ends, O_CLOEXEC) == 0;
    read = rt::Descriptor(ends[0]);
    write = rt::Descriptor(ends[1]);
  }
  bool ok = false;
  rt::Descriptor read;
  rt::Descriptor write;
};

int Start(std::vector<std::string>* arguments, const Pipe& out, const Pipe& errors, pid_t* child) {
  std::vector<char*> argv;
  for (std::string& word : *arguments) {
    argv.push_back(word.data());
  }
  argv.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, out.write.get(), STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, errors.write.get(), STDERR_FILENO);
  const int error = posix_spawnp(child, argv[0], &actions, nullptr, argv.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  return error;
}

/// Reads the available output. Returns false at its end.
bool Drain(int fd, const std::function<void(std::string_view)>& take) {
  char buffer[65536];
  const ssize_t size = read(fd, buffer, sizeof buffer);
  if (size > 0) {
    take({buffer, static_cast<std::size_t>(size)});
  }
  return size > 0 || (size < 0 && errno == EINTR);
}

/// Waits until both outputs have ended, the time is up, or `take` stops git.
void Listen(int out, int errors, Clock::time_point until,
            const std::function<bool(std::string_view)>& take, GitEnd* end) {
  const auto taken = [&](std::string_view part) { end->stopped = end->stopped || !take(part); };
  const auto keep = [&](std::string_view part) {
    end->errors.append(part);
    if (end->errors.size() > kMostErrors) {
      end->errors.erase(0, end->errors.size() - kMostErrors);
    }
  };
  std::array<pollfd, 2> waiting = {pollfd{out, POLLIN, 0}, pollfd{errors, POLLIN, 0}};
  while (!end->stopped && (waiting[0].fd >= 0 || waiting[1].fd >= 0)) {
    const auto left =
        std::chrono::duration_cast<std::chrono::milliseconds>(until - Clock::now()).count();
    if (left <= 0) {
      end->late = true;
      return;
    }
    if (poll(waiting.data(), waiting.size(), static_cast<int>(std::min<long long>(left, 60000))) <=
        0) {
      continue;
    }
    if (waiting[0].revents != 0 && !Drain(out, taken)) {
      waiting[0].fd = -1;
    }
    if (waiting[1].revents != 0 && !Drain(errors, keep)) {
      waiting[1].fd = -1;
    }
  }
}

}  // namespace

GitEnd RunGit(std::vector<std::string> arguments, Clock::time_point until,
              const std::function<bool(std::string_view)>& take) {
  GitEnd end;
  arguments.insert(arguments.begin(), "git");
  Pipe out;
  Pipe errors;
  if (!out.ok || !errors.ok) {
    end.start_error = errno;
    return end;
  }
  pid_t child = 0;
  end.start_error = Start(&arguments, out, errors, &child);
  if (end.start_error != 0) {
    return end;
  }
  out.write = rt::Descriptor();
  errors.write = rt::Descriptor();
  Listen(out.read.get(), errors.read.get(), until, take, &end);
  if (end.late || end.stopped) {
    kill(child, SIGKILL);
  }
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  end.code = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
  return end;
}

void PrepareForGit(const std::string& ssh) {
  std::vector<std::string> strangers;
  for (char** each = environ; *each != nullptr; ++each) {
    const std::string_view entry(*each);
    const bool kept = std::any_of(kKept.begin(), kKept.end(),
                                  [&](std::string_view name) { return entry.starts_with(name); });
    if (entry.starts_with("GIT_") && !kept) {
      strangers.emplace_back(entry.substr(0, entry.find('=')));
    }
  }
  for (const std::string& name : strangers) {
    unsetenv(name.c_str());
  }
  unsetenv("SSH_ASKPASS");
  unsetenv("LANGUAGE");
  for (const auto& [name, value] : {std::pair<const char*, const char*>{"GIT_TERMINAL_PROMPT", "0"},
                                    {"GIT_ASKPASS", ""},  // overrides core.askPass too
                                    {"SSH_ASKPASS_REQUIRE", "never"},
                                    {"GCM_INTERACTIVE", "never"},
                                    {"GIT_ALLOW_PROTOCOL", "file:git:http:https:ssh"},
                                    {"GIT_SSH_COMMAND", ssh.c_str()},
                                    {"GIT_SSH_VARIANT", "ssh"},
                                    {"LC_ALL", "C"}}) {
    setenv(name, value, 1);
  }
}

}  // namespace hpdl::stdlib
