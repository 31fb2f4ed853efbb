#ifndef HPDL_RUNTIME_RULES_COORDINATOR_NOMINAL_TIMES_H_
#define HPDL_RUNTIME_RULES_COORDINATOR_NOMINAL_TIMES_H_

#include <cstdint>
#include <optional>
#include <variant>

#include "runtime/ground/base/time_zone.h"
#include "runtime/ground/calendar/cron.h"
#include "runtime/ground/calendar/period.h"

/// When the actions of a coordinator are due. All times are seconds since 1970.
namespace hpdl::rt {

/// What a coordinator says of time.
struct Schedule {
  std::variant<Period, Cron> frequency;
  std::int64_t start = 0;
  std::int64_t end = 0;  ///< no action is due at it or after
  TimeZone zone;         ///< in which periods are counted; cron expressions are in UTC
};

/// The turn of one action.
struct Turn {
  std::int64_t number = 1;   ///< of the action, from 1
  std::int64_t time = 0;     ///< its nominal time
  std::int64_t regular = 0;  ///< what the search goes on from; cron alone moves the nominal time

  bool operator==(const Turn&) const = default;
};

/// The first turn: a start that fits a cron expression is one, and a period may begin later than
/// the start (BeginOf). Nothing: it never comes. It may be at the end or after.
std::optional<Turn> FirstTurn(const Schedule& schedule);

/// The turn after another, in the same pass of materialisation. Periods are counted from the start.
/// With cron, the nominal time keeps what the clocks showed at the start: it is moved by an hour
/// where summer time is other than then, if it comes a day or more after the turn before. Nothing:
/// it never comes, or not before the year 10000. It may be at the end or after.
std::optional<Turn> TurnAfter(const Schedule& schedule, const Turn& turn);

/// The same turn as the first one of a pass, where nothing is moved.
inline Turn FirstOfPass(Turn turn) {
  turn.time = turn.regular;
  return turn;
}

/// The first turn that is not before a time, as the first one of a pass. However many turns there
/// are before it, they take no time each.
std::optional<Turn> TurnFrom(const Schedule& schedule, std::int64_t time);

/// The turn of a number from 1 on, as the first one of a pass; as fast.
std::optional<Turn> TurnOf(const Schedule& schedule, std::int64_t number);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_RULES_COORDINATOR_NOMINAL_TIMES_H_
