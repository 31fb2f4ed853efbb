#ifndef HPDL_RUNTIME_RULES_COORDINATOR_INSTANCES_H_
#define HPDL_RUNTIME_RULES_COORDINATOR_INSTANCES_H_

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "runtime/ground/base/result.h"
#include "runtime/ground/calendar/period.h"
#include "runtime/ground/calendar/time_zone.h"
#include "runtime/rules/coordinator/time_functions.h"

/// Computes the instances of a data set that belong to an action. The functions are pure: they read
/// no clock and no files. All times are seconds since 1970. Errors have Oozie's codes: E1010 for an
/// error that fails the job, E1004 for an invalid argument of a function.
namespace hpdl::rt {

/// The maximum number of instances that one expression returns or that `latest` and `future` check.
inline constexpr std::int64_t kMostInstances = 1'000'000;

/// A data set. It has one instance for each period, and each instance has its own URI.
struct Dataset {
  std::string name;
  /// A yearly data set has a frequency in months, 12 for each year. An hourly data set has a
  /// frequency in minutes.
  Period frequency;
  /// The initial instance as written. Instance 0 is this time, moved to the beginning of a period
  /// (BeginOf).
  std::int64_t initial_instance = 0;
  TimeZone zone;
  /// A URI such as `hdfs://nn/logs/${YEAR}/${MONTH + 0}`. Its expressions have only variables for
  /// parts of the time; all other variables have been replaced by their values.
  std::string uri_template;
  /// The names of properties without a value. The expression `${name}` stays in the URIs. In a job,
  /// each property has a value, so this list is empty.
  std::vector<std::string> unknown = {};
  /// The done flag, a path below the URI. The data is complete once this path exists. If the done
  /// flag is empty, the data is complete once the URI itself exists.
  std::string done_flag = "_SUCCESS";
};

/// The times and the time zone of an action.
struct ActionTimes {
  std::int64_t nominal = 0;
  std::int64_t actual = 0;  ///< the creation time of the action; `latest` counts from it
  TimeZone zone;            ///< the coordinator's zone
};

/// The times of instances, in the order in which the workflow gets their URIs.
using Instances = std::vector<std::int64_t>;

/// Evaluates `coord:current(n)`. Returns the n-th instance after the instance of the nominal time.
/// Returns nullopt if the result or the nominal time is before the initial instance.
Result<std::optional<std::int64_t>> CurrentInstance(const Dataset& dataset,
                                                    const ActionTimes& action, std::int64_t n);

/// Evaluates `coord:currentRange(oldest, newest)`. Returns the instances of a range, the newest
/// first. Instances before the initial instance are left out. The time of the oldest instance is
/// computed from the initial instance, and each later time by a single step from the time before
/// it. The result is empty if `oldest` is after `newest`, or if the nominal time is before the
/// initial instance.
Result<Instances> CurrentRange(const Dataset& dataset, const ActionTimes& action,
                               std::int64_t oldest, std::int64_t newest);

/// Evaluates `coord:offset(n, unit)`. Adds n units to the instance of the nominal time, and returns
/// the last instance that is not after this sum. Returns nullopt if the result or the nominal time
/// is before the initial instance.
Result<std::optional<std::int64_t>> OffsetInstance(const Dataset& dataset,
                                                   const ActionTimes& action, std::int64_t n,
                                                   TimeUnit unit);

/// Evaluates `coord:absoluteRange(start, newest)`. Returns the instances from the instance at
/// exactly `start` up to current(newest), the newest first. Fails with E1010 if no instance is at
/// `start`, or if `start` is after current(newest).
Result<Instances> AbsoluteRange(const Dataset& dataset, const ActionTimes& action,
                                std::int64_t start, std::int64_t newest);

/// Evaluates `coord:endOfDays(n)`, endOfWeeks or endOfMonths as the start of a range. Takes the
/// midnight at the end of the nominal time's day, week or month, and returns the time n days, weeks
/// or months later. `end` must not be kAsItIs.
Result<std::int64_t> EndOf(const Dataset& dataset, const ActionTimes& action, Period::Begin end,
                           std::int64_t n);

/// A function that returns true if the data of an instance exists. If it fails, the search ends
/// with the same error.
using IsThere = std::function<Result<bool>(std::int64_t instance)>;

/// The result of a search for instances that exist.
struct FoundInstances {
  bool complete = false;  ///< true if all wanted instances were found
  Instances instances;    ///< the wanted instances that were found
};

/// Evaluates `coord:latestRange(oldest, newest)`: searches for the latest instances that exist.
/// Returns the newest instance first. For `coord:latest` both numbers are the same. The number 0
/// means the newest existing instance that is not after the actual time, and -1 means the next
/// older existing instance. Fails with E1004 if a number is above 0.
Result<FoundInstances> LatestInstances(const Dataset& dataset, const ActionTimes& action,
                                       std::int64_t oldest, std::int64_t newest,
                                       const IsThere& is_there);

/// Evaluates `coord:futureRange(first, last, limit)`: searches for the next instances that exist.
/// Returns the oldest instance first. For `coord:future` both numbers are the same. The number 0
/// means the first existing instance that is not before the instance of the nominal time. Like
/// Oozie, the search checks `limit` + 1 instances. Fails with E1004 if a number is below 0, or if
/// `limit` is below 1.
Result<FoundInstances> FutureInstances(const Dataset& dataset, const ActionTimes& action,
                                       std::int64_t first, std::int64_t last, std::int64_t limit,
                                       const IsThere& is_there);

/// A bound of a range: its `start-instance` or its `end-instance`, after the arguments of the
/// function are evaluated.
struct InstanceBound {
  enum class Kind : std::uint8_t {
    kCurrent,
    kOffset,
    kAbsolute,
    kEndOfDays,
    kEndOfWeeks,
    kEndOfMonths,
    kLatest,
    kFuture
  };
  Kind kind = Kind::kCurrent;
  std::int64_t n = 0;
  TimeUnit unit = TimeUnit::kMinute;  ///< for kOffset
  std::int64_t time = 0;              ///< for kAbsolute
  std::int64_t limit = 0;             ///< for kFuture; a range uses the `limit` of its end bound
};

/// Fails with E1010 if two bounds cannot form a range. Both bounds must have the same kind, except
/// that a start of kAbsolute or kEndOf.. needs an end of kCurrent. The start must not be after the
/// end. Like Oozie, the function compares two offsets by a product: the offset times the constant
/// of its unit in java.util.Calendar. So one day back counts as later than one hour back.
Result<void> CheckRange(const InstanceBound& start, const InstanceBound& end);

/// Returns the instances of a range that are known when the action is made. For latest and future
/// the list is empty, because their instances are found later.
Result<Instances> RangeOf(const Dataset& dataset, const ActionTimes& action,
                          const InstanceBound& start, const InstanceBound& end);
/// Fails in the same cases as RangeOf(), but does not compute the instances. The running time does
/// not depend on the number of instances.
Result<void> CheckRangeOf(const Dataset& dataset, const ActionTimes& action,
                          const InstanceBound& start, const InstanceBound& end);

/// Evaluates `coord:hoursInDay(n)`. Returns the number of hours of the day that is n periods after
/// the nominal time, in the data set's zone. Returns -1 if the nominal time is before the initial
/// instance.
Result<std::int64_t> HoursInDay(const Dataset& dataset, const ActionTimes& action, std::int64_t n);

/// Evaluates `coord:daysInMonth(n)`. Returns the number of days of the month that is n periods
/// after the nominal time, in the data set's zone. Returns -1 if the nominal time is before the
/// initial instance.
Result<std::int64_t> DaysInMonth(const Dataset& dataset, const ActionTimes& action, std::int64_t n);

/// Evaluates `coord:tzOffset()`. Returns the minutes by which the data set's time zone is ahead of
/// the coordinator's time zone at the nominal time.
std::int64_t ZoneDifference(const Dataset& dataset, const ActionTimes& action);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_RULES_COORDINATOR_INSTANCES_H_
