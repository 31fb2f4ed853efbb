#ifndef HPDL_RUNTIME_RULES_COORDINATOR_NOMINAL_TIMES_H_
#define HPDL_RUNTIME_RULES_COORDINATOR_NOMINAL_TIMES_H_

#include <cstdint>
#include <optional>
#include <variant>

#include "runtime/ground/calendar/cron.h"
#include "runtime/ground/calendar/period.h"
#include "runtime/ground/calendar/time_zone.h"

/// Computes when the actions of a coordinator are due. All times are seconds since 1970.
namespace hpdl::rt {

/// The frequency, the start, the end and the time zone of a coordinator.
struct Schedule {
  std::variant<Period, Cron> frequency;
  std::int64_t start = 0;
  std::int64_t end = 0;  ///< no action is due at or after the end
  TimeZone zone;         ///< the zone in which periods are counted; cron expressions are in UTC
};

/// The number and the nominal time of one action of a schedule.
struct Turn {
  std::int64_t number = 1;  ///< the number of the action, from 1
  std::int64_t time = 0;    ///< the nominal time of the action
  /// The time of the action before summer time moves it. The search for the next action continues
  /// from this time. It differs from `time` only with cron.
  std::int64_t regular = 0;

  bool operator==(const Turn&) const = default;
};

/// Returns the first action of a schedule. With cron its time is the first matching time at or
/// after the start. With a period its time is the start, or a later time at which a period begins
/// (BeginOf). Returns nullopt if the schedule has no action. The action may be at or after the end.
std::optional<Turn> FirstTurn(const Schedule& schedule);

/// Returns the action after `turn` in the same pass of materialisation. Periods are counted from
/// the start of the schedule. With cron, an action that is a day or more after `turn` keeps its
/// local time. So the action moves by an hour if summer time is in force at the start of the
/// schedule or at the action, but not at both. Returns nullopt if there is no next action before
/// the year 10000. The action may be at or after the end.
std::optional<Turn> TurnAfter(const Schedule& schedule, const Turn& turn);

/// Returns `turn` as the first action of a pass of materialisation. Summer time does not move the
/// nominal time of the first action.
inline Turn FirstOfPass(Turn turn) {
  turn.time = turn.regular;
  return turn;
}

/// Returns the first action that is not before `time`, as the first action of a pass of
/// materialisation. The function does not compute each earlier action.
std::optional<Turn> TurnFrom(const Schedule& schedule, std::int64_t time);

/// Returns the action with this number, counted from 1, as the first action of a pass of
/// materialisation. The function does not compute each earlier action.
std::optional<Turn> TurnOf(const Schedule& schedule, std::int64_t number);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_RULES_COORDINATOR_NOMINAL_TIMES_H_
