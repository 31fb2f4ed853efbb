#include "runtime/ground/base/current_user.h"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstddef>
#include <cstdlib>

#include "runtime/ground/base/descriptor.h"

extern char** environ;

namespace hpdl::rt {
namespace {

using Clock = std::chrono::steady_clock;

constexpr const char* kPasswd = "/etc/passwd";
constexpr std::size_t kMostPasswd = 64 << 20;
constexpr const char* kGetent = "/usr/bin/getent";
/// The limit of getent's output in bytes; one line is expected.
constexpr std::size_t kMostAnswer = 64 << 10;
/// The time limit of getent. A directory server that is down must not delay a start for long.
constexpr std::chrono::seconds kGetentLimit(10);

/// Returns field number `index`, from 0, of a line of passwd(5).
std::string_view FieldOf(std::string_view line, int index) {
  for (; index > 0; --index) {
    const std::size_t colon = line.find(':');
    line = colon == std::string_view::npos ? std::string_view() : line.substr(colon + 1);
  }
  return line.substr(0, line.find(':'));
}

/// Reads a regular file. Stops reading when it has more than `most` bytes. Returns "" if the file
/// is not a regular file.
std::string ReadRegularFile(const char* path, std::size_t most) {
  const Descriptor file(open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  struct stat info{};
  std::string text;
  if (fstat(file.get(), &info) == 0 && S_ISREG(info.st_mode)) {
    std::array<char, 8192> buffer{};
    ssize_t size = 0;
    while (text.size() <= most && (size = read(file.get(), buffer.data(), buffer.size())) > 0) {
      text.append(buffer.data(), static_cast<std::size_t>(size));
    }
  }
  return text;
}

/// Starts `program passwd UID` with its output on `out`. Returns the pid, or -1.
pid_t StartGetent(const char* program, uid_t uid, int out) {
  posix_spawn_file_actions_t actions;
  if (posix_spawn_file_actions_init(&actions) != 0) {
    return -1;
  }
  std::string words[] = {program, "passwd", std::to_string(uid)};
  char* const argv[] = {words[0].data(), words[1].data(), words[2].data(), nullptr};
  pid_t pid = -1;
  const bool started =
      posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0) == 0 &&
      posix_spawn_file_actions_adddup2(&actions, out, 1) == 0 &&
      posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0) == 0 &&
      posix_spawn(&pid, program, &actions, nullptr, argv, environ) == 0;
  posix_spawn_file_actions_destroy(&actions);
  return started ? pid : -1;
}

/// Reads the output of getent from the pipe `in` until getent closes its end. Returns nullopt if
/// getent closes it after `end`, or if the output is too large.
std::optional<std::string> ReadAnswer(int in, Clock::time_point end) {
  std::string text;
  while (text.size() <= kMostAnswer) {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(end - Clock::now()).count();
    pollfd wait{in, POLLIN, 0};
    const int ready = poll(&wait, 1, static_cast<int>(std::max<std::int64_t>(left, 0)));
    if (ready < 0 && errno == EINTR) {
      continue;
    }
    std::array<char, 4096> buffer{};
    const ssize_t size = ready > 0 ? read(in, buffer.data(), buffer.size()) : -1;
    if (size <= 0) {
      return size == 0 ? std::optional(text) : std::nullopt;
    }
    text.append(buffer.data(), static_cast<std::size_t>(size));
  }
  return std::nullopt;
}

/// Waits for the child and returns true if it exited with 0. Kills the child first if its output
/// was not read to the end (`heard` is false).
bool EndsWell(pid_t pid, bool heard) {
  if (!heard) {
    kill(pid, SIGKILL);
  }
  int status = 0;
  while (waitpid(pid, &status, 0) < 0) {
    if (errno != EINTR) {
      return false;
    }
  }
  return heard && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

/// Returns the first line that has this uid and a name; "" if no line has both. `text` is the text
/// of a passwd(5) file.
std::string_view LineOfUid(std::string_view text, uid_t uid) {
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    const std::string_view number = FieldOf(line, 2);
    uid_t found = 0;
    const auto [rest, error] = std::from_chars(number.data(), number.data() + number.size(), found);
    if (!FieldOf(line, 0).empty() && error == std::errc() &&
        rest == number.data() + number.size() && found == uid) {
      return line;
    }
  }
  return {};
}

}  // namespace

std::optional<std::string> NameInPasswd(std::string_view text, uid_t uid) {
  const std::string_view line = LineOfUid(text, uid);
  return line.empty() ? std::nullopt : std::optional(std::string(FieldOf(line, 0)));
}

std::optional<std::string> HomeInPasswd(std::string_view text, uid_t uid) {
  const std::string_view home = FieldOf(LineOfUid(text, uid), 5);
  return home.empty() ? std::nullopt : std::optional(std::string(home));
}

std::optional<std::string> NameByGetent(const char* program, uid_t uid,
                                        std::chrono::milliseconds limit) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) {
    return std::nullopt;
  }
  const pid_t pid = StartGetent(program, uid, ends[1]);
  close(ends[1]);
  std::optional<std::string> answer;
  if (pid > 0) {
    answer = ReadAnswer(ends[0], Clock::now() + limit);
    if (!EndsWell(pid, answer.has_value())) {
      answer.reset();
    }
  }
  close(ends[0]);
  return answer ? NameInPasswd(*answer, uid) : std::nullopt;
}

std::string NameOfUser(uid_t uid) {
  std::optional<std::string> name = NameInPasswd(ReadRegularFile(kPasswd, kMostPasswd), uid);
  if (!name) {
    name = NameByGetent(kGetent, uid, kGetentLimit);
  }
  return name.value_or(std::to_string(uid));
}

std::string HomeOfUser(uid_t uid) {
  const char* variable = std::getenv("HOME");
  return HomeInPasswd(ReadRegularFile(kPasswd, kMostPasswd), uid)
      .value_or(variable == nullptr ? "" : variable);
}

std::string CurrentUser() {
  for (const char* variable : {"HADOOP_USER_NAME", "USER"}) {
    const char* name = std::getenv(variable);
    if (name != nullptr && *name != '\0') {
      return name;
    }
  }
  static const std::string of_uid = NameOfUser(geteuid());
  return of_uid;
}

}  // namespace hpdl::rt
