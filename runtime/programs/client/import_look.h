#ifndef HPDL_RUNTIME_PROGRAMS_CLIENT_IMPORT_LOOK_H_
#define HPDL_RUNTIME_PROGRAMS_CLIENT_IMPORT_LOOK_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/programs/client/answer.h"
#include "runtime/programs/client/failure.h"
#include "runtime/programs/client/session.h"

/// What a server says of the coordinators that `import` may take from it. Times are seconds since
/// 1970.
namespace hpdl::client {

/// An action by its number and its nominal time; what is not known is left out.
struct FirstAction {
  std::optional<std::int64_t> number;
  std::optional<std::int64_t> time;

  bool operator==(const FirstAction&) const = default;
  /// As the property hpdl.coord.first.action has it: `5@2024-01-05T00:00Z`, `5`, `@2024-..`.
  std::string Text() const;
};

/// Whether two of these texts mean one action: what both say is the same.
bool Agree(std::string_view first, std::string_view other);

/// Which actions of a coordinator have begun. Fed with its actions from the newest on.
class BegunActions {
 public:
  /// False: it has begun, and so nothing before it matters.
  Result<bool> Add(const Json& action);

  /// The one after the last that has begun. `next`: the time up to which the server has made
  /// actions, `start` that of the job.
  FirstAction First(std::optional<std::int64_t> next, std::int64_t start) const;
  /// How many after that one are made and have not begun.
  std::int64_t waiting() const { return waiting_; }
  /// Nominal time of the newest one.
  std::optional<std::int64_t> newest() const { return newest_; }

 private:
  std::optional<std::int64_t> begun_;  ///< number
  FirstAction first_;                  ///< if it is made
  std::optional<std::int64_t> newest_;
  std::int64_t waiting_ = 0;
};

/// A coordinator of a server.
struct SeenCoordinator {
  std::string id, name, user, status, bundle;
  std::string configuration;  ///< XML; there may be secrets in it
  std::int64_t start = 0, end = 0, concurrency = 0;
  std::optional<std::int64_t> pause, next;
  FirstAction first;          ///< that has not begun, nor any after it
  std::int64_t waiting = 0;   ///< that are made from `first` on
  std::int64_t going_on = 0;  ///< before `first` that are not over

  /// Whether no action is left.
  bool IsOver() const;
};

/// `2024-01-05T00:00Z`
std::string TimeText(std::int64_t time);
std::string TimeText(const std::optional<std::int64_t>& time);

/// Whether a job in this state may go on.
bool IsLive(std::string_view status);
bool IsSuspended(std::string_view status);

/// The job alone, without its actions.
Result<SeenCoordinator> LookAtJob(Session* session, const std::string& id);
/// The same, and how far its actions are.
Result<SeenCoordinator> LookAtActions(Session* session, const std::string& id);
/// Whether an action of it has begun: one that has a workflow, or is over without having been
/// killed.
Result<bool> HasBegun(Session* session, const std::string& id);

/// Live jobs of a type, `coord` or `bundle`, as the server lists them.
Result<std::vector<Json>> LiveJobs(Session* session, const std::string& type);
/// Ids of the coordinators of a bundle.
Result<std::vector<std::string>> CoordinatorsOf(Session* session, const std::string& bundle);

}  // namespace hpdl::client

#endif  // HPDL_RUNTIME_PROGRAMS_CLIENT_IMPORT_LOOK_H_
