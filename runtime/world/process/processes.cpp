#include <fcntl.h>
#include <signal.h>
#include <sys/file.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <boost/asio/io_context.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <deque>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "runtime/ground/base/clock.h"
#include "runtime/ground/base/descriptor.h"
#include "runtime/ground/base/frames.h"
#include "runtime/world/process/cache_epoch.h"
#include "runtime/world/process/keeper.h"
#include "runtime/world/process/kept_processes.h"
#include "runtime/world/process/output_files.h"
#include "runtime/world/process/place_messages.h"
#include "runtime/world/process/status_log.h"
#include "runtime/world/process/wire.h"

extern char** environ;

namespace hpdl::rt {

namespace {

namespace asio = boost::asio;

/// The time in which an earlier keeper must notice that its engine is gone.
constexpr std::chrono::seconds kRetire{5};
/// The number of commands that are sent to the keeper in advance. The keeper then need not wait for
/// the engine between two commands.
constexpr std::size_t kAttemptsAhead = 64;

/// Returns the absolute form of an existing path. The keeper needs it, because its working
/// directory differs from the engine's.
std::string Absolute(const std::string& path) {
  char* resolved = path.starts_with('/') ? nullptr : realpath(path.c_str(), nullptr);
  if (resolved == nullptr) {
    return path;
  }
  std::string absolute = resolved;
  std::free(resolved);
  return absolute;
}

Error Failure(const std::string& what, const std::string& path) {
  return {ErrorClass::kFatal, "E1400", what + " " + path + ": " + std::strerror(errno)};
}

/// Returns the path of the server's socket for places (place_messages.h) from the environment; ""
/// if no server started this program. Removes the variable, so that no command inherits it.
std::string TakePlacesVariable() {
  const char* const value = std::getenv(places::kVariable);
  std::string path = value == nullptr ? "" : value;
  unsetenv(places::kVariable);
  return path;
}

/// Returns NAME from an entry NAME=value.
std::string_view VariableName(std::string_view entry) {
  return entry.substr(0, entry.find('='));
}

}  // namespace

KeptProcesses::KeptProcesses(asio::io_context& io, std::string directory, std::size_t window)
    : directory_(std::move(directory)),
      log_(directory_ + "/status"),
      window_(window),
      io_(io),
      socket_(io),
      poll_(io) {
  for (std::uint32_t place = 0; environ[place] != nullptr; ++place) {
    environment_.emplace(VariableName(environ[place]), place);
  }
}

KeptProcesses::~KeptProcesses() {
  *alive_ = false;
  socket_.close();
  if (keeper_ > 0) {
    // A keeper without children ends at once, so the wait is short.
    waitpid(keeper_, nullptr, sent_ == 0 ? 0 : WNOHANG);
  }
  if (lock_ >= 0) {
    close(lock_);
  }
}

Result<void> KeptProcesses::Launch(unsigned parallel, std::string places) {
  if (mkdir(directory_.c_str(), 0700) != 0 && errno != EEXIST) {
    return Failure("cannot make", directory_);
  }
  const std::string status_path = directory_ + "/status", lock_path = directory_ + "/keeper.lock";
  Descriptor directory{open(directory_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)};
  Descriptor status{open(status_path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600)};
  Descriptor keeper_lock{open(lock_path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600)};
  Descriptor own_lock{open(lock_path.c_str(), O_RDWR | O_CLOEXEC)};
  if (directory.get() < 0 || status.get() < 0 || keeper_lock.get() < 0 || own_lock.get() < 0) {
    return Failure("cannot open the files of", directory_);
  }
  lock_ = own_lock.Release();
  if (!log_.Refresh()) {
    return Failure("cannot read", status_path);
  }
  HPDL_TRY(AwaitRetired());
  epoch_ = CacheEpoch(directory_);
  log_whole_ = log_.whole_since() == epoch_;
  // Each K line of the status log has the epoch of the first keeper, not of its own keeper. So a
  // later engine sees that the log may have lost lines, even if this engine is killed before it
  // reports the lost attempts.
  const std::string& whole_since = log_.last_keeper() == 0 ? epoch_ : log_.whole_since();

  KeeperStart start;
  start.number = log_.last_keeper() + 1;
  start.parallel = parallel;
  start.places = std::move(places);
  const std::string job_path = directory_.substr(0, directory_.rfind('/'));
  start.job = job_path.substr(job_path.rfind('/') + 1);
  parallel_ = parallel;
  std::string line = log_.torn() ? "\n" : "";
  const std::string number = std::to_string(start.number);
  line += "K " + number + " " + whole_since + "\nB " + number + " " + epoch_ + "\n";
  if (write(status.get(), line.data(), line.size()) != static_cast<ssize_t>(line.size())) {
    return Failure("cannot write", status_path);
  }
  int ends[2];
  if (!LockKeeper(keeper_lock.get(), start.number) ||
      socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) {
    return Failure("cannot start the process that starts local commands in", directory_);
  }
  Descriptor far{ends[1]};
  start.socket = far.get();
  start.status = status.get();
  start.lock = keeper_lock.get();
  start.directory = directory.get();
  keeper_ = fork();
  if (keeper_ == 0) {
    RunKeeper(start);
  }
  socket_.assign(ends[0]);
  socket_.non_blocking(true);
  if (keeper_ < 0) {
    return Failure("cannot start the process that starts local commands in", directory_);
  }
  return {};
}

/// Waits until all earlier keepers have noticed the end of their engine. Before that, the socket of
/// a live keeper may still contain commands that the keeper will start. After that, an attempt
/// without an S line was certainly not started.
Result<void> KeptProcesses::AwaitRetired() {
  for (std::int64_t number = log_.last_keeper(); number > 0; --number) {
    const auto patience = SteadyClock::now() + kRetire;
    while (KeeperAlive(lock_, number) && !log_.Retired(number)) {
      if (SteadyClock::now() >= patience) {
        return Error{ErrorClass::kNonTransient, "E1401",
                     "the process that started the local commands in " + directory_ +
                         " still works for another process"};
      }
      struct timespec pause{0, 1000000};
      nanosleep(&pause, nullptr);
      log_.Refresh();
    }
  }
  return {};
}

bool KeptProcesses::Run(std::int64_t sequence, Command command, Done done, Started started) {
  const bool waits = entries_.size() >= parallel_ && started != nullptr;
  Entry& entry = entries_[sequence];
  entry.done = std::move(done);
  if (const ChildRecord* record = log_.Find(sequence); record != nullptr) {
    ExitStatus status;
    status.lost = true;
    status.code = -1;
    status.pid = record->pid;
    Post(sequence, std::move(status));
    return false;
  }
  if (keeper_ < 0) {
    ExitStatus status;
    status.code = -1;
    status.unstarted = true;
    status.start_error = "the command, because the process that starts local commands has ended";
    Post(sequence, std::move(status));
    return false;
  }
  if (waits) {
    entry.started = std::move(started);
  }
  std::string frame = Encode(sequence, std::move(command), waits);
  if (sent_ < window_ && queue_.empty()) {
    Send(sequence, frame);
    return waits;
  }
  frame.shrink_to_fit();
  queue_.emplace_back(sequence, std::move(frame));
  return waits;
}

std::string KeptProcesses::Encode(std::int64_t sequence, Command command, bool waits) const {
  wire::RunMessage message;
  message.tell_start = waits;
  message.sequence = sequence;
  message.argv = std::move(command.argv);
  message.directory = Absolute(command.directory);
  std::vector<std::string>& all = command.environment;
  for (auto entry = all.begin(); entry != all.end(); ++entry) {
    const std::string_view name = VariableName(*entry);
    if (std::any_of(entry + 1, all.end(),
                    [&](const std::string& later) { return VariableName(later) == name; })) {
      continue;
    }
    const auto [begin, end] = environment_.equal_range(name);
    std::for_each(begin, end, [&](const auto& old) { message.removed.push_back(old.second); });
    message.added.push_back(std::move(*entry));
  }
  std::string frame;
  wire::Append(message, &frame);
  return frame;
}

void KeptProcesses::Send(std::int64_t sequence, const std::string& frame) {
  out_ += frame;
  entries_[sequence].sent = true;
  ++sent_;
  ScheduleFlush();
  Receive();
}

/// Hands waiting commands to the keeper, until it has `window_` commands.
void KeptProcesses::Fill() {
  while (sent_ < window_ && !queue_.empty()) {
    const auto [sequence, frame] = std::move(queue_.front());
    queue_.pop_front();
    Send(sequence, frame);
  }
}

/// Schedules one write for all messages of this iteration of the loop.
void KeptProcesses::ScheduleFlush() {
  if (flushing_) {
    return;
  }
  flushing_ = true;
  asio::post(io_, [this, alive = alive_] {
    if (*alive) {
      Flush();
    }
  });
}

void KeptProcesses::Flush() {
  while (!out_.empty()) {
    const ssize_t size =
        send(socket_.native_handle(), out_.data(), out_.size(), MSG_DONTWAIT | MSG_NOSIGNAL);
    if (size > 0) {
      out_.erase(0, static_cast<std::size_t>(size));
      continue;
    }
    if (errno == EAGAIN || errno == EINTR) {
      socket_.async_wait(asio::posix::stream_descriptor::wait_write,
                         [this, alive = alive_](const boost::system::error_code& error) {
                           if (*alive && !error) {
                             Flush();
                           }
                         });
      return;
    }
    break;  // the keeper is gone; Drain() detects this
  }
  out_.clear();
  flushing_ = false;
}

/// Waits for messages only while the keeper has commands, so that the loop can end.
void KeptProcesses::Receive() {
  if (receiving_ || sent_ == 0) {
    return;
  }
  receiving_ = true;
  socket_.async_wait(asio::posix::stream_descriptor::wait_read,
                     [this, alive = alive_](const boost::system::error_code& error) {
                       if (!*alive || error) {
                         return;
                       }
                       receiving_ = false;
                       if (!Drain()) {
                         KeeperGone();
                       } else if (*alive) {
                         Receive();
                       }
                     });
}

/// Reads the keeper's messages and reports them. Returns false if the keeper has closed its end of
/// the socket.
bool KeptProcesses::Drain() {
  const std::shared_ptr<bool> alive = alive_;
  bool open = true;
  for (;;) {
    char buffer[16384];
    const ssize_t size = recv(socket_.native_handle(), buffer, sizeof buffer, MSG_DONTWAIT);
    if (size > 0) {
      in_.append(buffer, static_cast<std::size_t>(size));
      if (size == sizeof buffer) {
        continue;
      }
    } else {
      open = size < 0 && (errno == EAGAIN || errno == EINTR);
    }
    break;
  }
  std::size_t begin = 0;
  for (std::size_t size = 0; (size = FrameSize(std::string_view(in_).substr(begin))) > 0;
       begin += size) {
    const std::string_view frame = std::string_view(in_).substr(begin, size);
    if (wire::FrameType(frame) == wire::Type::kStart) {
      TellStarted(frame);
      continue;
    }
    wire::EndMessage message;
    if (!wire::Read(frame, &message)) {
      continue;
    }
    ExitStatus status;
    status.code = message.code;
    status.signal = message.signal;
    status.pid = message.pid;
    status.start_error = std::move(message.start_error);
    status.unstarted = message.unstarted;
    status.output_cut = message.output_cut;
    Finish(message.sequence, std::move(status));
    if (!*alive) {
      return true;
    }
  }
  in_.erase(0, begin);
  Fill();
  return open;
}

void KeptProcesses::TellStarted(std::string_view frame) {
  wire::StartMessage message;
  const auto found = wire::Read(frame, &message) ? entries_.find(message.sequence) : entries_.end();
  if (found != entries_.end() && found->second.started) {
    std::exchange(found->second.started, nullptr)(message.pid);
  }
}

/// Handles the end of a keeper that was killed. The children go on, and are watched like children
/// of an earlier run.
void KeptProcesses::KeeperGone() {
  waitpid(keeper_, nullptr, WNOHANG);
  keeper_ = -1;
  sent_ = 0;
  log_.Refresh();
  std::vector<std::int64_t> never_started;
  for (auto& [sequence, entry] : entries_) {
    const bool started = std::exchange(entry.sent, false) && log_.Find(sequence) != nullptr;
    if (started) {
      TakeOver(sequence, *log_.Find(sequence));
    } else if (!entry.adopted) {
      never_started.push_back(sequence);
    }
  }
  queue_.clear();
  for (const std::int64_t sequence : never_started) {
    ExitStatus status;
    status.code = -1;
    status.unstarted = true;
    status.start_error = "the command, because the process that starts local commands has ended";
    Post(sequence, std::move(status));
  }
  Poll();
}

void KeptProcesses::Finish(std::int64_t sequence, ExitStatus status) {
  const auto found = entries_.find(sequence);
  if (found == entries_.end()) {
    return;
  }
  Entry entry = std::move(found->second);
  entries_.erase(found);
  sent_ -= entry.sent ? 1 : 0;
  looked_at_ -= entry.looked_at() ? 1 : 0;
  entry.done(std::move(status));
}

void KeptProcesses::Post(std::int64_t sequence, ExitStatus status) {
  asio::post(io_, [this, alive = alive_, sequence, status = std::move(status)]() mutable {
    if (*alive) {
      Finish(sequence, std::move(status));
    }
  });
}

void KeptProcesses::Kill(std::int64_t sequence, int grace_ms) {
  const auto found = entries_.find(sequence);
  if (found == entries_.end()) {
    return;
  }
  if (!found->second.sent && !found->second.adopted) {
    std::erase_if(queue_, [&](const auto& waiting) { return waiting.first == sequence; });
    ExitStatus status;
    status.code = -1;
    status.signal = SIGTERM;
    Post(sequence, std::move(status));
    return;
  }
  Signal(sequence, SIGTERM);
  auto& timer = found->second.grace;
  timer = std::make_unique<asio::steady_timer>(io_, std::chrono::milliseconds(grace_ms));
  timer->async_wait([this, alive = alive_, sequence](const boost::system::error_code& error) {
    if (*alive && !error) {
      Signal(sequence, SIGKILL);
    }
  });
}

void KeptProcesses::Signal(std::int64_t sequence, int signal) {
  const auto found = entries_.find(sequence);
  if (found == entries_.end()) {
    return;  // the child has ended already
  }
  if (found->second.sent) {
    wire::Append(wire::KillMessage{sequence, signal}, &out_);
    ScheduleFlush();
    return;
  }
  const ChildRecord* record = log_.Find(sequence);
  if (record != nullptr && !record->ended && MayLive(*record)) {
    kill(-record->pid, signal);
  }
}

Result<std::unique_ptr<Processes>> Processes::Start(asio::io_context& io,
                                                    const std::string& job_path,
                                                    unsigned parallel) {
  const unsigned running = std::max(parallel, 1U);
  std::string places = TakePlacesVariable();  // removes the variable before the environment is read
  auto processes = std::make_unique<KeptProcesses>(io, Absolute(job_path) + "/attempts",
                                                   running + kAttemptsAhead);
  HPDL_TRY(processes->Launch(running, std::move(places)));
  return std::unique_ptr<Processes>(std::move(processes));
}

}  // namespace hpdl::rt
