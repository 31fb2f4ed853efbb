#include "runtime/server/protocols/oozie/log_filter.h"

#include <algorithm>
#include <limits>

#include "runtime/ground/base/lower_case.h"
#include "runtime/ground/base/text_parts.h"
#include "runtime/ground/base/trim.h"
#include "runtime/ground/base/utc_time.h"
#include "runtime/server/protocols/oozie/query.h"

namespace hpdl::rt {
namespace {

constexpr std::string_view kLevels[] = {"TRACE", "ALL", "ERROR", "INFO", "DEBUG", "FATAL", "WARN"};

/// Refuses a filter with Oozie's message: the message of E0307 contains the message of E0302, and
/// that message contains the reason `what`.
Refusal WrongLogFilter(std::string_view what) {
  return Refuse("E0307",
                "Runtime error [org.apache.oozie.command.CommandException: E0302: Invalid "
                "parameter [" +
                    std::string(what) + "]]");
}

std::optional<Refusal> AddLevels(std::string_view value, LogFilter* filter) {
  for (const std::string_view part : Split(value, '|')) {
    const std::string level = UpperCase(Trimmed(part));
    if (std::find(std::begin(kLevels), std::end(kLevels), level) == std::end(kLevels)) {
      return WrongLogFilter(
          "E0302: Invalid parameter [Supported log level are [TRACE, ALL, ERROR, INFO, DEBUG, "
          "FATAL, WARN]]");
    }
    filter->levels.insert(level);
  }
  if (filter->levels.contains("ALL")) {
    filter->levels.clear();
  }
  return std::nullopt;
}

/// Reads "3h", "20m", "2d" or "3" (hours); returns milliseconds.
std::optional<std::int64_t> DurationOf(std::string_view text) {
  std::int64_t minutes = 60;
  if (!text.empty() && (text.back() < '0' || text.back() > '9')) {
    const char unit = LowerCase(text.back());
    minutes = unit == 'd' ? 24 * 60 : unit == 'h' ? 60 : unit == 'm' ? 1 : 0;
    text.remove_suffix(1);
  }
  const std::optional<std::int64_t> number = ParseNumber(text);
  if (!number || minutes == 0 || *number > std::numeric_limits<std::int32_t>::max()) {
    return std::nullopt;
  }
  return *number * minutes * 60'000;
}

/// True if `text` has a digit wherever `form` has a '0', and equals `form` everywhere else.
bool HasForm(std::string_view text, std::string_view form) {
  return text.size() == form.size() &&
         std::equal(text.begin(), text.end(), form.begin(), [](char c, char wanted) {
           return wanted == '0' ? c >= '0' && c <= '9' : c == wanted;
         });
}

/// Reads a clock time and returns UTC milliseconds. The text is `2026-11-21T01:59Z` in UTC, or
/// `2026-11-21 01:59:19,562` in `zone`. The second form may lack the milliseconds, or the seconds
/// and the milliseconds.
std::optional<std::int64_t> ClockTimeOf(std::string_view text, const TimeZone& zone) {
  const bool utc = HasForm(text, "0000-00-00T00:00Z");
  const bool to_ms = HasForm(text, "0000-00-00 00:00:00,000");
  const bool to_second = to_ms || HasForm(text, "0000-00-00 00:00:00");
  if (!utc && !to_second && !HasForm(text, "0000-00-00 00:00")) {
    return std::nullopt;
  }
  const auto number = [&](std::size_t at, std::size_t size) {
    return *ParseNumber(text.substr(at, size));
  };
  const std::int64_t month = number(5, 2), day = number(8, 2);
  if (month < 1 || month > 12 || day < 1 || day > 31) {
    return std::nullopt;
  }
  const std::int64_t days = DayNumber(number(0, 4), static_cast<int>(month), static_cast<int>(day));
  const std::int64_t seconds =
      (days * 24 + number(11, 2)) * 3600 + number(14, 2) * 60 + (to_second ? number(17, 2) : 0);
  const std::int64_t offset = utc ? 0 : zone.OffsetAt(seconds - zone.OffsetAt(seconds));
  return (seconds - offset) * 1000 + (to_ms ? number(20, 3) : 0);
}

std::optional<Refusal> AddMoment(std::string_view value, const TimeZone& zone,
                                 std::optional<LogMoment>* moment) {
  LogMoment read;
  read.at_ms = ClockTimeOf(value, zone);
  if (!read.at_ms) {
    const std::optional<std::int64_t> after = DurationOf(value);
    if (!after) {
      return WrongLogFilter("Unsupported offset " + std::string(value));
    }
    read.after_begin_ms = *after;
  }
  *moment = read;
  return std::nullopt;
}

std::optional<Refusal> AddLogPart(const std::string& key, std::string_view value,
                                  const TimeZone& zone, LogFilter* filter) {
  if (key == "LOGLEVEL") {
    return AddLevels(value, filter);
  }
  if (key == "LIMIT") {
    filter->limit = ReadJavaInt(value);
    return filter->limit ? std::nullopt
                         : std::optional<Refusal>(
                               WrongLogFilter("For input string: \"" + std::string(value) + "\""));
  }
  if (key == "RECENT") {
    filter->recent_ms = DurationOf(value);
    return filter->recent_ms
               ? std::nullopt
               : std::optional<Refusal>(WrongLogFilter("Unsupported offset " + std::string(value)));
  }
  if (key == "START" || key == "END") {
    return AddMoment(value, zone, key == "START" ? &filter->start : &filter->end);
  }
  if (key == "TEXT") {
    filter->text = value;
  } else if (key != "DEBUG") {
    return WrongLogFilter("Unsupported log filter " + key);
  }
  return std::nullopt;
}

}  // namespace

std::variant<LogFilter, Refusal> ReadLogFilter(std::string_view text, const TimeZone& zone) {
  LogFilter filter;
  for (const std::string_view part : Split(text, ';')) {
    if (Trimmed(part).empty()) {
      continue;
    }
    const std::size_t equals = part.find('=');
    const std::string key = UpperCase(Trimmed(part.substr(0, equals)));
    const std::string_view value =
        equals == std::string_view::npos ? std::string_view() : Trimmed(part.substr(equals + 1));
    if (std::optional<Refusal> wrong = AddLogPart(key, value, zone, &filter)) {
      return *wrong;
    }
  }
  return filter;
}

}  // namespace hpdl::rt
