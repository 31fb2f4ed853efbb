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
  std::string text;         ///< with commas between them
  bool unresolved = false;  ///< instances by coord:latest or coord:future are not known yet
};

/// What an expression may see of the coordinator it belongs to, and of the action for which it is
/// evaluated, besides what RunView says of a job. Not thread-safe; lives longer than the
/// evaluation, as all that it gives.
class CoordinatorView {
 public:
  virtual ~CoordinatorView() = default;
  /// Null while there is no action.
  virtual const ActionTimes* Times() const = 0;
  /// Empty while there is no action.
  virtual std::string_view ActionId() const = 0;
  /// The one whose instances are asked for; null outside the instances of an event.
  virtual const Dataset* DataSet() const = 0;
  /// Null: there is no event of that name.
  virtual const EventUris* DataIn(std::string_view name) const = 0;
  virtual const EventUris* DataOut(std::string_view name) const = 0;
  /// Whether the data of an instance of DataSet() is there; seconds since 1970.
  virtual Result<bool> HasData(std::int64_t instance) const = 0;
};

/// What the expressions of coordinators tell besides their values. Who wants to know it sets
/// hpdl_eval::notes before an evaluation.
struct CoordinatorNotes {
  /// A function was only checked: its call is part of the value, which is to stand in `${}` as a
  /// whole.
  bool written_back = false;
  /// An instance by coord:latest or coord:future is not there yet; the value has its `${}`.
  bool unresolved = false;
  /// Of what the value of a frequency is a number: what its last function said, else minutes.
  Period::Unit unit = Period::Unit::kMinutes;
  Period::Begin begin = Period::Begin::kAsItIs;
  /// Instances that were looked at, or given. No evaluation has more than kMostInstances of them
  /// before its last function.
  std::int64_t instances = 0;
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_RULES_COORDINATOR_VIEW_H_
