#ifndef HPDL_RUNTIME_SERVER_PROTOCOLS_CELOS_UI_COLUMNS_H_
#define HPDL_RUNTIME_SERVER_PROTOCOLS_CELOS_UI_COLUMNS_H_

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "runtime/ground/base/result.h"
#include "runtime/rules/celos/scheduled_time.h"

namespace hpdl::rt::celos {

/// Minutes of a column.
inline constexpr int kLeastZoom = 1, kUsualZoom = 60, kMostZoom = 1440;
/// Columns, at most.
inline constexpr std::int64_t kMostColumns = 48;
/// Minutes of all columns together, at most: the server gives no more slots at a time.
inline constexpr std::int64_t kMostMinutes = 10'080;
inline constexpr std::int64_t kMinuteMs = 60'000;

/// The columns of the overview.
struct Columns {
  ScheduledTime newest;  ///< slots from here on are not shown
  int zoom = kUsualZoom;
  std::vector<ScheduledTime> begins;  ///< the newest one first

  /// [oldest(), newest) is what all columns have together.
  ScheduledTime oldest() const { return begins.back(); }
  /// Where a column ends that is not cut by `newest`.
  ScheduledTime EndOf(std::size_t column) const { return {begins[column].ms + zoom * kMinuteMs}; }
};

/// A whole number, cut to what a zoom may be; null is the usual one. An error: anything else.
Result<int> ReadZoom(const std::string* text);
/// A time as the server reads it; null is now. An error also for years that have no four digits.
Result<ScheduledTime> ReadNewest(const std::string* text, ScheduledTime now);

/// The first column begins at the latest time up to `newest` that is so many times `zoom` before
/// the midnight that comes next.
Columns ColumnsOf(ScheduledTime newest, int zoom);
/// The latest column that does not begin after a time; nothing if all do.
std::optional<std::size_t> ColumnAt(const Columns& columns, ScheduledTime time);

/// The `newest` of the columns before, and after these: no slot is in neither of two that follow
/// each other. A millisecond before a column's begin, for a column begins at every time that is
/// one.
ScheduledTime OlderThan(const Columns& columns);
ScheduledTime NewerThan(const Columns& columns);

bool IsMidnight(ScheduledTime time);

}  // namespace hpdl::rt::celos

#endif  // HPDL_RUNTIME_SERVER_PROTOCOLS_CELOS_UI_COLUMNS_H_
