#ifndef HPDL_RUNTIME_RULES_COORDINATOR_INSTANCES_H_
#define HPDL_RUNTIME_RULES_COORDINATOR_INSTANCES_H_

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "runtime/ground/base/result.h"
#include "runtime/ground/base/time_zone.h"
#include "runtime/ground/calendar/period.h"
#include "runtime/rules/coordinator/time_functions.h"

/// Which instances of a data set an action means. Pure functions: no clock, no files. All times
/// are seconds since 1970. Errors have the codes of Oozie: E1010 for what fails the job, E1004 for
/// an argument that a function does not take.
namespace hpdl::rt {

/// No more instances than these come of one expression, and so many are looked at for `latest` and
/// `future`.
inline constexpr std::int64_t kMostInstances = 1'000'000;

/// A data set: something that is there anew each period, below a URI of its own.
struct Dataset {
  std::string name;
  /// A data set by the year has months, 12 times as many; one by the hour has minutes.
  Period frequency;
  /// As written. Instance 0 is this, moved to where the frequency begins (BeginOf).
  std::int64_t initial_instance = 0;
  TimeZone zone;
  /// `hdfs://nn/logs/${YEAR}/${MONTH}`; other variables have got their values before.
  std::string uri_template;
  /// What is below the URI when the data is complete. Empty: the URI is enough.
  std::string done_flag = "_SUCCESS";
};

/// What the functions ask of an action.
struct ActionTimes {
  std::int64_t nominal = 0;
  std::int64_t actual = 0;  ///< when it was made; `latest` counts from here
  TimeZone zone;            ///< of the coordinator
};

/// Instances in the order in which their URIs are given to the workflow.
using Instances = std::vector<std::int64_t>;

/// `coord:current(n)`: the instance n after the one of the nominal time. None before the initial
/// instance, and none at all while the nominal time is before it.
Result<std::optional<std::int64_t>> CurrentInstance(const Dataset& dataset,
                                                    const ActionTimes& action, std::int64_t n);

/// `coord:currentRange(oldest, newest)`, the newest first; those before the initial instance are
/// left out. The oldest is counted from the initial instance, and the others are single steps from
/// there. None if `oldest` is after `newest`.
Result<Instances> CurrentRange(const Dataset& dataset, const ActionTimes& action,
                               std::int64_t oldest, std::int64_t newest);

/// `coord:offset(n, unit)`: the last instance that is not after n units from the one of the nominal
/// time. None as in CurrentInstance.
Result<std::optional<std::int64_t>> OffsetInstance(const Dataset& dataset,
                                                   const ActionTimes& action, std::int64_t n,
                                                   TimeUnit unit);

/// `coord:absoluteRange(start, newest)`: from the instance that is exactly at `start` up to
/// current(newest), the newest first. E1010 if there is none at `start`, or it is after the newest.
Result<Instances> AbsoluteRange(const Dataset& dataset, const ActionTimes& action,
                                std::int64_t start, std::int64_t newest);

/// What `coord:endOfDays(n)`, endOfWeeks and endOfMonths mean as the start of a range: the midnight
/// at the end of the day, week or month that is n after that of the nominal time. `end` is not
/// kAsItIs.
Result<std::int64_t> EndOf(const Dataset& dataset, const ActionTimes& action, Period::Begin end,
                           std::int64_t n);

/// Whether the data of an instance is there. An error ends the search and is its result.
using IsThere = std::function<Result<bool>(std::int64_t instance)>;

/// What a search came to.
struct FoundInstances {
  bool complete = false;  ///< all that was wanted is there
  Instances instances;    ///< what was found of it
};

/// `coord:latestRange(oldest, newest)`; both the same for `coord:latest`. 0 is the newest instance
/// that is there and not after the actual time, -1 the one before; the newest first. Neither is
/// above 0.
Result<FoundInstances> LatestInstances(const Dataset& dataset, const ActionTimes& action,
                                       std::int64_t oldest, std::int64_t newest,
                                       const IsThere& is_there);

/// `coord:futureRange(first, last, limit)`; both the same for `coord:future`. 0 is the first that
/// is there, from the instance of the nominal time on; the oldest first. `limit` + 1 instances are
/// looked at, as Oozie does. None is below 0.
Result<FoundInstances> FutureInstances(const Dataset& dataset, const ActionTimes& action,
                                       std::int64_t first, std::int64_t last, std::int64_t limit,
                                       const IsThere& is_there);

/// `start-instance` or `end-instance` of a range, when the functions in it have got their numbers.
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
  TimeUnit unit = TimeUnit::kMinute;  ///< of kOffset
  std::int64_t time = 0;              ///< of kAbsolute
  std::int64_t limit = 0;             ///< of kFuture; that of the end counts
};

/// E1010 if two bounds make no range: start and end of different kinds (but kAbsolute and kEndOf..
/// go with kCurrent), or a start after the end. Offsets are compared as Oozie does, as products
/// with the numbers that Java has for their units: a day back is not before an hour back.
Result<void> CheckRange(const InstanceBound& start, const InstanceBound& end);

/// The instances of a range, without latest and future: what is known when the action is made.
Result<Instances> RangeOf(const Dataset& dataset, const ActionTimes& action,
                          const InstanceBound& start, const InstanceBound& end);
/// What RangeOf() fails with, without the instances: however many these are, it takes no time each.
Result<void> CheckRangeOf(const Dataset& dataset, const ActionTimes& action,
                          const InstanceBound& start, const InstanceBound& end);

/// `coord:hoursInDay(n)`: of the day that is n periods after the nominal time, where the data set
/// is. -1 if the nominal time is before the initial instance.
Result<std::int64_t> HoursInDay(const Dataset& dataset, const ActionTimes& action, std::int64_t n);

/// `coord:daysInMonth(n)`, likewise.
Result<std::int64_t> DaysInMonth(const Dataset& dataset, const ActionTimes& action, std::int64_t n);

/// `coord:tzOffset()`: minutes that the clocks of the data set are ahead of those of the
/// coordinator, at the nominal time.
std::int64_t ZoneDifference(const Dataset& dataset, const ActionTimes& action);

/// The URI of an instance: YEAR, MONTH, DAY, HOUR and MINUTE are those of UTC.
std::string UriOf(const Dataset& dataset, std::int64_t instance);

/// What has to be there for an instance to be complete: the URI, with the done flag below it.
std::string DonePathOf(const Dataset& dataset, std::int64_t instance);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_RULES_COORDINATOR_INSTANCES_H_
