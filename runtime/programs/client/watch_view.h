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

/// How `watch` shows a job, from the answers to `show=info`.
namespace hpdl::client {

class WatchView {
 public:
  virtual ~WatchView() = default;
  virtual void Show(const Json& job) = 0;
  /// Passes the time to the next question.
  virtual void Wait(std::chrono::seconds interval) = 0;
  /// The job has ended or is suspended; it was shown.
  virtual void End(const Json& job) = 0;
};

/// A line for each change, with times of `zone`.
std::unique_ptr<WatchView> WatchLines(NamedZone zone);
/// Lines of standard output, a terminal, that are redrawn, as `run` of a program does it.
std::unique_ptr<WatchView> WatchFrames();

/// What each answer says that the one before did not, for the view of runtime/ground/progress.
/// Oozie shows whole seconds.
class JobEvents {
 public:
  /// The job's own state is the first event; actions without a name or a status are left out.
  std::vector<rt::ProgressEvent> NewIn(const Json& job, std::int64_t now_ms);

 private:
  std::unordered_map<std::string, std::string> known_;  ///< by name: all that is shown of an action
};

/// "nightly KILLED after 6 s".
std::string EndText(const Json& job);
/// A date of HTTP in milliseconds, 0 for none.
std::int64_t DateMs(const Json& object, const char* name);

}  // namespace hpdl::client

#endif  // HPDL_RUNTIME_PROGRAMS_CLIENT_WATCH_VIEW_H_
