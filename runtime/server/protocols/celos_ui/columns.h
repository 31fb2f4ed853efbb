#ifndef HPDL_RUNTIME_SERVER_PROTOCOLS_CELOS_UI_COLUMNS_H_
#define HPDL_RUNTIME_SERVER_PROTOCOLS_CELOS_UI_COLUMNS_H_

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "runtime/ground/base/result.h"
#include "runtime/rules/celos/scheduled_time.h"

namespace hpdl::rt::celos {

/// The number of minutes in a column: minimum, default and maximum.
inline constexpr int kLeastZoom = 1, kUsualZoom = 60, kMostZoom = 1440;
/// The maximum number of columns.
inline constexpr std::int64_t kMostColumns = 48;
/// The maximum number of minutes in all columns together. One answer of the server covers at most
/// this many minutes.
inline constexpr std::int64_t kMostMinutes = 10'080;
inline constexpr std::int64_t kMinuteMs = 60'000;

/// The columns of the overview.
struct Columns {
  ScheduledTime newest;  ///< later slots are not shown
  int zoom = kUsualZoom;
  std::vector<ScheduledTime> begins;  ///< the newest column first

  /// All columns together show the slots from oldest() to `newest`, both included.
  ScheduledTime oldest() const { return begins.back(); }
  /// Returns the end of a column, even if `newest` is before this end.
  ScheduledTime EndOf(std::size_t column) const { return {begins[column].ms + zoom * kMinuteMs}; }
  /// Returns the last time of a column.
  ScheduledTime LastOf(std::size_t column) const { return {EndOf(column).ms - 1}; }
};

/// Reads a zoom: a whole number, clamped to the allowed range; null gives the default zoom. Returns
/// an error for any other text.
Result<int> ReadZoom(const std::string* text);
/// Reads a time in a form that the server accepts; null gives `now`. Years outside 1 to 9999 are an
/// error, too.
Result<ScheduledTime> ReadNewest(const std::string* text, ScheduledTime now);

/// Returns the columns for the slots up to `newest`. Each column begins a multiple of `zoom`
/// minutes before the midnight after `newest`. The first column is the latest column that does not
/// begin after `newest`.
Columns ColumnsOf(ScheduledTime newest, int zoom);
/// Returns the latest column that does not begin after `time`; nullopt if all columns begin later.
std::optional<std::size_t> ColumnAt(const Columns& columns, ScheduledTime time);

/// These two functions return the value of `newest` for the page with older or newer slots. No slot
/// is missing between two pages, and none is on both. The value is one millisecond before the start
/// of a column.
ScheduledTime OlderThan(const Columns& columns);
ScheduledTime NewerThan(const Columns& columns);

bool IsMidnight(ScheduledTime time);

}  // namespace hpdl::rt::celos

#endif  // HPDL_RUNTIME_SERVER_PROTOCOLS_CELOS_UI_COLUMNS_H_
