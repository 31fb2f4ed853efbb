#include "runtime/rules/coordinator/action_ranges.h"

#include <optional>
#include <string>

#include "runtime/ground/base/text_parts.h"
#include "runtime/ground/base/trim.h"
#include "runtime/rules/coordinator/time_functions.h"

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
    return refuse("'" + std::string(begin ? last : first) + "' is not a time");
  }
  if (*begin > *end) {
    return refuse("Start date '" + std::string(first) + "' is older than end date: '" +
                  std::string(last) + "'");
  }
  return std::pair(*begin, *end);
}

}  // namespace

namespace {

/// Reads a range such as `3-5`. `dash` is the position of the dash in the text.
Result<std::pair<std::int64_t, std::int64_t>> ReadNumberRange(std::string_view text,
                                                              std::size_t dash) {
  std::int64_t ends[2] = {};
  const std::string_view words[] = {Trimmed(text.substr(0, dash)), Trimmed(text.substr(dash + 1))};
  for (std::size_t i = 0; i < 2; ++i) {
    const std::optional<std::int64_t> number = ParseNumber(words[i]);
    if (!number) {
      return InvalidParameter("could not parse " + std::string(words[i]) + "into an integer");
    }
    ends[i] = *number;
  }
  if (ends[0] > ends[1]) {
    return InvalidParameter("format is wrong for action's range '" + std::string(text) +
                            "', starting actionnumber of the range should be less than ending "
                            "action number, an example will be 1-4");
  }
  return std::pair(ends[0], ends[1]);
}

}  // namespace

Result<ActionRanges> ReadActionNumbers(std::string_view text) {
  ActionRanges ranges;
  for (const std::string_view part : Split(text, ',')) {
    const std::string_view word = Trimmed(part);
    if (const std::size_t dash = word.find('-'); dash != std::string_view::npos) {
      const auto range = ReadNumberRange(word, dash);
      HPDL_TRY(range);
      ranges.push_back(*range);
      continue;
    }
    const std::optional<std::int64_t> number = ParseNumber(word);
    if (!number) {
      return InvalidParameter("format is wrong for action id'" + std::string(word) +
                              "'. Integer only.");
    }
    ranges.emplace_back(*number, *number);
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
