#include "runtime/rules/coordinator/instances.h"

#include <algorithm>
#include <array>
#include <utility>

#include "runtime/ground/base/utc_time.h"

namespace hpdl::rt {
namespace {

constexpr std::int64_t kDaySeconds = 86'400;

/// The instances of a range are computed one after another. If the range begins before the initial
/// instance, the computation begins at most this number of periods before the initial instance.
constexpr std::int64_t kMostStepsBefore = 1000;

/// A number that is larger than the number of any instance.
constexpr std::int64_t kFarAway = std::int64_t{1} << 40;

Error RangeError(std::string message) {
  return {ErrorClass::kFatal, "E1010", std::move(message)};
}
Error ArgumentError(std::string message) {
  return {ErrorClass::kError, "E1004", std::move(message)};
}

std::int64_t Limited(std::int64_t n) {
  return std::clamp(n, -kFarAway, kFarAway);
}

std::int64_t DayOfClock(std::int64_t local) {
  return (local >= 0 ? local : local - kDaySeconds + 1) / kDaySeconds;
}

std::int64_t MonthOfClock(std::int64_t local) {
  const UtcTime time = UtcTimeOf(local);
  return time.year * 12 + time.month;
}

/// The instances of a data set, with numbers from 0.
class InstanceGrid {
 public:
  static Result<InstanceGrid> Of(const Dataset& dataset) {
    // Instance 1 must lie after instance 0 and within the years of the calendar.
    const InstanceGrid grid(dataset);
    if (dataset.frequency.count < 1 || !grid.TimeOf(1) || *grid.TimeOf(1) <= grid.first_) {
      return Error{ErrorClass::kFatal, "E1003",
                   "the frequency of data set " + dataset.name +
                       " is out of bounds: " + std::to_string(dataset.frequency.count)};
    }
    return grid;
  }

  std::int64_t first() const { return first_; }

  /// Returns the time of an instance; nullopt if the time is not within the years 1 to 9999.
  std::optional<std::int64_t> TimeOf(std::int64_t number) const {
    return CheckedTimeAfter(*period_, first_, number, *zone_);
  }

  std::optional<std::int64_t> Step(std::int64_t time, std::int64_t steps) const {
    return CheckedTimeAfter(*period_, time, steps, *zone_);
  }

  /// An instance that is found with Oozie's search. The search begins with a large step and
  /// continues with single steps. So for periods of months, and after a change of the clocks,
  /// `time` may differ from TimeOf(number).
  struct Found {
    std::int64_t number;
    std::int64_t time;
  };

  /// Returns the last instance that is not after `time`; nullopt if `time` is before the first
  /// instance.
  std::optional<Found> At(std::int64_t time) const {
    if (time < first_) {
      return std::nullopt;
    }
    const std::int64_t units = UnitsUntil(time);
    std::int64_t number = units > 2 ? units / period_->count : 0;
    std::optional<std::int64_t> at = TimeOf(number);
    while (!at) {  // the instance `number` is beyond the year 9999
      at = TimeOf(--number);
    }
    while (*at <= time) {
      const std::optional<std::int64_t> next = Step(*at, 1);
      if (!next) {
        return Found{number, *at};
      }
      at = next;
      ++number;
    }
    return Found{number - 1, Step(*at, -1).value_or(first_)};
  }

 private:
  explicit InstanceGrid(const Dataset& dataset)
      : period_(&dataset.frequency),
        zone_(&dataset.zone),
        first_(BeginOf(dataset.frequency, dataset.initial_instance, dataset.zone)) {}

  /// Returns the number of whole units from the first instance to `time`. Days and weeks ignore
  /// changes of the zone's clocks. Months ignore the day of the month.
  std::int64_t UnitsUntil(std::int64_t time) const {
    switch (period_->unit) {
      case Period::Unit::kMinutes:
        return (time - first_) / 60;
      case Period::Unit::kDays:
        return (time - first_) / kDaySeconds;
      case Period::Unit::kWeeks:
        return (time - first_) / (7 * kDaySeconds);
      case Period::Unit::kMonths:
        return MonthOfClock(time + zone_->OffsetAt(time)) -
               MonthOfClock(first_ + zone_->OffsetAt(first_));
    }
    return 0;
  }

  const Period* period_;
  const TimeZone* zone_;
  std::int64_t first_;
};

Error TooFar(const Dataset& dataset) {
  return RangeError("an instance of data set " + dataset.name + " would be after the year 9999");
}

Error TooMany(const Dataset& dataset) {
  return RangeError("a range of data set " + dataset.name + " has more than " +
                    std::to_string(kMostInstances) + " instances");
}

/// True if a range of instance numbers is not empty. Both `from` and `until` belong to the range.
/// No instance has a negative number. Fails with E1010 if the range has more than kMostInstances
/// instances.
Result<bool> HasSteps(const Dataset& dataset, std::int64_t from, std::int64_t until) {
  if (until < 0 || from > until) {
    return false;
  }
  if (until - std::max<std::int64_t>(from, 0) >= kMostInstances) {
    return TooMany(dataset);
  }
  return true;
}

/// Returns the instances between two numbers, the newest first. Computes each instance by a single
/// step from the instance before it.
Result<Instances> StepsFrom(const InstanceGrid& grid, const Dataset& dataset, std::int64_t from,
                            std::int64_t until) {
  const Result<bool> has_steps = HasSteps(dataset, from, until);
  HPDL_TRY(has_steps);
  if (!*has_steps) {
    return Instances{};
  }
  std::int64_t number = std::max(from, -kMostStepsBefore);
  std::optional<std::int64_t> at = grid.TimeOf(number);
  while (!at && number < 0) {
    at = grid.TimeOf(++number);
  }
  Instances instances;
  instances.reserve(static_cast<std::size_t>(until - std::max<std::int64_t>(number, 0) + 1));
  for (; number <= until; ++number) {
    if (!at) {
      return TooFar(dataset);
    }
    if (*at >= grid.first()) {
      instances.push_back(*at);
    }
    at = grid.Step(*at, 1);
  }
  std::reverse(instances.begin(), instances.end());
  return instances;
}

/// Returns the time at which the day of `time` begins: midnight by the clocks of the zone.
std::int64_t BeginOfDay(std::int64_t time, const TimeZone& zone) {
  // The clocks change by at most this number of seconds. It is subtracted, so that `before` is on
  // the day before the day of `time` even if the clocks have changed.
  constexpr std::int64_t kMostChange = 7200;
  const std::int64_t local = time + zone.OffsetAt(time);
  const std::int64_t before = time - (local - DayOfClock(local) * kDaySeconds) - kMostChange;
  return BeginOf({Period::Unit::kDays, Period::Begin::kNextDay, 1}, before, zone);
}

/// Returns the time n periods after the nominal time; nullopt if the nominal time is before the
/// first instance.
Result<std::optional<std::int64_t>> PeriodsAfterNominal(const Dataset& dataset,
                                                        const ActionTimes& action, std::int64_t n) {
  const Result<InstanceGrid> grid = InstanceGrid::Of(dataset);
  HPDL_TRY(grid);
  if (action.nominal < grid->first()) {
    return std::optional<std::int64_t>();
  }
  const std::optional<std::int64_t> time = grid->Step(action.nominal, n);
  if (!time) {
    return ArgumentError("the nominal time plus " + std::to_string(n) + " periods of data set " +
                         dataset.name + " is not in the years 1 to 9999");
  }
  return time;
}

/// Returns the constant of java.util.Calendar for a unit.
std::int64_t JavaFieldOf(TimeUnit unit) {
  constexpr std::array<std::int64_t, 6> kFields = {12, 10, 5, 3, 2, 1};
  return kFields[static_cast<std::size_t>(unit)];
}

/// The bounds of a range of coord:offset. The number of an instance is from `oldest` to `newest`,
/// and its time is from `from` to `until`.
struct OffsetBounds {
  std::int64_t oldest = 0, newest = -1;  ///< the range is empty if `oldest` is after `newest`
  std::optional<std::int64_t> from;
  std::int64_t until = 0;
};

/// Returns the bounds of a range of coord:offset. The base is the instance of the nominal time. The
/// range begins with the first instance at or after the base plus `start.n` units.
Result<OffsetBounds> OffsetBoundsOf(const InstanceGrid& grid, const Dataset& dataset,
                                    const ActionTimes& action, const InstanceBound& start,
                                    const InstanceBound& end) {
  const std::optional<InstanceGrid::Found> current = grid.At(action.nominal);
  const std::int64_t base = current ? grid.TimeOf(current->number).value_or(current->time) : 0;
  const auto bound = [&](const InstanceBound& offset) {
    return AddUnits(base, offset.n, offset.unit, dataset.zone);
  };
  const std::optional<std::int64_t> until = bound(end);
  if (!current || (!until && end.n < 0)) {
    return OffsetBounds();
  }
  const std::optional<std::int64_t> from = bound(start);
  if (!until || (!from && start.n > 0)) {
    return TooFar(dataset);
  }
  const auto first = from ? grid.At(*from) : std::nullopt;
  const auto last = grid.At(*until);
  if (!last) {
    return OffsetBounds();
  }
  const OffsetBounds bounds{first ? first->number : 0, last->number, from, *until};
  if (bounds.newest - bounds.oldest >= kMostInstances) {
    return TooMany(dataset);
  }
  return bounds;
}

Result<Instances> OffsetRange(const Dataset& dataset, const ActionTimes& action,
                              const InstanceBound& start, const InstanceBound& end) {
  const Result<InstanceGrid> grid = InstanceGrid::Of(dataset);
  HPDL_TRY(grid);
  const Result<OffsetBounds> bounds = OffsetBoundsOf(*grid, dataset, action, start, end);
  HPDL_TRY(bounds);
  Instances instances;
  for (std::int64_t number = bounds->newest; number >= bounds->oldest; --number) {
    const std::optional<std::int64_t> time = grid->TimeOf(number);
    if (time && *time <= bounds->until && (!bounds->from || *time >= *bounds->from)) {
      instances.push_back(*time);
    }
  }
  return instances;
}

/// Returns the number of the instance at `start`, counted from the instance of the nominal time.
/// Returns nullopt if the nominal time is before the first instance. Fails with E1010 if there is
/// no instance at `start`, or if its number is above `newest`.
Result<std::optional<std::int64_t>> OldestFrom(const Dataset& dataset, const ActionTimes& action,
                                               std::int64_t start, std::int64_t newest) {
  const Result<InstanceGrid> grid = InstanceGrid::Of(dataset);
  HPDL_TRY(grid);
  const std::optional<InstanceGrid::Found> current = grid->At(action.nominal);
  if (!current) {
    return std::optional<std::int64_t>();
  }
  const std::optional<InstanceGrid::Found> from = grid->At(start);
  if (!from || grid->TimeOf(from->number) != start) {
    return RangeError("data set " + dataset.name + " has no instance at " + WriteTime(start));
  }
  const std::int64_t oldest = from->number - current->number;
  if (oldest > newest) {
    return RangeError("the range of data set " + dataset.name +
                      " starts after its end: the start is current(" + std::to_string(oldest) +
                      "), " + WriteTime(start) + ", and the end is current(" +
                      std::to_string(newest) + ")");
  }
  return std::optional(oldest);
}

/// Fails in the same cases as CurrentRange(), but does not compute the instances.
Result<void> CheckCurrentRange(const Dataset& dataset, const ActionTimes& action,
                               std::int64_t oldest, std::int64_t newest) {
  const Result<InstanceGrid> grid = InstanceGrid::Of(dataset);
  HPDL_TRY(grid);
  const std::optional<InstanceGrid::Found> current = grid->At(action.nominal);
  if (!current) {
    return {};
  }
  const std::int64_t until = current->number + Limited(newest);
  const Result<bool> has_steps = HasSteps(dataset, current->number + Limited(oldest), until);
  HPDL_TRY(has_steps);
  return *has_steps && !grid->TimeOf(until) ? Result<void>(TooFar(dataset)) : Result<void>();
}

/// Returns the start time of a range. Returns nullopt if the start is neither an absolute time nor
/// the end of a day, week or month.
Result<std::optional<std::int64_t>> StartOf(const Dataset& dataset, const ActionTimes& action,
                                            const InstanceBound& start) {
  using Kind = InstanceBound::Kind;
  Period::Begin day = Period::Begin::kAsItIs;
  switch (start.kind) {
    case Kind::kAbsolute:
      return std::optional(start.time);
    case Kind::kEndOfDays:
      day = Period::Begin::kNextDay;
      break;
    case Kind::kEndOfWeeks:
      day = Period::Begin::kNextWeek;
      break;
    case Kind::kEndOfMonths:
      day = Period::Begin::kNextMonth;
      break;
    default:
      return std::optional<std::int64_t>();
  }
  const Result<std::int64_t> end = EndOf(dataset, action, day, start.n);
  HPDL_TRY(end);
  return std::optional(*end);
}

}  // namespace

Result<std::optional<std::int64_t>> CurrentInstance(const Dataset& dataset,
                                                    const ActionTimes& action, std::int64_t n) {
  const Result<Instances> one = CurrentRange(dataset, action, n, n);
  HPDL_TRY(one);
  return one->empty() ? std::nullopt : std::optional(one->front());
}

Result<Instances> CurrentRange(const Dataset& dataset, const ActionTimes& action,
                               std::int64_t oldest, std::int64_t newest) {
  const Result<InstanceGrid> grid = InstanceGrid::Of(dataset);
  HPDL_TRY(grid);
  const std::optional<InstanceGrid::Found> current = grid->At(action.nominal);
  if (!current) {
    return Instances{};
  }
  return StepsFrom(*grid, dataset, current->number + Limited(oldest),
                   current->number + Limited(newest));
}

Result<std::optional<std::int64_t>> OffsetInstance(const Dataset& dataset,
                                                   const ActionTimes& action, std::int64_t n,
                                                   TimeUnit unit) {
  const Result<InstanceGrid> grid = InstanceGrid::Of(dataset);
  HPDL_TRY(grid);
  std::optional<InstanceGrid::Found> at = grid->At(action.nominal);
  if (at) {
    const std::int64_t base = grid->TimeOf(at->number).value_or(at->time);
    const std::optional<std::int64_t> time = AddUnits(base, n, unit, dataset.zone);
    if (!time && n > 0) {
      return TooFar(dataset);
    }
    at = time ? grid->At(*time) : std::nullopt;
  }
  return at ? grid->TimeOf(at->number) : std::nullopt;
}

Result<Instances> AbsoluteRange(const Dataset& dataset, const ActionTimes& action,
                                std::int64_t start, std::int64_t newest) {
  const Result<std::optional<std::int64_t>> oldest = OldestFrom(dataset, action, start, newest);
  HPDL_TRY(oldest);
  return *oldest ? CurrentRange(dataset, action, **oldest, newest) : Instances{};
}

Result<std::int64_t> EndOf(const Dataset& dataset, const ActionTimes& action, Period::Begin end,
                           std::int64_t n) {
  const Period::Unit unit = end == Period::Begin::kNextMonth  ? Period::Unit::kMonths
                            : end == Period::Begin::kNextWeek ? Period::Unit::kWeeks
                                                              : Period::Unit::kDays;
  const Period period{unit, end, 1};
  const std::optional<std::int64_t> time =
      CheckedTimeAfter(period, BeginOf(period, action.nominal, dataset.zone), n, dataset.zone);
  if (!time) {
    return RangeError("the start of a range of data set " + dataset.name +
                      " is not in the years 1 to 9999");
  }
  return *time;
}

Result<FoundInstances> LatestInstances(const Dataset& dataset, const ActionTimes& action,
                                       std::int64_t oldest, std::int64_t newest,
                                       const IsThere& is_there) {
  if (oldest > 0 || newest > 0) {
    return ArgumentError("the argument of latest must be 0 or less, not " +
                         std::to_string(std::max(oldest, newest)));
  }
  const Result<InstanceGrid> grid = InstanceGrid::Of(dataset);
  HPDL_TRY(grid);
  FoundInstances found;
  const std::optional<InstanceGrid::Found> from = grid->At(action.actual);
  std::optional<std::int64_t> at = from ? std::optional(from->time) : std::nullopt;
  std::int64_t available = 0;
  for (std::int64_t looks = 0; at && *at >= grid->first() && looks < kMostInstances; ++looks) {
    const Result<bool> there = is_there(*at);
    HPDL_TRY(there);
    if (*there) {
      if (available == oldest || available <= newest) {
        found.instances.push_back(*at);
      }
      if (available == oldest) {
        found.complete = true;
        break;
      }
      --available;
    }
    const std::int64_t number = from->number - looks - 1;
    at = number >= 0 ? grid->TimeOf(number) : std::nullopt;
  }
  return found;
}

Result<FoundInstances> FutureInstances(const Dataset& dataset, const ActionTimes& action,
                                       std::int64_t first, std::int64_t last, std::int64_t limit,
                                       const IsThere& is_there) {
  if (first < 0 || last < 0) {
    return ArgumentError("the arguments of future must be 0 or more, not " +
                         std::to_string(std::min(first, last)));
  }
  if (limit < 1) {
    return ArgumentError("the limit " + std::to_string(limit) + " is not above 0");
  }
  const Result<InstanceGrid> grid = InstanceGrid::Of(dataset);
  HPDL_TRY(grid);
  FoundInstances found;
  const std::optional<InstanceGrid::Found> from = grid->At(action.nominal);
  std::optional<std::int64_t> at = from ? std::optional(from->time) : std::nullopt;
  std::int64_t available = 0;
  for (std::int64_t looks = 0; at && looks <= limit && looks < kMostInstances; ++looks) {
    const Result<bool> there = is_there(*at);
    HPDL_TRY(there);
    if (*there) {
      if (available == last || available >= first) {
        found.instances.push_back(*at);
      }
      if (available == last) {
        found.complete = true;
        break;
      }
      ++available;
    }
    at = grid->TimeOf(from->number + looks + 1);
  }
  return found;
}

Result<void> CheckRange(const InstanceBound& start, const InstanceBound& end) {
  using Kind = InstanceBound::Kind;
  const bool by_date = start.kind == Kind::kAbsolute || start.kind == Kind::kEndOfDays ||
                       start.kind == Kind::kEndOfWeeks || start.kind == Kind::kEndOfMonths;
  if (by_date ? end.kind != Kind::kCurrent : start.kind != end.kind) {
    return RangeError(by_date
                          ? "a range that starts at an absolute time must end with coord:current"
                          : "the start and the end of a range must call the same function");
  }
  const std::int64_t from = start.kind == Kind::kOffset ? JavaFieldOf(start.unit) : 1;
  const std::int64_t until = end.kind == Kind::kOffset ? JavaFieldOf(end.unit) : 1;
  if (!by_date && Limited(start.n) * from > Limited(end.n) * until) {
    return RangeError("a range starts after its end");
  }
  return {};
}

Result<Instances> RangeOf(const Dataset& dataset, const ActionTimes& action,
                          const InstanceBound& start, const InstanceBound& end) {
  using Kind = InstanceBound::Kind;
  HPDL_TRY(CheckRange(start, end));
  if (start.kind == Kind::kLatest || start.kind == Kind::kFuture) {
    return Instances{};
  }
  if (start.kind == Kind::kOffset) {
    return OffsetRange(dataset, action, start, end);
  }
  const Result<std::optional<std::int64_t>> from = StartOf(dataset, action, start);
  HPDL_TRY(from);
  return *from ? AbsoluteRange(dataset, action, **from, end.n)
               : CurrentRange(dataset, action, start.n, end.n);
}

Result<void> CheckRangeOf(const Dataset& dataset, const ActionTimes& action,
                          const InstanceBound& start, const InstanceBound& end) {
  using Kind = InstanceBound::Kind;
  HPDL_TRY(CheckRange(start, end));
  if (start.kind == Kind::kLatest || start.kind == Kind::kFuture) {
    return {};
  }
  if (start.kind == Kind::kOffset) {
    const Result<InstanceGrid> grid = InstanceGrid::Of(dataset);
    HPDL_TRY(grid);
    HPDL_TRY(OffsetBoundsOf(*grid, dataset, action, start, end));
    return {};
  }
  const Result<std::optional<std::int64_t>> from = StartOf(dataset, action, start);
  HPDL_TRY(from);
  const Result<std::optional<std::int64_t>> oldest =
      *from ? OldestFrom(dataset, action, **from, end.n) : std::optional(start.n);
  HPDL_TRY(oldest);
  return *oldest ? CheckCurrentRange(dataset, action, **oldest, end.n) : Result<void>();
}

Result<std::int64_t> HoursInDay(const Dataset& dataset, const ActionTimes& action, std::int64_t n) {
  const Result<std::optional<std::int64_t>> time = PeriodsAfterNominal(dataset, action, n);
  HPDL_TRY(time);
  if (!*time) {
    return -1;
  }
  // 24 hours after half past midnight, the clock shows 01:30 if the day had 23 hours, and 23:30 if
  // it had 25.
  const std::int64_t next = BeginOfDay(**time, dataset.zone) + 1800 + kDaySeconds;
  const int hour = UtcTimeOf(next + dataset.zone.OffsetAt(next)).hour;
  return hour == 1 ? 23 : hour == 23 ? 25 : 24;
}

Result<std::int64_t> DaysInMonth(const Dataset& dataset, const ActionTimes& action,
                                 std::int64_t n) {
  const Result<std::optional<std::int64_t>> time = PeriodsAfterNominal(dataset, action, n);
  HPDL_TRY(time);
  if (!*time) {
    return -1;
  }
  const UtcTime at = UtcTimeOf(**time + dataset.zone.OffsetAt(**time));
  return at.month == 12 ? 31
                        : DayNumber(at.year, at.month + 1, 1) - DayNumber(at.year, at.month, 1);
}

std::int64_t ZoneDifference(const Dataset& dataset, const ActionTimes& action) {
  return (dataset.zone.OffsetAt(action.nominal) - action.zone.OffsetAt(action.nominal)) / 60;
}

}  // namespace hpdl::rt
