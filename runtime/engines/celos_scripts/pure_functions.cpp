#include "runtime/engines/celos_scripts/pure_functions.h"

#include <string>
#include <utility>
#include <variant>

#include "runtime/engines/celos_scripts/java_uri.h"
#include "runtime/ground/base/utc_time.h"
#include "runtime/ground/calendar/cron.h"
#include "runtime/rules/celos/scheduled_time.h"

namespace hpdl::rt::celos {
namespace {

using Arguments = std::vector<js::Value>;

ScheduledTime TimeOf(const Arguments& arguments, std::size_t index) {
  return {Argument(arguments, index).Integer()};
}

js::Value TimeOrThrow(js::Context* context, const Result<ScheduledTime>& time) {
  return time ? context->BigInt(time->ms) : Throw(context, time.error());
}

/// Returns the fields of a time from year to millisecond, the day of the week (Monday is 1) and the
/// day of the year.
js::Value Fields(js::Context* context, ScheduledTime time) {
  const UtcTime calendar = time.Calendar();
  const std::int64_t day = DayNumber(calendar.year, calendar.month, calendar.day);
  const std::int64_t weekday = ((day + 3) % 7 + 7) % 7 + 1;  // 1970-01-01 was a Thursday
  const std::pair<const char*, std::int64_t> fields[] = {
      {"year", calendar.year},
      {"month", calendar.month},
      {"day", calendar.day},
      {"hour", calendar.hour},
      {"minute", calendar.minute},
      {"second", calendar.second},
      {"millisecond", time.Millisecond()},
      {"dayOfWeek", weekday},
      {"dayOfYear", day - DayNumber(calendar.year, 1, 1) + 1}};
  const js::Value object = context->Object();
  for (const auto& [name, value] : fields) {
    context->Set(object, name, context->Number(static_cast<double>(value)));
  }
  return object;
}

std::string CronProblemOf(const std::string& expression) {
  const std::variant<Cron, CronProblem> read = Cron::OfQuartz(expression);
  const CronProblem* problem = std::get_if<CronProblem>(&read);
  return problem == nullptr ? "" : problem->text;
}

void AddTimes(js::Context* context, const js::Value& host) {
  const auto add = [&](const char* name, js::Context::HostFunction function) {
    context->Set(host, name, context->Function(name, std::move(function)));
  };
  add("parseTime", [context](const Arguments& given) {
    return TimeOrThrow(context, ScheduledTime::Parse(Argument(given, 0).Text()));
  });
  add("timeText",
      [context](const Arguments& given) { return context->Text(TimeOf(given, 0).Text()); });
  add("fields", [context](const Arguments& given) { return Fields(context, TimeOf(given, 0)); });
  add("plus", [context](const Arguments& given) {
    const auto unit = static_cast<TimeUnit>(Argument(given, 2).Integer());
    return TimeOrThrow(context, TimeOf(given, 0).Plus(Argument(given, 1).Integer(), unit));
  });
  add("replaceTimeVariables", [context](const Arguments& given) {
    return context->Text(ReplaceTimeVariables(Argument(given, 0).Text(), TimeOf(given, 1)));
  });
}

void AddChecks(js::Context* context, const js::Value& host) {
  const std::pair<const char*, std::string (*)(std::string_view)> checks[] = {
      {"uriProblem", &UriProblem},
      {"pathProblem", &PathProblem},
      {"fileSystemProblem", &FileSystemProblem},
      {"cronProblem", [](std::string_view text) { return CronProblemOf(std::string(text)); }}};
  for (const auto& [name, check] : checks) {
    context->Set(host, name, context->Function(name, [context, check](const Arguments& given) {
      return context->Text(check(Argument(given, 0).Text()));
    }));
  }
  context->Set(host, "url", context->Function("url", [context](const Arguments& given) {
    const Result<std::string> url = JavaUrl(Argument(given, 0).Text());
    const js::Value checked = context->Object();
    context->Set(checked, "problem",
                 context->Text(url ? "" : std::string_view(url.error().message)));
    context->Set(checked, "text", context->Text(url ? *url : ""));
    return checked;
  }));
}

}  // namespace

js::Value Throw(js::Context* context, const Error& error) {
  return context->ThrowError(error.message);
}

js::Value Argument(const std::vector<js::Value>& arguments, std::size_t index) {
  return index < arguments.size() ? arguments[index] : js::Value();
}

void AddPureFunctions(js::Context* context, const js::Value& host) {
  AddTimes(context, host);
  AddChecks(context, host);
}

}  // namespace hpdl::rt::celos
