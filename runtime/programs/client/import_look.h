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

/// Reads the coordinators that `import` may take from a server. Times are seconds since 1970.
namespace hpdl::client {

/// The number and the nominal time of an action of a coordinator; nullopt if the value is not
/// known.
struct FirstAction {
  std::optional<std::int64_t> number;
  std::optional<std::int64_t> time;

  bool operator==(const FirstAction&) const = default;
  /// Returns the text of the property hpdl.coord.first.action: `5@2024-01-05T00:00Z`, `5`,
  /// `@2024-..`.
  std::string Text() const;
};

/// True if two texts of FirstAction mean the same action. They must share at least one value
/// (number or nominal time), and the values that they share must be equal.
bool Agree(std::string_view first, std::string_view other);

/// Finds out which actions of a coordinator have begun. The caller adds the actions in order, the
/// newest first.
class BegunActions {
 public:
  /// Adds an action. Returns false if this action has begun; the caller then must not add older
  /// actions.
  Result<bool> Add(const Json& action);

  /// Returns the action that follows the last begun action. `next` is the time up to which the
  /// server has made actions; `start` is the job's start time.
  FirstAction First(std::optional<std::int64_t> next, std::int64_t start) const;
  /// Returns the number of actions that the server has made but that have not begun. First()
  /// returns the oldest of these actions.
  std::int64_t waiting() const { return waiting_; }
  /// Returns the nominal time of the newest action that has been added.
  std::optional<std::int64_t> newest() const { return newest_; }

 private:
  std::optional<std::int64_t> begun_;  ///< number of the last action that has begun
  /// The oldest action that the server has made and that has not begun.
  FirstAction first_;
  std::optional<std::int64_t> newest_;
  std::int64_t waiting_ = 0;
};

/// A coordinator as a server describes it.
struct SeenCoordinator {
  std::string id, name, user, status, bundle;
  std::string configuration;  ///< XML; it may contain secrets
  std::int64_t start = 0, end = 0, concurrency = 0;
  std::optional<std::int64_t> pause, next;
  FirstAction first;          ///< the action that follows the last begun action
  std::int64_t waiting = 0;   ///< number of actions that the server has made, from `first` on
  std::int64_t going_on = 0;  ///< number of actions before `first` that have not ended

  /// True if no action follows the last begun action.
  bool IsOver() const;
};

/// Returns the time as `2024-01-05T00:00Z`.
std::string TimeText(std::int64_t time);
std::string TimeText(const std::optional<std::int64_t>& time);

/// True if a job in this state may still make or run actions.
bool IsLive(std::string_view status);
bool IsSuspended(std::string_view status);

/// Reads the job without its actions.
Result<SeenCoordinator> LookAtJob(Session* session, const std::string& id);
/// Reads the job and finds out which of its actions have begun.
Result<SeenCoordinator> LookAtActions(Session* session, const std::string& id);
/// True if an action of the job has begun: it has a workflow job, or it has ended without being
/// killed.
Result<bool> HasBegun(Session* session, const std::string& id);

/// Returns the live jobs of a type, `coord` or `bundle`, as the server lists them.
Result<std::vector<Json>> LiveJobs(Session* session, const std::string& type);
/// Returns the ids of the coordinators of a bundle.
Result<std::vector<std::string>> CoordinatorsOf(Session* session, const std::string& bundle);

}  // namespace hpdl::client

#endif  // HPDL_RUNTIME_PROGRAMS_CLIENT_IMPORT_LOOK_H_
