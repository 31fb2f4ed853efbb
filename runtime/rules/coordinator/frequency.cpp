#include "runtime/rules/coordinator/frequency.h"

#include <charconv>

namespace hpdl::rt {

std::optional<std::int32_t> WholeNumber(std::string_view text) {
  if (text.size() > 1 && text[0] == '+' && text[1] != '-') {
    text.remove_prefix(1);
  }
  std::int32_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool all = error == std::errc() && end == text.data() + text.size();
  return all ? std::optional(number) : std::nullopt;
}

std::optional<Period> PeriodOf(std::string_view value, const CoordinatorNotes& notes) {
  const std::optional<std::int32_t> count = WholeNumber(value);
  return count ? std::optional(Period{notes.unit, notes.begin, *count}) : std::nullopt;
}

std::optional<std::int64_t> MinutesOf(std::string_view value, const CoordinatorNotes& notes) {
  const std::optional<Period> period = PeriodOf(value, notes);
  if (!period) {
    return std::nullopt;
  }
  switch (period->unit) {
    case Period::Unit::kDays:
      return period->count * 1440;
    case Period::Unit::kMonths:
      return period->count * 43200;
    default:
      return period->count;
  }
}

}  // namespace hpdl::rt
