#ifndef HPDL_RUNTIME_SERVER_PROTOCOLS_OOZIE_LOG_FILTER_H_
#define HPDL_RUNTIME_SERVER_PROTOCOLS_OOZIE_LOG_FILTER_H_

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <variant>

#include "runtime/ground/base/time_zone.h"
#include "runtime/server/protocols/oozie/answers.h"

namespace hpdl::rt {

/// A time of a filter: one of the clock, or so long after the begin of the job.
struct LogMoment {
  std::optional<std::int64_t> at_ms;  ///< UTC
  std::int64_t after_begin_ms = 0;    ///< without at_ms
};

/// `logfilter` of a job's log (Oozie's command line: -logfilter).
struct LogFilter {
  std::set<std::string, std::less<>> levels;  ///< empty: all
  std::string text;                           ///< lines have it; "": all
  std::optional<std::int64_t> limit;          ///< lines, the first ones
  std::optional<LogMoment> start, end;
  std::optional<std::int64_t> recent_ms;  ///< before the end of the job, or now
};

/// KEY=VALUE;KEY=VALUE...: loglevel (words with '|' between them), text, limit, start, end
/// (`2026-11-21 01:59:19,562` or `2026-11-21T01:59Z`, or 3h, 20m: so long after the begin of the
/// job), recent (3h, 20m, 2d; hours without a letter), debug. Clock times are those of `zone`.
std::variant<LogFilter, Refusal> ReadLogFilter(std::string_view text, const TimeZone& zone);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_SERVER_PROTOCOLS_OOZIE_LOG_FILTER_H_
