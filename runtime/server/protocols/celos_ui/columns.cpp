#include "runtime/server/protocols/celos_ui/columns.h"

#include <algorithm>
#include <charconv>
#include <cstdint>

#include "runtime/rules/celos/java_exception.h"

namespace hpdl::rt::celos {
namespace {

constexpr std::int64_t kDayMs = 86'400'000;
constexpr int kFirstYear = 1, kLastYear = 9999;

std::int64_t SinceMidnight(std::int64_t ms) {
  const std::int64_t rest = ms % kDayMs;
  return rest < 0 ? rest + kDayMs : rest;
}

}  // namespace

Result<int> ReadZoom(const std::string* text) {
  if (text == nullptr) {
    return kUsualZoom;
  }
  const char* const end = text->data() + text->size();
  const char* const begin = text->data() + (text->starts_with('+') && *text != "+-" ? 1 : 0);
  std::int32_t zoom = 0;
  const auto [stop, error] = std::from_chars(begin, end, zoom);
  if (error != std::errc() || stop != end || text->starts_with("+-")) {
    return JavaException("java.lang.NumberFormatException", "For input string: \"" + *text + "\"");
  }
  return std::clamp(static_cast<int>(zoom), kLeastZoom, kMostZoom);
}

Result<ScheduledTime> ReadNewest(const std::string* text, ScheduledTime now) {
  if (text == nullptr) {
    return now;
  }
  const Result<ScheduledTime> time = ScheduledTime::Parse(*text);
  HPDL_TRY(time);
  if (const std::int64_t year = time->Calendar().year; year < kFirstYear || year > kLastYear) {
    return JavaException(kIllegalArgument, "The year does not have four digits: \"" + *text + "\"");
  }
  return time;
}

Columns ColumnsOf(ScheduledTime newest, int zoom) {
  Columns columns{newest, zoom, {}};
  const std::int64_t step = zoom * kMinuteMs;
  const std::int64_t midnight = newest.ms - SinceMidnight(newest.ms) + kDayMs;
  const std::int64_t steps = (midnight - newest.ms + step - 1) / step;
  const std::int64_t count = std::min(kMostMinutes / zoom, kMostColumns);
  for (std::int64_t i = 0; i < count; ++i) {
    columns.begins.push_back({midnight - (steps + i) * step});
  }
  return columns;
}

std::optional<std::size_t> ColumnAt(const Columns& columns, ScheduledTime time) {
  const auto found = std::find_if(columns.begins.begin(), columns.begins.end(),
                                  [&](ScheduledTime begin) { return begin <= time; });
  return found == columns.begins.end()
             ? std::nullopt
             : std::optional(static_cast<std::size_t>(found - columns.begins.begin()));
}

ScheduledTime OlderThan(const Columns& columns) {
  return {columns.oldest().ms - 1};
}

ScheduledTime NewerThan(const Columns& columns) {
  // If `newest` is before the end of the first column, this page shows only a part of the column,
  // so the newer page shows the column again.
  const std::int64_t end = columns.EndOf(0).ms;
  const bool whole = columns.newest.ms >= end - 1;
  const auto count = static_cast<std::int64_t>(columns.begins.size());
  return {end + (count - (whole ? 0 : 1)) * columns.zoom * kMinuteMs - 1};
}

bool IsMidnight(ScheduledTime time) {
  return SinceMidnight(time.ms) == 0;
}

}  // namespace hpdl::rt::celos
