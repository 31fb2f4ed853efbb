#ifndef HPDL_RUNTIME_PROGRAMS_CLIENT_WATCH_VIEW_H_
#define HPDL_RUNTIME_PROGRAMS_CLIENT_WATCH_VIEW_H_

#include <chrono>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "runtime/ground/progress/event.h"
#include "runtime/programs/client/answer.h"
#include "runtime/programs/client/time_zones.h"

/// The views in which `watch` shows a job. They get the jobs that WatchedJob() returns.
namespace hpdl::client {

class WatchView {
 public:
  virtual ~WatchView() = default;
  virtual void Show(const Json& job) = 0;
  /// Waits for `interval` until the next request.
  virtual void Wait(std::chrono::seconds interval) = 0;
  /// Shows that the job has ended or is suspended. Show() was called with this job before.
  virtual void End(const Json& job) = 0;
};

/// Returns a view that prints a line for each change, with times in `zone`.
std::unique_ptr<WatchView> WatchLines(NamedZone zone);
/// Returns a view that redraws lines on standard output, as the command `run` of emitted programs
/// does. Standard output must be a terminal.
std::unique_ptr<WatchView> WatchFrames();

/// Compares each answer with the answers before it, and returns the changes as events for the view
/// of runtime/ground/progress. Oozie's answers contain times only in whole seconds.
class JobEvents {
 public:
  /// Returns the changes in `job` since the last call, as events. In the first call, the job's own
  /// state is the first event. Actions without a name or a status are left out.
  std::vector<rt::ProgressEvent> NewIn(const Json& job, std::int64_t now_ms);

 private:
  /// The fields of each action as they were shown last. The key is the action's name.
  std::unordered_map<std::string, std::string> known_;
};

/// Returns the last line that `watch` prints, for example "nightly KILLED after 6 s".
std::string EndText(const Json& job);
/// Returns an HTTP date as milliseconds since 1970; 0 if the member is missing or is not a date.
std::int64_t DateMs(const Json& object, const char* name);

}  // namespace hpdl::client

#endif  // HPDL_RUNTIME_PROGRAMS_CLIENT_WATCH_VIEW_H_
