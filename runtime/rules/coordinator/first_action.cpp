#include "runtime/rules/coordinator/first_action.h"

#include <charconv>
#include <cstdlib>
#include <optional>
#include <string>

#include "runtime/rules/coordinator/time_functions.h"

namespace hpdl::rt {
namespace {

constexpr std::int64_t kMostMoved = 3600;      // the most seconds by which summer time moves a time
constexpr std::int64_t kMostNumber = 1 << 30;  // the largest number of an action

Error BadFirst(std::string_view text, std::string_view why) {
  return {ErrorClass::kError, "E0303",
          "Invalid parameter value, hpdl.coord.first.action = [" + std::string(text) + "], " +
              std::string(why)};
}

std::optional<std::int64_t> NumberOf(std::string_view text) {
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool whole = error == std::errc() && end == text.data() + text.size();
  return whole && number >= 1 && number <= kMostNumber ? std::optional(number) : std::nullopt;
}

}  // namespace

Result<Turn> ReadFirstAction(std::string_view text, const Schedule& schedule) {
  const std::size_t at = text.find('@');
  const std::string_view number_text = text.substr(0, at);
  const std::optional<std::int64_t> number = NumberOf(number_text);
  std::optional<std::int64_t> time;
  if (at != std::string_view::npos) {
    const Result<std::int64_t> read = ReadTime(text.substr(at + 1));
    if (!read) {
      return BadFirst(text, "where a time such as 2024-01-05T00:00Z must follow @");
    }
    time = *read;
  }
  const bool by_time = number_text.empty() && time;
  if (!number && !by_time) {
    return BadFirst(text,
                    "which is not a value such as 5@2024-01-05T00:00Z, 5 or @2024-01-05T00:00Z");
  }
  if (by_time && *time < schedule.start) {
    return BadFirst(text, "which is before the start of the coordinator");
  }
  const std::optional<Turn> turn = by_time ? TurnFrom(schedule, *time) : TurnOf(schedule, *number);
  const std::int64_t most =
      !by_time && std::holds_alternative<Cron>(schedule.frequency) ? kMostMoved : 0;
  if (!turn || (time && std::abs(turn->time - *time) > most)) {
    return BadFirst(text,
                    "which is not an action of this coordinator: the coordinator has another start "
                    "or another frequency");
  }
  return *turn;
}

}  // namespace hpdl::rt
