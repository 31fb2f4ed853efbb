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

/// The number and the nominal time of one action of a schedule. The comments in this file call it a
/// turn.
struct Turn {
  std::int64_t number = 1;  ///< the number of the action, from 1
  std::int64_t time = 0;    ///< the nominal time of the action
  /// The time of the action before summer time moves it. The search for the next turn continues
  /// from this time. It differs from `time` only with cron.
  std::int64_t regular = 0;

  bool operator==(const Turn&) const = default;
};

/// Returns the first turn of a schedule. With cron this is the first matching time at or after the
/// start. A period may begin later than the start (BeginOf). Returns nothing if the schedule has no
/// turn. The turn may be at or after the end.
std::optional<Turn> FirstTurn(const Schedule& schedule);

/// Returns the turn after `turn` in the same pass of materialisation. Periods are counted from the
/// start. With cron, a turn that is a day or more after `turn` keeps the local time: if the clocks
/// are on summer time at only one of the start and the turn, the turn is moved by an hour. Returns
/// nothing if there is no next turn before the year 10000. The turn may be at or after the end.
std::optional<Turn> TurnAfter(const Schedule& schedule, const Turn& turn);

/// Returns `turn` as the first turn of a pass of materialisation. Summer time does not move the
/// nominal time of this turn.
inline Turn FirstOfPass(Turn turn) {
  turn.time = turn.regular;
  return turn;
}

/// Returns the first turn that is not before `time`, as the first turn of a pass. It does not
/// compute each earlier turn.
std::optional<Turn> TurnFrom(const Schedule& schedule, std::int64_t time);

/// Returns the turn with this number, counted from 1, as the first turn of a pass. It does not
/// compute each earlier turn.
std::optional<Turn> TurnOf(const Schedule& schedule, std::int64_t number);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_RULES_COORDINATOR_NOMINAL_TIMES_H_
