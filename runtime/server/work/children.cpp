#include "runtime/server/work/children.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <boost/asio/as_tuple.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <cerrno>
#include <cstring>
#include <utility>

#include "runtime/ground/base/descriptor.h"
#include "runtime/ground/base/new_file.h"
#include "runtime/ground/base/spawn_plan.h"
#include "runtime/store/crash_point.h"

namespace hpdl::rt {
namespace {

constexpr int kInput = 3;

/// Moves a descriptor to a number above all descriptors that the child gets.
Descriptor AboveGiven(int fd) {
  const Descriptor low(fd >= 0 && fd <= kChildCredential ? fd : -1);
  return Descriptor(low.get() < 0 ? fd : fcntl(fd, F_DUPFD_CLOEXEC, kChildCredential + 1));
}

/// Makes a file without a name, writes `text` into it, and returns its descriptor. The next read
/// begins at the start of the file. Returns -1 if the file cannot be made.
Descriptor FileOf(const std::string& text) {
  Descriptor file = AboveGiven(memfd_create("input", MFD_CLOEXEC));
  const bool good =
      file.get() >= 0 && WriteAll(file.get(), text) && lseek(file.get(), 0, SEEK_SET) == 0;
  return good ? std::move(file) : Descriptor(-1);
}

/// Returns the server's environment, in which `over` replaces variables of the same name.
std::vector<std::string> EnvironmentWith(const std::vector<std::string>& over) {
  std::vector<std::string> all = over;
  for (char** at = environ; *at != nullptr; ++at) {
    const std::string_view entry = *at;
    const std::string_view name = entry.substr(0, entry.find('=') + 1);
    if (std::none_of(over.begin(), over.end(),
                     [&](const std::string& mine) { return mine.starts_with(name); })) {
      all.emplace_back(entry);
    }
  }
  return all;
}

/// Sets the limits of a child that has just started. That is early enough: the kernel counts time
/// from the start of the child, and checks the other limits at each use.
void Limit(pid_t child, const ChildLimits& limits) {
  const std::pair<__rlimit_resource, std::int64_t> all[] = {{RLIMIT_CPU, limits.cpu_s},
                                                            {RLIMIT_AS, limits.memory_bytes},
                                                            {RLIMIT_FSIZE, limits.file_bytes}};
  for (const auto& [what, most] : all) {
    if (most != 0) {
      const rlimit limit{static_cast<rlim_t>(most), static_cast<rlim_t>(most)};
      prlimit(child, what, &limit, nullptr);
    }
  }
}

/// Cuts a file that children append to. One byte beyond `most` stays, so that ReadBegin() still
/// sees that something is missing.
void TrimFile(int file, std::size_t most) {
  struct stat info{};
  const auto size = static_cast<off_t>(most) + 1;
  if (file >= 0 && fstat(file, &info) == 0 && info.st_size > size) {
    (void)!ftruncate(file, size);
  }
}

/// Reads the first `most` bytes of a file. Returns true if the file has more.
bool ReadBegin(int file, std::size_t most, std::string* text) {
  struct stat info{};
  const std::size_t size = fstat(file, &info) == 0 ? static_cast<std::size_t>(info.st_size) : 0;
  text->resize(std::min(size, most));
  const ssize_t read = size == 0 ? 0 : pread(file, text->data(), text->size(), 0);
  text->resize(read > 0 ? static_cast<std::size_t>(read) : 0);
  return size > most;
}

Error NotStarted(const std::string& program, int error) {
  return {ErrorClass::kTransient, "", program + " cannot be started: " + std::strerror(error)};
}

}  // namespace

std::string ChildEnd::Words() const {
  return too_late      ? "did not end in time"
         : signal != 0 ? "ended by signal " + std::to_string(signal)
                       : "ended with exit code " + std::to_string(code);
}

Children::Children(boost::asio::io_context& loop)
    : loop_(loop), signals_(loop, SIGCHLD), self_(std::make_shared<Children*>(this)) {
  Listen();
}

Children::~Children() {
  *self_ = nullptr;
  for (auto& [child, running] : running_) {
    if (running.limited) {
      Kill(child);
    }
    CloseOutputs(running);
  }
}

void Children::CloseOutputs(const Running& running) {
  close(running.output);
  if (running.errors >= 0) {
    close(running.errors);
  }
}

void Children::Listen() {
  signals_.async_wait([this](const boost::system::error_code& error, int) {
    if (!error) {
      Listen();  // Listen() comes before Reap(): if a child ends after Reap(), its signal is not
                 // missed
      Reap();
    }
  });
}

void Children::Reap() {
  int status = 0;
  for (pid_t child = 0; (child = waitpid(-1, &status, WNOHANG)) > 0;) {
    Forget(child, status);
  }
}

void Children::Forget(pid_t child, int status) {
  const auto found = running_.find(child);
  if (found == running_.end()) {
    return;
  }
  Running running = std::move(found->second);
  running_.erase(found);
  if (running.limited) {
    Kill(child);  // kills the processes that the child has left behind in its process group
  }
  ChildEnd end;
  end.too_late = running.too_late;
  end.code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  end.signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
  end.output_cut = ReadBegin(running.output, running.most_output, &end.output);
  if (running.errors >= 0) {
    ReadBegin(running.errors, kMostErrorBytes, &end.errors);
  }
  CloseOutputs(running);
  CrashPoint::AfterServerStep();
  running.ended(std::move(end));
}

Result<pid_t> Children::Start(const ChildCommand& command, Ended ended) {
  const std::string& program = command.argv.at(0);
  const Descriptor nothing = AboveGiven(open("/dev/null", O_RDWR | O_CLOEXEC));
  Descriptor output = AboveGiven(memfd_create("output", MFD_CLOEXEC));
  const bool apart = command.errors_apart && !command.writes_log;
  Descriptor errors = apart ? AboveGiven(memfd_create("errors", MFD_CLOEXEC)) : Descriptor();
  const bool asked = !command.input.empty(), proves = !command.credential.empty();
  const Descriptor input = asked ? FileOf(command.input) : Descriptor();
  const Descriptor credential = proves ? FileOf(command.credential) : Descriptor();
  // Duplicates the socket to a higher number. The child may need the socket's present number for
  // another descriptor.
  const Descriptor socket(
      command.socket < 0 ? -1 : fcntl(command.socket, F_DUPFD_CLOEXEC, kChildCredential + 1));
  if (nothing.get() < 0 || output.get() < 0 || (asked && input.get() < 0) ||
      (proves && credential.get() < 0) || fcntl(output.get(), F_SETFL, O_APPEND) != 0 ||
      (apart && (errors.get() < 0 || fcntl(errors.get(), F_SETFL, O_APPEND) != 0)) ||
      (command.socket >= 0 && socket.get() < 0)) {
    return NotStarted(program, errno);
  }
  const int third = command.socket >= 0 ? socket.get()
                    : asked             ? input.get()
                    : proves            ? nothing.get()
                                        : -1;
  SpawnPlan plan;
  plan.Give(nothing.get(), STDIN_FILENO);
  plan.Give(command.writes_log ? nothing.get() : output.get(), STDOUT_FILENO);
  plan.Give(command.writes_log ? STDERR_FILENO
            : apart            ? errors.get()
                               : output.get(),
            STDERR_FILENO);
  if (third >= 0) {
    plan.Give(third, kInput);
  }
  if (proves) {
    plan.Give(credential.get(), kChildCredential);
  }
  plan.CloseFrom(proves ? kChildCredential + 1 : third < 0 ? kInput : kInput + 1);
  pid_t child = 0;
  const int error = plan.Start(
      command.argv,
      command.bare_environment ? command.environment : EnvironmentWith(command.environment),
      &child);
  if (error != 0) {
    return NotStarted(program, error);
  }
  Limit(child, command.limits);
  CrashPoint::AfterServerStep();
  Running& running = running_[child];
  running.output = output.Release();
  running.errors = apart ? errors.Release() : -1;
  running.most_output = command.most_output;
  running.ended = std::move(ended);
  running.limited = command.limits.time.count() != 0;
  if (running.limited) {
    running.clock = std::make_unique<boost::asio::steady_timer>(loop_, command.limits.time);
    running.clock->async_wait([this, child](const boost::system::error_code& error) {
      if (const auto found = running_.find(child); !error && found != running_.end()) {
        found->second.too_late = true;
        Kill(child);
      }
    });
  }
  return child;
}

Task<Result<ChildEnd>> Children::Run(ChildCommand command) {
  struct Waiting {
    explicit Waiting(boost::asio::io_context& loop)
        : over(loop, boost::asio::steady_timer::time_point::max()) {}
    boost::asio::steady_timer over;
    std::optional<ChildEnd> end;
  };
  const auto waiting = std::make_shared<Waiting>(loop_);
  const Result<pid_t> child = Start(command, [waiting](ChildEnd end) {
    waiting->end = std::move(end);
    waiting->over.cancel();
  });
  HPDL_CO_TRY(child);
  /// Kills the child if the task is cancelled or destroyed with the loop.
  struct Killer {
    std::shared_ptr<Children*> children;
    pid_t child;
    const Waiting& waiting;
    ~Killer() {
      if (!waiting.end && *children != nullptr && (*children)->running_.contains(child)) {
        (*children)->Kill(child);
      }
    }
  } const killer{self_, *child, *waiting};
  while (!waiting->end) {
    co_await waiting->over.async_wait(boost::asio::as_tuple(boost::asio::use_awaitable));
    if ((co_await boost::asio::this_coro::cancellation_state).cancelled() !=
        boost::asio::cancellation_type::none) {
      break;
    }
  }
  if (!waiting->end) {
    co_return Error{ErrorClass::kTransient, "", "the wait for the process was cancelled"};
  }
  co_return std::move(*waiting->end);
}

std::string Children::OutputOf(pid_t child) const {
  const auto found = running_.find(child);
  std::string so_far;
  if (found != running_.end()) {
    ReadBegin(found->second.output, found->second.most_output, &so_far);
  }
  return so_far;
}

void Children::TrimOutputs() {
  for (const auto& [child, running] : running_) {
    TrimFile(running.output, running.most_output);
    TrimFile(running.errors, kMostErrorBytes);
  }
}

void Children::Kill(pid_t child) {
  ::kill(-child, SIGKILL);
}

}  // namespace hpdl::rt
