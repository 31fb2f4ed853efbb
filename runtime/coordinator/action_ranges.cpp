#include "runtime/coordinator/action_ranges.h"

#include <optional>
#include <string>

#include "runtime/base/text_parts.h"
#include "runtime/base/trim.h"
#include "runtime/coordinator/time_functions.h"

namespace hpdl::rt {
namespace {

Error InvalidParameter(std::string_view text) {
  return {ErrorClass::kError, "E0302", "Invalid parameter [" + std::string(text) + "]"};
}

Result<std::pair<std::int64_t, std::int64_t>> ReadDateRange(std::string_view text,
                                                            std::size_t colons) {
  const std::string_view first = Trimmed(text.substr(0, colons));
  const std::string_view last = Trimmed(text.substr(colons + 2));
  const Result<std::int64_t> begin = ReadTime(first);
  const Result<std::int64_t> end = ReadTime(last);
  const auto refuse = [&](const std::string& why) {
    return Error{ErrorClass::kError, "E0308",
                 "Could not parse date range parameter ['" + std::string(text) + "'. " + why + "]"};
  };
  if (!begin || !end) {
    return refuse("'" + std::string(begin ? last : first) + "' is no time");
  }
  if (*begin > *end) {
    return refuse("Start date '" + std::string(first) + "' is older than end date: '" +
                  std::string(last) + "'");
  }
  return std::pair(*begin, *end);
}

}  // namespace

Result<ActionRanges> ReadActionNumbers(std::string_view text) {
  ActionRanges ranges;
  for (const std::string_view part : Split(text, ',')) {
    const std::string_view word = Trimmed(part);
    const std::size_t dash = word.find('-');
    const std::optional<std::int64_t> first = ParseNumber(Trimmed(word.substr(0, dash)));
    const std::optional<std::int64_t> last =
        dash == std::string_view::npos ? first : ParseNumber(Trimmed(word.substr(dash + 1)));
    if (!first || !last || *first > *last) {
      return InvalidParameter(text);
    }
    ranges.emplace_back(*first, *last);
  }
  return ranges;
}

Result<ActionRanges> ReadActionDates(std::string_view text) {
  ActionRanges ranges;
  for (const std::string_view part : Split(text, ',')) {
    const std::string_view word = Trimmed(part);
    const std::size_t colons = word.find("::");
    if (colons != std::string_view::npos) {
      const auto range = ReadDateRange(word, colons);
      HPDL_TRY(range);
      ranges.push_back(*range);
      continue;
    }
    const Result<std::int64_t> time = ReadTime(word);
    if (!time) {
      return InvalidParameter(word);
    }
    ranges.emplace_back(*time, *time);
  }
  return ranges;
}

}  // namespace hpdl::rt
