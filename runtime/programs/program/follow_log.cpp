#include "runtime/programs/program/follow_log.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/inotify.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <thread>

#include "runtime/ground/base/terminal_text.h"
#include "runtime/programs/program/opened_job.h"

namespace hpdl::rt {
namespace {

using Clock = std::chrono::steady_clock;

/// The maximum time between two reads of the job, in milliseconds. Without this limit, `log
/// --follow` would not notice that a process has died, because a dead process writes nothing.
constexpr int kLookMs = 1000;
/// The minimum pause between two reads of a busy job.
constexpr std::chrono::milliseconds kRest{100};

/// Waits until a process writes to the journal or to an output of the job, but at most kLookMs.
/// Without inotify, each wait takes kLookMs.
class WriteWatch {
 public:
  explicit WriteWatch(const std::string& directory)
      : file_(::inotify_init1(IN_CLOEXEC | IN_NONBLOCK)), attempts_(directory + "/attempts") {
    if (file_ >= 0) {
      ::inotify_add_watch(file_, directory.c_str(), IN_MODIFY);
      WatchAttempts();
    }
  }
  WriteWatch(const WriteWatch&) = delete;
  WriteWatch& operator=(const WriteWatch&) = delete;
  ~WriteWatch() {
    if (file_ >= 0) {
      ::close(file_);
    }
  }

  void Wait() {
    WatchAttempts();
    pollfd readable{file_, POLLIN, 0};
    ::poll(&readable, file_ >= 0 ? 1 : 0, kLookMs);
    char events[4096];
    while (file_ >= 0 && ::read(file_, events, sizeof events) > 0) {
    }
  }

 private:
  /// Watches the folder of attempts as soon as the first attempt has made it.
  void WatchAttempts() {
    if (file_ >= 0 && !watches_attempts_) {
      watches_attempts_ = ::inotify_add_watch(file_, attempts_.c_str(), IN_MODIFY) >= 0;
    }
  }
  int file_;
  std::string attempts_;
  bool watches_attempts_ = false;
};

/// Returns `text` without an incomplete UTF-8 character at its end.
std::string_view WholeCharacters(std::string_view text) {
  for (std::size_t back = 1; back <= 3 && back <= text.size(); ++back) {
    const auto byte = static_cast<unsigned char>(text[text.size() - back]);
    if (byte >= 0xC0) {  // the first byte of a character of several bytes
      const std::size_t size = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : 2;
      return size > back ? text.substr(0, text.size() - back) : text;
    }
    if (byte < 0x80) {
      break;
    }
  }
  return text;
}

/// Shows the events and outputs of a job. Remembers what it has shown, and shows nothing twice.
class LogFollower {
 public:
  LogFollower(Output& out, const LogOptions& options, bool json)
      : out_(out), options_(options), json_(json) {}

  void Show(const JobReport& report) {
    const std::vector<LogFile> files = LogFiles(report, options_);
    for (const LogEvent& event : LogEvents(report, options_)) {
      const std::string key = event.Key();
      if (shown_.count(key) != 0) {
        continue;
      }
      if (event.end) {
        // An attempt's output comes before the line that reports the attempt's end.
        ShowFiles(files);
      }
      shown_.insert(key);
      out_.Write(json_ ? EventJson(event) : EventText(event));
      last_file_.clear();
    }
    ShowFiles(files);
    out_.Flush();
  }

 private:
  void ShowFiles(const std::vector<LogFile>& files) {
    for (const LogFile& file : files) {
      if (shown_.count(file.start) != 0) {
        ShowMore(file);
      }
    }
  }

  void ShowMore(const LogFile& file) {
    // An action may have replaced its output file by a pipe. O_NONBLOCK prevents that opening the
    // pipe blocks this program.
    const int descriptor = ::open(file.path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (descriptor < 0) {
      return;
    }
    struct stat status{};
    if (::fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode)) {
      ShowFrom(descriptor, file, status.st_size);
    }
    ::close(descriptor);
  }

  void ShowFrom(int descriptor, const LogFile& file, off_t size) {
    const auto [known, fresh] = offsets_.try_emplace(file.path, 0);
    const auto most = static_cast<off_t>(
        std::min<std::uint64_t>(options_.bytes, static_cast<std::uint64_t>(INT64_MAX)));
    if (fresh && size > most) {
      known->second = size - most;  // as in `log`, only the last bytes of earlier output are shown
    }
    char buffer[16384];
    while (known->second < size) {
      const ssize_t got = ::pread(descriptor, buffer, sizeof buffer, known->second);
      if (got <= 0) {
        return;
      }
      const std::string_view text = WholeCharacters({buffer, static_cast<std::size_t>(got)});
      if (text.empty()) {
        return;  // the rest of the character has not been written yet
      }
      known->second += static_cast<off_t>(text.size());
      if (json_) {
        out_.Write(OutputJson(file, text));
      } else {
        WriteText(file, text);
      }
    }
  }

  void WriteText(const LogFile& file, std::string_view text) {
    if (last_file_ != file.path) {
      out_.Line("    ---- " + OneLine(file.node) + " " + file.stream);
      last_file_ = file.path;
    }
    out_.Write(Harmless(text));
  }

  Output& out_;
  const LogOptions& options_;
  const bool json_;
  std::set<std::string> shown_;
  std::map<std::string, off_t> offsets_;
  std::string last_file_;  ///< path of the output that was shown last; "": an event was shown last
};

/// Returns the reason why `log --follow` ends; "" if it must go on waiting.
std::string ReasonToEnd(const JobReport& report, const std::string& hint) {
  const JobRow& job = report.main.job;
  if (IsEnd(job.state)) {
    return "the job has ended";
  }
  if (report.alive || job.state == JobState::kPrep) {
    return {};
  }
  return std::string(job.state == JobState::kSuspended ? "the job is suspended"
                                                       : "no process runs the job") +
         "; go on: " + hint + " resume " + report.root_id;
}

}  // namespace

Result<void> FollowLog(Invocation& call, const JobReport& report, const LogOptions& options) {
  const std::string id = report.main.job.id;
  auto state = OpenState(call.line, false);
  HPDL_TRY(state);
  WriteWatch watch(report.directory);
  LogFollower follower(call.out, options, call.json());
  while (!call.out.failed()) {
    const Clock::time_point begin = Clock::now();
    const Result<JobReport> now = LoadJob(**state, id, {});
    HPDL_TRY(now);
    follower.Show(*now);
    const std::string reason = ReasonToEnd(*now, call.Hint());
    if (!reason.empty()) {
      call.err.Line(reason);
      return {};
    }
    const auto spent = std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - begin);
    watch.Wait();
    // The pause is at least as long as this pass of the loop. So at least half of the time stays
    // for the processes that run the job, even if the job is large.
    std::this_thread::sleep_for(std::max(kRest, spent));
  }
  return {};
}

}  // namespace hpdl::rt
