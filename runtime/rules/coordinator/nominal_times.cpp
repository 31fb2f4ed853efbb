#include "runtime/rules/coordinator/nominal_times.h"

#include <limits>

namespace hpdl::rt {
namespace {

// With cron, summer time moves an action only if the previous action is at least this number of
// seconds earlier.
constexpr std::int64_t kShiftedAfter = 86'400;

/// Returns the action with this number, for a period that begins at `begin`. Returns nullopt if
/// there is no such action.
std::optional<Turn> PeriodTurn(const Period& period, std::int64_t begin, std::int64_t number,
                               const TimeZone& zone) {
  const std::optional<std::int64_t> time =
      period.count < 1 ? std::nullopt : CheckedTimeAfter(period, begin, number - 1, zone);
  return time ? std::optional(Turn{number, *time, *time}) : std::nullopt;
}

std::optional<Turn> CronTurn(std::optional<std::int64_t> time, std::int64_t number) {
  return time ? std::optional(Turn{number, *time, *time}) : std::nullopt;
}

/// Returns the first action of a cron schedule that is not before `time`. If more than `most`
/// actions are before `time`, returns the action that follows the first `most` actions.
std::optional<Turn> TurnBehind(const Schedule& schedule, std::int64_t time, std::int64_t most) {
  const Cron& cron = std::get<Cron>(schedule.frequency);
  const Cron::Skipped before = cron.Skip(schedule.start, time, most);
  return CronTurn(cron.Next(before.from - 1), before.count + 1);
}

/// Returns the first action of a period that is not before `time`. The function uses binary search,
/// because an action with a higher number never has an earlier time.
std::optional<Turn> PeriodTurnFrom(const Schedule& schedule, const Period& period,
                                   std::int64_t time) {
  const std::int64_t begin = BeginOf(period, schedule.start, schedule.zone);
  const auto turn = [&](std::int64_t number) {
    return PeriodTurn(period, begin, number, schedule.zone);
  };
  const auto is_before = [&](std::int64_t number) {
    const std::optional<Turn> there = turn(number);
    return there && there->time < time;
  };
  std::int64_t before = 0, from = 1;
  while (is_before(from)) {
    before = from;
    from *= 2;
  }
  while (before + 1 < from) {
    const std::int64_t middle = before + (from - before) / 2;
    (is_before(middle) ? before : from) = middle;
  }
  return turn(from);
}

}  // namespace

std::optional<Turn> FirstTurn(const Schedule& schedule) {
  if (const Cron* cron = std::get_if<Cron>(&schedule.frequency)) {
    return CronTurn(cron->Next(schedule.start - 1), 1);
  }
  const Period& period = std::get<Period>(schedule.frequency);
  return PeriodTurn(period, BeginOf(period, schedule.start, schedule.zone), 1, schedule.zone);
}

std::optional<Turn> TurnAfter(const Schedule& schedule, const Turn& turn) {
  if (const Period* period = std::get_if<Period>(&schedule.frequency)) {
    return PeriodTurn(*period, BeginOf(*period, schedule.start, schedule.zone), turn.number + 1,
                      schedule.zone);
  }
  std::optional<Turn> next =
      CronTurn(std::get<Cron>(schedule.frequency).Next(turn.regular), turn.number + 1);
  if (next && next->regular - turn.regular >= kShiftedAfter) {
    next->time += schedule.zone.OffsetAt(schedule.start) - schedule.zone.OffsetAt(next->regular);
  }
  return next;
}

std::optional<Turn> TurnFrom(const Schedule& schedule, std::int64_t time) {
  if (const Period* period = std::get_if<Period>(&schedule.frequency)) {
    return PeriodTurnFrom(schedule, *period, time);
  }
  return TurnBehind(schedule, time, std::numeric_limits<std::int64_t>::max());
}

std::optional<Turn> TurnOf(const Schedule& schedule, std::int64_t number) {
  if (const Period* period = std::get_if<Period>(&schedule.frequency)) {
    return PeriodTurn(*period, BeginOf(*period, schedule.start, schedule.zone), number,
                      schedule.zone);
  }
  return TurnBehind(schedule, std::numeric_limits<std::int64_t>::max(), number - 1);
}

}  // namespace hpdl::rt
