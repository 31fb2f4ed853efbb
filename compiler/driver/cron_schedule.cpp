#include "compiler/driver/cron_schedule.h"

#include <charconv>
#include <cstdint>
#include <cstdio>
#include <limits>
#include <optional>
#include <string_view>
#include <variant>

#include "compiler/diagnostics/diagnostics.h"
#include "runtime/base/calendar.h"
#include "runtime/calendar/cron.h"
#include "runtime/calendar/named_zone.h"
#include "runtime/coordinator/time_functions.h"

namespace hpdl::driver {
namespace {

bool AllDigits(std::string_view text) {
  return text.find_first_not_of("0123456789") == std::string_view::npos;
}

/// The first whole second that is not before 2013-11-25T11:00Z or 2013-11-25T11:00:15.500Z; nothing
/// if the text is neither.
std::optional<std::int64_t> SecondFrom(std::string_view text) {
  constexpr std::size_t kMinutes = 16, kSeconds = 19;  // characters of the parts before
  if (const rt::Result<std::int64_t> minute = rt::ReadTime(text)) {
    return *minute;
  }
  if (text.size() <= kSeconds || text[kMinutes] != ':' || text.back() != 'Z') {
    return std::nullopt;
  }
  const rt::Result<std::int64_t> minute = rt::ReadTime(std::string(text.substr(0, kMinutes)) + "Z");
  const std::string_view seconds = text.substr(kMinutes + 1, 2);
  std::string_view fraction = text.substr(kSeconds, text.size() - kSeconds - 1);
  if (!minute || !AllDigits(seconds) || seconds > "59" ||
      (!fraction.empty() &&
       (fraction.size() < 2 || fraction[0] != '.' || !AllDigits(fraction.substr(1))))) {
    return std::nullopt;
  }
  const bool whole = fraction.find_first_not_of(".0") == std::string_view::npos;
  return *minute + (seconds[0] - '0') * 10 + (seconds[1] - '0') + (whole ? 0 : 1);
}

/// The value of an option that must be given and be a time; nothing after a usage error.
std::optional<std::int64_t> TimeOfOption(const CommandLine& line, const std::string& option) {
  if (!line.Has(option)) {
    UsageError(line.name, "no --" + option + " given");
    return std::nullopt;
  }
  const std::optional<std::int64_t> time = SecondFrom(line.Get(option));
  if (!time) {
    UsageError(line.name, "--" + option + " wants a time such as 2024-01-31T08:00Z, not '" +
                              line.Get(option) + "'");
  }
  return time;
}

/// --count, or all that there are; nothing after a usage error.
std::optional<std::uint64_t> MostTimes(const CommandLine& line) {
  std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
  if (!line.Has("count")) {
    return most;
  }
  const std::string text = line.Get("count");
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), most);
  if (error != std::errc() || end != text.data() + text.size()) {
    UsageError(line.name, "--count wants a number, not '" + text + "'");
    return std::nullopt;
  }
  return most;
}

int ShowProblem(const std::string& expression, const rt::CronProblem& problem) {
  const SourceBuffer source("cron", expression);
  Diagnostics diagnostics;
  const Range place{static_cast<std::uint32_t>(problem.offset),
                    static_cast<std::uint32_t>(problem.offset + problem.length)};
  diagnostics.Emit(DiagnosticKind::kBadFrequency, &source, place, Message(problem.text));
  PrintDiagnostics(diagnostics.Sorted(), "text");
  return kExitInvalid;
}

}  // namespace

int PrintCronSchedule(const CommandLine& line) {
  if (!IsOneOf(line, "form", {"oozie", "celos"})) {
    return kExitUsage;
  }
  const std::optional<std::int64_t> from = TimeOfOption(line, "from");
  const std::optional<std::int64_t> to = from ? TimeOfOption(line, "to") : std::nullopt;
  const std::optional<std::uint64_t> most = to ? MostTimes(line) : std::nullopt;
  if (!most) {
    return kExitUsage;
  }
  if (line.Has("timezone") && !rt::NamedZone::Find(line.Get("timezone"))) {
    return UsageError(line.name, "there is no time zone '" + line.Get("timezone") + "'");
  }
  const bool oozie = line.Get("form") == "oozie";
  const std::string expression = line.Get("cron");
  const std::variant<rt::Cron, rt::CronProblem> read =
      oozie ? rt::Cron::OfOozie(expression) : rt::Cron::OfQuartz(expression);
  if (const rt::CronProblem* problem = std::get_if<rt::CronProblem>(&read)) {
    return ShowProblem(expression, *problem);
  }
  const rt::Cron& cron = std::get<rt::Cron>(read);
  std::optional<std::int64_t> next = cron.Next(*from - 1);
  for (std::uint64_t count = 0; count < *most && next && *next < *to; ++count) {
    const std::string time =
        oozie ? rt::WriteTime(*next) : rt::DateAndTime(rt::CalendarOf(*next), 'T') + ".000Z";
    if (std::puts(time.c_str()) == EOF) {
      break;
    }
    next = cron.Next(*next);
  }
  return kExitOk;
}

}  // namespace hpdl::driver
