#include "runtime/world/mapreduce/stream_process.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace hpdl::rt::mapreduce {

namespace {

constexpr std::size_t kBufferBytes = 128 << 10;
constexpr std::size_t kPipeBytes = 64 << 10;
// The size of the output pipe in bytes. The pipe stays smaller if the system does not allow this
// size.
constexpr int kOutputPipe = 1 << 20;
// A task that waits for its command checks every kLookMs ms whether the job is failing.
constexpr int kLookMs = 200;

Error CannotStart(const std::string& program, int error) {
  return ActionError("cannot start " + program + ": " + std::strerror(error));
}

Error CannotRead(int error) {
  return ActionError(std::string("cannot exchange data with the command: ") + std::strerror(error));
}

void CloseFd(int* fd) {
  if (*fd >= 0) {
    close(*fd);
    *fd = -1;
  }
}

bool Exists(const std::string& path) {
  return access(path.c_str(), F_OK) == 0;
}

/// Returns the path of a program. The work directory is searched before PATH. Makes a command in
/// the work directory executable. Hadoop does the same.
std::string Locate(const std::string& name, const std::string& directory,
                   const std::vector<std::string>& environment) {
  if (name.starts_with('/')) {
    return name;
  }
  std::string own = directory + "/" + name;
  struct stat info{};
  if (stat(own.c_str(), &info) == 0 && S_ISREG(info.st_mode)) {
    (void)!chmod(own.c_str(), info.st_mode | S_IXUSR);
    return own;
  }
  std::string_view path = "/usr/local/bin:/usr/bin:/bin";
  for (const std::string& entry : environment) {
    if (entry.starts_with("PATH=")) {
      path = std::string_view(entry).substr(5);
    }
  }
  while (!path.empty() && name.find('/') == std::string::npos) {
    const std::size_t end = std::min(path.find(':'), path.size());
    const std::string place = std::string(path.substr(0, end)) + "/" + name;
    if (Exists(place)) {
      return place;
    }
    path.remove_prefix(std::min(end + 1, path.size()));
  }
  return name;
}

std::vector<char*> Pointers(std::vector<std::string>& texts) {
  std::vector<char*> pointers;
  pointers.reserve(texts.size() + 1);
  for (std::string& text : texts) {
    pointers.push_back(text.data());
  }
  pointers.push_back(nullptr);
  return pointers;
}

/// Starts the program in a child that shares this process's memory, so the child makes system calls
/// only. Returns 0 or an errno.
__attribute__((noinline)) int Spawn(const char* program, char** argv, char** environment,
                                    const char* directory, const int fds[3], pid_t* pid) {
  volatile int error = 0;
  const pid_t parent = getpid();
  // NOLINTNEXTLINE(bugprone-unsafe-functions): the child of vfork() makes system calls only
  const pid_t child = vfork();
  if (child == 0) {
    signal(SIGPIPE, SIG_DFL);
    if (prctl(PR_SET_PDEATHSIG, SIGKILL) == 0 && getppid() == parent && dup2(fds[0], 0) >= 0 &&
        dup2(fds[1], 1) >= 0 && dup2(fds[2], 2) >= 0 && chdir(directory) == 0) {
      execve(program, argv, environment);
    }
    error = errno;
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

}  // namespace

Result<std::unique_ptr<StreamProcess>> StreamProcess::Start(Setup setup) {
  std::unique_ptr<StreamProcess> process(new StreamProcess(std::move(setup)));
  if (process->setup_.argv.empty()) {
    return ActionError("the command of the job is empty");
  }
  const std::string program =
      Locate(process->setup_.argv[0], process->setup_.directory, process->setup_.environment);
  HPDL_TRY(process->Launch(program));
  process->buffer_.reserve(kBufferBytes);
  return process;
}

Result<void> StreamProcess::Launch(const std::string& program) {
  int in[2] = {-1, -1}, out[2] = {-1, -1}, err[2] = {-1, -1};
  int error = pipe2(in, O_CLOEXEC) == 0 && pipe2(out, O_CLOEXEC) == 0 && pipe2(err, O_CLOEXEC) == 0
                  ? 0
                  : errno;
  if (error == 0) {
    std::vector<char*> argv = Pointers(setup_.argv);
    std::vector<char*> environment = Pointers(setup_.environment);
    const int fds[3] = {in[0], out[1], err[1]};
    const char* directory = setup_.directory.c_str();
    error = Spawn(program.c_str(), argv.data(), environment.data(), directory, fds, &pid_);
    if (error == ENOEXEC) {  // the program is a script without an interpreter line
      std::string script = program, shell = "sh";
      argv[0] = script.data();
      argv.insert(argv.begin(), shell.data());
      error = Spawn("/bin/sh", argv.data(), environment.data(), directory, fds, &pid_);
    }
  }
  for (int* fd : {&in[0], &out[1], &err[1]}) {
    CloseFd(fd);
  }
  in_ = in[1];
  out_ = out[0];
  err_ = err[0];
  if (error != 0) {
    return CannotStart(setup_.argv[0], error);
  }
  fcntl(in_, F_SETFL, O_NONBLOCK);
  fcntl(out_, F_SETPIPE_SZ, kOutputPipe);
  return {};
}

StreamProcess::~StreamProcess() {
  CloseFd(&in_);
  CloseFd(&out_);
  CloseFd(&err_);
  if (pid_ > 0) {
    kill(pid_, SIGKILL);
    waitpid(pid_, nullptr, 0);
  }
}

Result<void> StreamProcess::Take(int* fd, LineScanner* lines, const OnLine& on_line) {
  const ssize_t got = read(*fd, lines->Room(kPipeBytes), kPipeBytes);
  if (got < 0) {
    return errno == EINTR ? Result<void>() : Result<void>(CannotRead(errno));
  }
  if (got == 0) {
    lines->Finish();
    CloseFd(fd);
  }
  lines->Added(static_cast<std::size_t>(got));
  std::string_view line;
  while (lines->Next(&line)) {
    HPDL_TRY(on_line(line));
  }
  return {};
}

/// Waits until the command takes input or has output, then writes a part of `*data` or reads the
/// output.
Result<void> StreamProcess::Pump(std::string_view* data) {
  const bool writes = data != nullptr && !data->empty();
  pollfd fds[3] = {{writes ? in_ : -1, POLLOUT, 0}, {out_, POLLIN, 0}, {err_, POLLIN, 0}};
  if (poll(fds, 3, kLookMs) < 0 && errno != EINTR) {
    return CannotRead(errno);
  }
  if (setup_.stopped != nullptr && *setup_.stopped) {
    return ActionError("another task has failed");
  }
  if (fds[1].revents != 0) {
    HPDL_TRY(Take(&out_, &out_lines_, setup_.out));
  }
  if (fds[2].revents != 0) {
    HPDL_TRY(Take(&err_, &err_lines_, setup_.err));
  }
  if (fds[0].revents != 0) {
    const ssize_t written = write(in_, data->data(), data->size());
    if (written > 0) {
      data->remove_prefix(static_cast<std::size_t>(written));
    } else if (written < 0 && errno != EAGAIN && errno != EINTR) {
      broken_ = true;
    }
  }
  return {};
}

/// Writes all data to the command. Returns false if the command has closed its standard input.
Result<bool> StreamProcess::Flush(std::string_view data) {
  while (!data.empty() && !broken_) {
    HPDL_TRY(Pump(&data));
  }
  return !broken_;
}

Result<bool> StreamProcess::FlushBuffer() {
  auto flushed = Flush(buffer_);
  buffer_.clear();
  return flushed;
}

Result<bool> StreamProcess::Write(std::string_view data) {
  if (data.size() > kBufferBytes - buffer_.size()) {
    auto flushed = FlushBuffer();
    if (!flushed || !*flushed) {
      return flushed;
    }
  }
  if (data.size() >= kBufferBytes) {
    return Flush(data);
  }
  buffer_ += data;
  return true;
}

Result<bool> StreamProcess::Write(std::string_view key, std::string_view separator,
                                  std::string_view value, std::uint64_t times) {
  const std::size_t size = key.size() + separator.size() + value.size() + 1;
  if (size >= kBufferBytes) {
    std::string line;
    line.reserve(size);
    line.append(key).append(separator).append(value) += '\n';
    Result<bool> written = true;
    for (; times > 0 && written && *written; --times) {
      written = Write(line);
    }
    return written;
  }
  while (true) {
    const std::size_t begin = buffer_.size();
    const std::size_t fit = std::min<std::uint64_t>(times, (kBufferBytes - begin) / size);
    if (fit > 0) {
      buffer_.append(key).append(separator).append(value) += '\n';
      const std::size_t end = begin + fit * size;
      while (buffer_.size() < end) {  // each iteration doubles the number of lines
        buffer_.append(buffer_, begin, std::min(end, 2 * buffer_.size() - begin) - buffer_.size());
      }
      times -= fit;
    }
    if (times == 0) {
      return true;
    }
    auto flushed = FlushBuffer();
    if (!flushed || !*flushed) {
      return flushed;
    }
  }
}

Result<int> StreamProcess::Finish() {
  // If the command has not read all of its input, Flush() returns false. This is not an error.
  auto flushed = Flush(buffer_);
  HPDL_TRY(flushed);
  CloseFd(&in_);
  while (out_ >= 0 || err_ >= 0) {
    HPDL_TRY(Pump(nullptr));
  }
  int status = 0;
  while (waitpid(pid_, &status, 0) < 0 && errno == EINTR) {
  }
  pid_ = -1;
  return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

}  // namespace hpdl::rt::mapreduce
