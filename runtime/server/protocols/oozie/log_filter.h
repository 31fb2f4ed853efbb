#ifndef HPDL_RUNTIME_SERVER_PROTOCOLS_OOZIE_LOG_FILTER_H_
#define HPDL_RUNTIME_SERVER_PROTOCOLS_OOZIE_LOG_FILTER_H_

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <variant>

#include "runtime/ground/calendar/time_zone.h"
#include "runtime/server/protocols/oozie/answers.h"

namespace hpdl::rt {

/// A time in a filter: a clock time, or a duration after the start of the job.
struct LogMoment {
  std::optional<std::int64_t> at_ms;  ///< UTC milliseconds
  /// Milliseconds after the start of the job; used if at_ms is not set.
  std::int64_t after_begin_ms = 0;
};

/// The `logfilter` of a job's log (option -logfilter of Oozie's command line).
struct LogFilter {
  std::set<std::string, std::less<>> levels;  ///< empty: all levels
  std::string text;                           ///< text that each line must contain; "": all lines
  /// The maximum number of lines, counted from the first matching line.
  std::optional<std::int64_t> limit;
  std::optional<LogMoment> start, end;
  /// If set, only the lines of the last `recent_ms` milliseconds before the job's end are shown. If
  /// the job has not ended, the present time stands for its end.
  std::optional<std::int64_t> recent_ms;
};

/// Reads KEY=VALUE parts with ';' between them. The keys are loglevel (words with '|' between
/// them), text, limit, start, end, recent and debug. `start` and `end` are times in `zone`
/// (`2026-11-21 01:59:19,562`), times in UTC (`2026-11-21T01:59Z`), or durations after the start of
/// the job (3h, 20m). `recent` is a duration (3h, 20m, 2d; a number without a letter is hours).
std::variant<LogFilter, Refusal> ReadLogFilter(std::string_view text, const TimeZone& zone);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_SERVER_PROTOCOLS_OOZIE_LOG_FILTER_H_
