#ifndef HPDL_RUNTIME_RULES_COORDINATOR_VIEW_H_
#define HPDL_RUNTIME_RULES_COORDINATOR_VIEW_H_

#include <cstdint>
#include <string>
#include <string_view>

#include "runtime/ground/base/result.h"
#include "runtime/ground/calendar/period.h"

namespace hpdl::rt {

struct ActionTimes;
struct Dataset;

/// The URIs of an input or output event of an action.
struct EventUris {
  std::string text;         ///< the URIs with commas between them
  bool unresolved = false;  ///< true if some instances of coord:latest or coord:future are not
                            ///< found yet
};

/// The values of a coordinator and its action that an expression can read. (For a workflow job, an
/// expression reads a RunView.) Not thread-safe. The view and the objects that it returns outlive
/// the evaluation.
class CoordinatorView {
 public:
  virtual ~CoordinatorView() = default;
  /// Returns the times of the action; null if the expression is evaluated without an action.
  virtual const ActionTimes* Times() const = 0;
  /// Returns the id of the action; "" if the expression is evaluated without an action.
  virtual std::string_view ActionId() const = 0;
  /// Returns the data set of the event whose instances are evaluated; null for other expressions.
  virtual const Dataset* DataSet() const = 0;
  /// Returns the URIs of an input event; null if no input event has this name.
  virtual const EventUris* DataIn(std::string_view name) const = 0;
  virtual const EventUris* DataOut(std::string_view name) const = 0;
  /// Returns true if the data of an instance of DataSet() exists. `instance` is in seconds since
  /// 1970.
  virtual Result<bool> HasData(std::int64_t instance) const = 0;
};

/// Facts about an evaluation that the value of the expression does not contain. A caller that needs
/// these facts sets hpdl_eval::notes before the evaluation.
struct CoordinatorNotes {
  /// True if a function was only checked and not evaluated. The value then contains the call, and
  /// the caller must put `${}` around the whole value.
  bool written_back = false;
  /// True if an instance of coord:latest or coord:future does not exist yet. The value keeps the
  /// `${}` of the call.
  bool unresolved = false;
  /// The unit of a frequency whose value is a number. The last function in the value sets the unit.
  /// If there is no function, the unit is minutes.
  Period::Unit unit = Period::Unit::kMinutes;
  Period::Begin begin = Period::Begin::kAsItIs;
  /// The number of instances that were checked or returned. If it has reached kMostInstances, the
  /// next function of the evaluation fails.
  std::int64_t instances = 0;
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_RULES_COORDINATOR_VIEW_H_
