#include "compiler/driver/program/coordinator_words.h"

#include "compiler/base/print_text.h"
#include "runtime/ground/base/lower_case.h"
#include "runtime/ground/base/utc_time.h"
#include "runtime/rules/coordinator/frequency.h"

namespace hpdl::driver {
namespace {

/// True if `zone` is a name of UTC.
bool IsUtc(std::string_view zone) {
  return zone == "UTC" || zone == "GMT";
}

std::string Every(std::int64_t count, std::string_view unit) {
  return "every " +
         (count == 1 ? std::string(unit) : Counted(static_cast<std::uint64_t>(count), unit));
}

std::string PeriodWords(const rt::Period& period) {
  constexpr std::int64_t kMinutesAnHour = 60;
  constexpr std::string_view kUnits[] = {"minute", "day", "week", "month"};
  const bool hours =
      period.unit == rt::Period::Unit::kMinutes && period.count % kMinutesAnHour == 0;
  const std::string every =
      hours ? Every(period.count / kMinutesAnHour, "hour")
            : Every(period.count, kUnits[static_cast<std::size_t>(period.unit)]);
  return period.begin == rt::Period::Begin::kAsItIs ? every : "at the end of " + every;
}

}  // namespace

std::string KnownOrWritten(const hir::Expressions& expressions,
                           const std::map<std::string, std::string>& values, hir::ValueId id) {
  if (!id.valid()) {
    return {};
  }
  const sema::KnownText known = sema::KnownTexts(expressions, values).Of(id);
  return known ? known.text : expressions.values[id.index].text;
}

std::vector<std::string> ScheduleWords(const hir::Coordinator& coordinator,
                                       const std::map<std::string, std::string>& values) {
  const auto text = [&](hir::ValueId id) { return KnownOrWritten(coordinator, values, id); };
  const sema::KnownText known = sema::KnownTexts(coordinator, values).Of(coordinator.frequency);
  std::string frequency = "at " + text(coordinator.frequency);
  if (known) {
    if (const std::optional<rt::Period> period = rt::PeriodOf(known.text, known.notes)) {
      frequency = PeriodWords(*period);
    }
  }
  const std::string zone = text(coordinator.timezone);
  return {frequency + (IsUtc(zone) ? "" : ", " + zone),
          text(coordinator.start) + " to " + text(coordinator.end)};
}

bool IsOff(const sema::KnownTexts& known, const hir::BundleCoordinator& bundled) {
  const sema::KnownText enabled = known.Of(bundled.enabled);
  return enabled && !IsInAnyCase(enabled.text, "true");
}

LocalClocks::LocalClocks(const std::string& zone) {
  if (!IsUtc(zone)) {
    zone_ = rt::NamedZone::Find(zone);
  }
}

std::string LocalClocks::TextOf(std::int64_t time) const {
  return zone_ ? zone_->Format(time, false) : std::string();
}

bool LocalClocks::HaveChanged(std::int64_t before, std::int64_t after) const {
  return zone_ && zone_->clocks().OffsetAt(before) != zone_->clocks().OffsetAt(after);
}

std::string DurationWords(std::int64_t seconds) {
  constexpr std::int64_t kHour = 60, kDay = 24 * kHour;
  const std::int64_t minutes = seconds / 60;
  const bool in_days = minutes % kDay == 0 || minutes >= 2 * kDay;
  const std::int64_t days = in_days ? minutes / kDay : 0;
  const std::int64_t hours = (minutes - days * kDay) / kHour, rest = minutes % kHour;
  std::string words = days > 0 ? Counted(static_cast<std::uint64_t>(days), "day") : "";
  if (hours > 0) {
    words += (words.empty() ? "" : " ") + std::to_string(hours) + " h";
  }
  if (rest > 0) {
    words += (words.empty() ? "" : " ") + std::to_string(rest) + " min";
  }
  return words;
}

std::string TimeWords(std::int64_t time) {
  const rt::UtcTime at = rt::UtcTimeOf(time);
  std::string words(rt::DayName(at));
  words.append(" ").append(std::to_string(at.day)).append(" ").append(rt::MonthName(at.month));
  words.append(" ").append(std::to_string(at.year)).append(", ");
  return words.append(rt::TimeOfDay(at), 0, 5).append(" UTC");
}

}  // namespace hpdl::driver
