#include "runtime/world/process/keeper.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <deque>
#include <map>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "runtime/ground/base/frames.h"
#include "runtime/ground/base/process_title.h"
#include "runtime/world/process/command_places.h"
#include "runtime/world/process/output_files.h"
#include "runtime/world/process/status_log.h"
#include "runtime/world/process/wire.h"

extern char** environ;

namespace hpdl::rt {

namespace {

// The numbers to which the keeper's own descriptors are moved, so that all other descriptors can be
// closed. The lock's descriptor gets the next number.
constexpr int kSocket = 3, kStatus = 4;
constexpr rlim_t kMostDescriptors = 1 << 20;  // the most descriptors that are closed one by one
constexpr int kNameAfterMs = 50;
// The largest number of bytes in an S line (start) of the status log.
constexpr std::size_t kMostLine = 256;
// The largest number of bytes of the error text in an F line (failed start).
constexpr std::size_t kMostReason = 900;

bool IsProgram(const std::string& path) {
  struct stat info{};
  return stat(path.c_str(), &info) == 0 && S_ISREG(info.st_mode) && access(path.c_str(), X_OK) == 0;
}

std::string_view PathOf(const std::vector<char*>& environment) {
  for (const char* entry : environment) {
    if (entry != nullptr && std::strncmp(entry, "PATH=", 5) == 0) {
      return entry + 5;
    }
  }
  return "/usr/local/bin:/usr/bin:/bin";
}

/// True if the error comes from a state of the machine, such as a full disk. The state may be
/// different at the next attempt.
bool IsShortage(int error) {
  return error == EAGAIN || error == ENOMEM || error == ENOSPC || error == EDQUOT ||
         error == EMFILE || error == ENFILE || error == EIO || error == EROFS || error == EFBIG;
}

void OnChild(int) {}

std::int64_t NowMs() {
  struct timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return static_cast<std::int64_t>(now.tv_sec) * 1000 + now.tv_nsec / 1000000;
}

/// The data with which a forked child executes its command. line_begin, line_middle and line_end
/// are the pieces of its S line (start) for the status log. The child inserts its pid after
/// line_begin, and the time after line_middle.
struct Image {
  const char* program;
  char* const* argv;
  char* const* environment;
  const char* directory;
  int out, err;
  std::string_view line_begin, line_middle, line_end;
};

/// Writes this process's S line (start) to the status log. Uses only the stack, because the process
/// shares the keeper's memory. Returns 0 or an errno.
int LogOwnStart(const Image& image) {
  char line[kMostLine];
  char* end = std::copy(image.line_begin.begin(), image.line_begin.end(), line);
  end = std::to_chars(end, line + sizeof line, getpid()).ptr;
  end = std::copy(image.line_middle.begin(), image.line_middle.end(), end);
  end = std::to_chars(end, line + sizeof line, ClockTicks()).ptr;
  end = std::copy(image.line_end.begin(), image.line_end.end(), end);
  const ssize_t written = write(kStatus, line, static_cast<std::size_t>(end - line));
  return written == end - line ? 0 : written < 0 ? errno : ENOSPC;
}

/// Starts a child in a process group of its own, with default signal handling and an empty signal
/// mask. Returns 0 or the errno of the step that failed. The child itself logs its start, so that
/// the log has each running child even if the keeper is killed. Uses vfork(), because posix_spawn()
/// costs twice as much: it calls sigaction() 64 times and allocates a stack for the child. The
/// calls of sigaction() are not needed, because all signals already have their default handling
/// (RunKeeper).
__attribute__((noinline)) int StartImage(const Image& image, pid_t* pid) {
  volatile int error = 0;
  sigset_t none;
  sigemptyset(&none);
  const pid_t child = vfork();  // NOLINT(bugprone-unsafe-functions): cheaper than posix_spawn()
  if (child == 0) {
    // The child shares the keeper's memory, so it only makes system calls and sets `error`.
    if (setpgid(0, 0) == 0 && dup2(image.out, 1) >= 0 && dup2(image.err, 2) >= 0 &&
        chdir(image.directory) == 0) {
      // SIGXFSZ is still blocked, so a status log above the file size limit gives an error instead
      // of a signal.
      error = LogOwnStart(image);
      if (error == 0 && sigprocmask(SIG_SETMASK, &none, nullptr) == 0) {
        execve(image.program, image.argv, image.environment);
      }
    }
    error = error != 0 ? error : errno;
    _exit(127);
  }
  if (child < 0) {
    return errno;
  }
  if (error != 0) {
    waitpid(child, nullptr, 0);
    return error;
  }
  *pid = child;
  return 0;
}

class Keeper {
 public:
  explicit Keeper(const KeeperStart& start)
      : number_(start.number),
        parallel_(start.parallel),
        outputs_(start.number),
        places_(start.places, start.job) {
    for (char** entry = environ; *entry != nullptr; ++entry) {
      environment_.push_back(*entry);
    }
    sigfillset(&asleep_);
    sigdelset(&asleep_, SIGCHLD);
    sigdelset(&asleep_, SIGTERM);
  }

  void Run() {
    while (engine_ || !running_.empty()) {
      Wait();
      Receive();
      Collect();
      places_.Turn();
      StartWaiting();
      Send();
      WriteEnds();
      NameOutputs();
      if (engine_) {
        outputs_.Prepare();
      }
    }
    outputs_.RemoveSpares();
  }

 private:
  struct Child {
    std::int64_t sequence = 0;
    OutputFile out, err;
    std::int64_t started_ms = 0;
  };

  /// Sleeps until the engine or the server writes, or a child ends. SIGCHLD is unblocked only
  /// during this sleep, so no end of a child is missed.
  void Wait() {
    pollfd fds[] = {{kSocket, static_cast<short>(POLLIN | (out_.empty() ? 0 : POLLOUT)), 0},
                    {places_.fd(), POLLIN, 0}};
    // Once the engine is gone, fds[0].fd is -1, because ppoll() ignores negative descriptors.
    fds[0].fd = engine_ ? kSocket : -1;
    int sleep = places_.SleepMs();
    if (unnamed_ > 0) {
      sleep = sleep < 0 ? kNameAfterMs : std::min(sleep, kNameAfterMs);
    }
    const struct timespec check{sleep / 1000, sleep % 1000 * 1000000L};
    readable_ = ppoll(fds, std::size(fds), sleep < 0 ? nullptr : &check, &asleep_) > 0 &&
                (fds[0].revents & ~POLLOUT) != 0;
  }

  void Receive() {
    while (engine_ && readable_) {
      char buffer[65536];
      const ssize_t size = recv(kSocket, buffer, sizeof buffer, MSG_DONTWAIT);
      if (size > 0) {
        in_.append(buffer, static_cast<std::size_t>(size));
        readable_ = size == sizeof buffer;
        continue;
      }
      readable_ = false;
      if (size == 0 || (errno != EAGAIN && errno != EINTR)) {
        EngineGone();
        return;
      }
    }
    std::size_t begin = 0;
    for (std::size_t size = 0; (size = FrameSize(std::string_view(in_).substr(begin))) > 0;
         begin += size) {
      Handle(std::string_view(in_).substr(begin, size));
    }
    in_.erase(0, begin);
  }

  /// Handles the end of the engine. Drops the commands that were not started yet. The status log
  /// has no S line (start) for these commands, so the next engine runs them.
  void EngineGone() {
    engine_ = false;
    waiting_.clear();
    in_.clear();
    out_.clear();
    Write(AfterTear() + "X " + std::to_string(number_) + "\n");
    close(kSocket);
  }

  void Handle(std::string_view frame) {
    if (wire::FrameType(frame) == wire::Type::kRun) {
      wire::RunMessage& message = waiting_.emplace_back();
      if (!wire::Read(frame, &message)) {
        waiting_.pop_back();
      }
    } else if (wire::FrameType(frame) == wire::Type::kKill) {
      wire::KillMessage message;
      if (wire::Read(frame, &message)) {
        Kill(message);
      }
    }
  }

  void Kill(const wire::KillMessage& message) {
    for (const auto& [pid, child] : running_) {
      if (child.sequence == message.sequence) {
        kill(-pid, message.signal);
        return;
      }
    }
    const auto found = std::find_if(waiting_.begin(), waiting_.end(), [&](const auto& waiting) {
      return waiting.sequence == message.sequence;
    });
    if (found != waiting_.end()) {
      waiting_.erase(found);
      End({message.sequence, 0, -1, message.signal, ""});
    }
  }

  void StartWaiting() {
    while (!waiting_.empty() && running_.size() < parallel_ && places_.Take()) {
      const wire::RunMessage message = std::move(waiting_.front());
      waiting_.pop_front();
      Start(message);
    }
    places_.Want(std::min<std::size_t>(waiting_.size(), parallel_ - running_.size()));
  }

  void Start(const wire::RunMessage& message) {
    std::vector<char*> environment = environment_;
    for (const std::uint32_t place : message.removed) {
      if (place < environment.size()) {
        environment[place] = nullptr;
      }
    }
    std::erase(environment, nullptr);
    for (const std::string& entry : message.added) {
      environment.push_back(const_cast<char*>(entry.c_str()));
    }
    environment.push_back(nullptr);

    pid_t pid = 0;
    Child child;
    child.sequence = message.sequence;
    child.started_ms = NowMs();
    int error = outputs_.Take(&child.out) && outputs_.Take(&child.err) ? 0 : errno;
    const bool ready = error == 0;
    if (ready) {
      error = Spawn(message, child, environment, &pid);
    }
    if (error != 0) {
      places_.Leave();
      outputs_.Release(child.out, child.sequence, "out");
      outputs_.Release(child.err, child.sequence, "err");
      std::string text = message.argv[0] + ": " + std::strerror(error);
      std::replace(text.begin(), text.end(), '\n', ' ');
      if (!ready || IsShortage(error)) {
        End({message.sequence, 0, -1, 0, std::move(text), true});
        return;
      }
      Write(AfterTear() + "F " + std::to_string(message.sequence) + " " +
            text.substr(0, kMostReason) + "\n");
      End({message.sequence, 0, -1, 0, std::move(text)});
      return;
    }
    outputs_.Started(&child.out);
    outputs_.Started(&child.err);
    running_.emplace(pid, child);
    ++unnamed_;
    if (message.tell_start && engine_) {
      wire::Append(wire::StartMessage{message.sequence, pid}, &out_);
    }
  }

  /// Starts a command. Returns 0 or an errno.
  int Spawn(const wire::RunMessage& message, const Child& child, std::vector<char*>& environment,
            pid_t* pid) {
    std::vector<char*> argv;
    argv.reserve(message.argv.size() + 2);  // room for "sh" after ENOEXEC
    for (const std::string& argument : message.argv) {
      argv.push_back(const_cast<char*>(argument.c_str()));
    }
    argv.push_back(nullptr);
    std::string program = Locate(message, environment);
    if (program.empty()) {
      return ENOENT;
    }
    const std::string begin = AfterTear() + "S " + std::to_string(message.sequence) + " ";
    const std::string middle = " " + std::to_string(ClockTicks()) + " ";
    const std::string end = " " + std::to_string(number_) + " " + std::to_string(child.out.id) +
                            " " + std::to_string(child.err.id) + "\n";
    Image image{program.c_str(),
                argv.data(),
                environment.data(),
                message.directory.c_str(),
                child.out.write_fd,
                child.err.write_fd,
                begin,
                middle,
                end};
    int error = StartImage(image, pid);
    // A script without an interpreter line runs with sh, like in execvp() and the JDK.
    if (error == ENOEXEC) {
      argv.insert(argv.begin(), const_cast<char*>("sh"));
      argv[1] = program.data();
      image.program = "/bin/sh";
      image.argv = argv.data();
      error = StartImage(image, pid);
    } else if (error == ENOENT) {
      error = Missing(message, program);
    }
    // If the disk is full, the child's S line in the log may be incomplete.
    torn_ = torn_ || error == ENOSPC || error == EDQUOT;
    return error;
  }

  /// Returns a line break if the status log may end within a line, else "".
  std::string AfterTear() { return std::exchange(torn_, false) ? "\n" : ""; }

  /// Returns the errno to report for an ENOENT of execve(): ENOTDIR if the program exists but the
  /// command's directory cannot be entered, else ENOENT.
  int Missing(const wire::RunMessage& message, const std::string& program) {
    located_.erase(message.argv[0]);
    return IsProgram(program) && access(message.directory.c_str(), X_OK) != 0 ? ENOTDIR : ENOENT;
  }

  /// Returns the program's path; empty if PATH does not have the program. The result is kept for
  /// the next command, because a search through PATH costs as much as a short child.
  std::string Locate(const wire::RunMessage& message, const std::vector<char*>& environment) {
    const std::string& name = message.argv[0];
    if (name.find('/') != std::string::npos) {
      return name;
    }
    const std::string_view path = PathOf(environment);
    Located& located = located_[name];
    if (!located.program.empty() && located.path == path &&
        access(located.program.c_str(), X_OK) == 0) {
      return located.program;
    }
    located.path = path;
    located.program.clear();
    for (std::string_view rest = path;;) {
      const std::size_t end = rest.find(':');
      const std::string_view entry = rest.substr(0, end);
      // An empty or relative entry of PATH is relative to the command's directory, not to the
      // keeper's directory.
      std::string candidate = entry.starts_with('/') ? std::string(entry) : message.directory;
      if (!entry.starts_with('/') && !entry.empty()) {
        candidate.append("/").append(entry);
      }
      candidate.append("/").append(name);
      if (IsProgram(candidate)) {
        if (entry.starts_with('/')) {
          located.program = candidate;
        }
        return candidate;
      }
      if (end == std::string_view::npos) {
        return {};
      }
      rest.remove_prefix(end + 1);
    }
  }

  void Collect() {
    while (!running_.empty()) {
      int status = 0;
      const pid_t pid = waitpid(-1, &status, WNOHANG);
      if (pid <= 0) {
        return;
      }
      const auto found = running_.find(pid);
      if (found == running_.end()) {
        continue;
      }
      wire::EndMessage message{found->second.sequence, pid, -1, 0, ""};
      if (WIFEXITED(status)) {
        message.code = WEXITSTATUS(status);
      } else {
        message.signal = WTERMSIG(status);
      }
      unnamed_ -= found->second.out.named ? 0 : 1;
      message.output_cut = outputs_.NameIfUsed(&found->second.out, message.sequence, "out");
      outputs_.NameIfUsed(&found->second.err, message.sequence, "err");
      End(message);
      ended_.emplace_back(found->second, message);
      running_.erase(found);
      places_.Leave();
    }
  }

  /// Writes an E line (end) to the status log for each child that has ended, and releases the
  /// child's output files. The engine was told about these ends already. The engine commits them
  /// while the keeper writes the lines.
  void WriteEnds() {
    if (ended_.empty()) {
      return;
    }
    std::string lines = AfterTear();
    for (auto& [child, message] : ended_) {
      char line[80];
      std::snprintf(line, sizeof line, "E %lld %d %d%s\n", static_cast<long long>(message.sequence),
                    message.code, message.signal, message.output_cut ? " 1" : "");
      lines += line;
      outputs_.Release(child.out, child.sequence, "out");
      outputs_.Release(child.err, child.sequence, "err");
    }
    Write(lines);
    ended_.clear();
  }

  /// Gives output files their final names if their child has run for kNameAfterMs. Other programs
  /// can then read the output while the child still runs.
  void NameOutputs() {
    if (unnamed_ == 0) {
      return;
    }
    const std::int64_t due = NowMs() - kNameAfterMs;
    for (auto& [pid, child] : running_) {
      if (!child.out.named && child.started_ms <= due) {
        outputs_.Name(&child.out, child.sequence, "out");
        outputs_.Name(&child.err, child.sequence, "err");
        --unnamed_;
      }
    }
  }

  void End(const wire::EndMessage& message) {
    if (engine_) {
      wire::Append(message, &out_);
    }
  }

  void Send() {
    while (!out_.empty()) {
      const ssize_t size = send(kSocket, out_.data(), out_.size(), MSG_DONTWAIT | MSG_NOSIGNAL);
      if (size < 0) {
        return;  // a full socket is tried again later; the next recv() reports a closed socket
      }
      out_.erase(0, static_cast<std::size_t>(size));
    }
  }

  /// Writes lines to the status log. If the disk is full, the lines are lost, and a later engine
  /// reports their attempts as lost.
  void Write(const std::string& lines) {
    torn_ = write(kStatus, lines.data(), lines.size()) != static_cast<ssize_t>(lines.size());
  }

  struct Located {
    std::string path, program;
  };

  std::int64_t number_;
  unsigned parallel_;
  OutputFiles outputs_;
  CommandPlaces places_;
  std::size_t unnamed_ = 0;  ///< children whose output has no name yet
  std::vector<char*> environment_;
  sigset_t asleep_;
  bool engine_ = true;
  bool readable_ = false;
  bool torn_ = false;  ///< the status log may end within a line
  std::string in_, out_;
  std::deque<wire::RunMessage> waiting_;
  std::unordered_map<pid_t, Child> running_;
  /// The ended children whose ends are not in the status log yet.
  std::vector<std::pair<Child, wire::EndMessage>> ended_;
  std::unordered_map<std::string, Located> located_;
};

/// Closes all descriptors from `first` up to `end` - 1. This also works if the kernel (before 5.9)
/// does not have close_range(), or the seccomp profile of a container forbids it.
void CloseAll(unsigned first, unsigned end) {
  if (first >= end || close_range(first, end - 1, 0) == 0) {
    return;
  }
  struct rlimit limit{};
  // The search goes up to the hard limit. A descriptor above the soft limit may have been opened
  // before the soft limit was lowered.
  getrlimit(RLIMIT_NOFILE, &limit);
  const auto most = static_cast<unsigned>(std::min<rlim_t>(limit.rlim_max, kMostDescriptors));
  for (unsigned fd = first; fd < std::min(end, most); ++fd) {
    close(static_cast<int>(fd));
  }
}

/// Closes all descriptors except those in `kept`.
void CloseOthers(std::array<int, 3> kept) {
  std::sort(kept.begin(), kept.end());
  unsigned first = 0;
  for (const int fd : kept) {
    CloseAll(first, static_cast<unsigned>(fd));
    first = static_cast<unsigned>(fd) + 1;
  }
  CloseAll(first, ~0U);
}

/// Moves `fds` to the numbers kSocket, kSocket + 1 and kSocket + 2. The caller has closed all other
/// descriptors, so this succeeds even with a low limit of descriptors.
bool MoveToPlaces(std::array<int, 3> fds) {
  for (int i = 0; i < 3; ++i) {
    const int place = kSocket + i;
    if (fds[i] == place) {
      continue;
    }
    if (const auto other = std::find(fds.begin(), fds.end(), place); other != fds.end()) {
      *other = fcntl(place, F_DUPFD_CLOEXEC, 0);
      if (*other < 0) {
        return false;
      }
    }
    if (dup3(fds[i], place, O_CLOEXEC) < 0) {
      return false;
    }
    close(fds[i]);
    // The next iterations must see the new number. close() freed the old number, and the next
    // fcntl() may return it.
    fds[i] = place;
  }
  return true;
}

/// Opens /dev/null as descriptors 0 to 2. Commands have it as their standard input, and as their
/// output if they get no other output.
bool OpenNull() {
  int null = open("/dev/null", O_RDWR);
  if (null < 0) {
    // There is no /dev, as in an empty chroot. The read end of a pipe without a writer replaces
    // /dev/null, because a read from it also returns 0 bytes at once.
    int ends[2];
    if (pipe(ends) != 0) {
      return false;
    }
    null = ends[0];
    close(ends[1]);
  }
  for (int fd = 0; fd < 3; ++fd) {
    if (fd != null && dup2(null, fd) < 0) {
      return false;
    }
  }
  if (null > 2) {
    close(null);
  }
  return true;
}

/// Moves the keeper's descriptors to their fixed numbers (kSocket, kStatus) and closes all other
/// descriptors, including the terminal's. Returns false if too few descriptors are allowed. After a
/// failure the keeper must not write, because a fixed number may still belong to a different file.
bool ArrangeDescriptors(const KeeperStart& start) {
  const std::array<int, 3> wanted{start.socket, start.status, start.lock};
  CloseOthers(wanted);
  return MoveToPlaces(wanted) && OpenNull();
}

}  // namespace

void RunKeeper(const KeeperStart& start) {
  setsid();
  SetProcessTitle("hpdl keeper " + std::to_string(start.number));
  // If a step fails, the keeper exits. The engine then sees that its keeper has ended without
  // starting a command.
  if (fchdir(start.directory) != 0 || !ArrangeDescriptors(start)) {
    _exit(1);
  }
  sigset_t set;
  sigfillset(&set);
  sigprocmask(SIG_SETMASK, &set, nullptr);
  // A command must not ignore the signals that this program ignores. execve() resets only signals
  // that have a handler, so the keeper resets all signals.
  for (int number = 1; number < NSIG; ++number) {
    signal(number, SIG_DFL);
  }
  struct sigaction action{};
  action.sa_handler = OnChild;
  action.sa_flags = SA_NOCLDSTOP;
  sigaction(SIGCHLD, &action, nullptr);
  {
    Keeper keeper(start);
    keeper.Run();
  }
  _exit(0);
}

}  // namespace hpdl::rt
