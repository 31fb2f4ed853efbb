#ifndef HPDL_RUNTIME_WORLD_HADOOP_APPLICATION_WATCH_H_
#define HPDL_RUNTIME_WORLD_HADOOP_APPLICATION_WATCH_H_

#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "runtime/ground/base/clock.h"
#include "runtime/ground/base/result.h"
#include "runtime/ground/base/task.h"
#include "runtime/world/hadoop/cluster.h"
#include "runtime/world/hadoop/resource_manager.h"

namespace hpdl::rt {

/// The pace at which a watch calls the resource manager.
struct WatchPace {
  std::int64_t least_ms = 500;  ///< the pause right after a change
  std::int64_t most_ms = 5000;
  /// After a reply, the watch pauses at least this long for each application in the reply, but at
  /// most most_ms in total. This pause limits the CPU time for replies with thousands of
  /// applications.
  std::int64_t each_ms = 4;
  /// While all tasks wait for the ends of their applications, the watch lists only ended
  /// applications, because they are few. The pauses between these lists are at most `ends_ms`.
  /// Every `living_ms` the watch lists the applications that have not ended, because the resource
  /// manager may have lost an application.
  std::int64_t ends_ms = 1000, living_ms = 60'000;
};

/// Waits for news of applications. One list call serves all waiting tasks. It lists the
/// applications that have not ended. An application that is missing from the list is looked up by
/// its own call. If many applications are missing, one list of the ended applications is requested
/// first. The waiting tasks share the ownership of the watch, so the watch outlives them.
class ApplicationWatch {
 public:
  ApplicationWatch(boost::asio::io_context& loop, ResourceManager manager, JobHistory history,
                   WatchPace pace = {})
      : loop_(loop),
        manager_(std::move(manager)),
        history_(std::move(history)),
        pace_(pace),
        timer_(loop) {}

  /// Implements Cluster::NextState(). A cancelled task is removed from the waiting tasks.
  static Task<Result<Application>> Next(std::shared_ptr<ApplicationWatch> self, std::string id,
                                        std::string tag, std::string before);
  /// Implements Cluster::End(). A cancelled task is removed from the waiting tasks.
  static Task<Result<Application>> End(std::shared_ptr<ApplicationWatch> self, std::string id,
                                       std::string tag);

 private:
  using Clock = SteadyClock;
  using Found = std::map<std::string, Application>;
  class Waiter;

  static Task<Result<Application>> Await(std::shared_ptr<ApplicationWatch> self, Waiter& waiter);
  static Task<void> Run(std::shared_ptr<ApplicationWatch> self);
  Task<void> Look();
  Task<void> LookForEnds(std::vector<std::string> tags, std::vector<std::string> unfound);
  Task<Result<void>> List(const std::vector<std::string>& tags, const char* states, Found* found);
  Task<void> LookAtMissing(std::vector<std::string> missing, std::vector<std::string> tags);
  Task<Result<Application>> FindAnywhere(std::string id);
  std::vector<std::string> Tags() const;
  std::vector<std::string> Missing(const Found& found) const;
  std::optional<std::vector<std::string>> EndsAlone() const;
  void Tell(const Found& found);
  void TellOne(const std::string& id, const Result<Application>& news);
  void TellAll(const Error& error);
  void Hurry();
  void PlanNext(std::size_t found, std::int64_t most_ms);

  boost::asio::io_context& loop_;
  ResourceManager manager_;
  JobHistory history_;
  const WatchPace pace_;
  boost::asio::steady_timer timer_;
  /// The waiting tasks, by the id of their application. A task is removed when it gets a new state
  /// or an error.
  std::multimap<std::string, Waiter*> waiters_;
  bool running_ = false;
  bool changed_ = false;  ///< since the last check, a task got a new state
  std::int64_t looks_ = 0;
  std::int64_t pause_ms_ = 0;
  std::size_t found_ = 0;  ///< number of applications in the last list
  /// The maximum number of characters of tags in one list call. Hadoop's servers accept request
  /// heads of 64 KiB.
  std::size_t most_tag_text_ = 32'000;
  Clock::time_point last_look_, next_look_;
  /// The time of the next list of running applications. It matters only while all tasks wait for
  /// the ends of their applications.
  Clock::time_point look_at_living_;
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_WORLD_HADOOP_APPLICATION_WATCH_H_
