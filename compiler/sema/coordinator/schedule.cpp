#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

#include "compiler/base/suggest.h"
#include "compiler/diagnostics/fixes.h"
#include "compiler/sema/coordinator/submission.h"
#include "runtime/ground/calendar/cron.h"
#include "runtime/ground/calendar/named_zone.h"
#include "runtime/rules/coordinator/frequency.h"
#include "runtime/rules/coordinator/time_functions.h"

namespace hpdl::sema {
namespace {

constexpr std::int64_t kLeastMinutes = 5;
constexpr std::array<std::string_view, 4> kExecutions = {"FIFO", "LIFO", "LAST_ONLY", "NONE"};

/// Returns the value of a required text, if the value is known. Reports an error if the evaluation
/// fails. A missing text has no place in the file and has already been reported.
std::optional<KnownText> TextOf(const Submission& s, hir::ValueId id) {
  if (!id.valid() || s.RangeOf(id) == Range()) {
    return std::nullopt;
  }
  KnownText known = s.known.Of(id);
  if (known.state == KnownText::State::kFails) {
    s.reporter.Emit(DiagnosticKind::kElType, s.RangeOf(id), known.text);
  }
  return known ? std::optional(std::move(known)) : std::nullopt;
}

bool IsWhole(std::string_view text) {
  if (text.size() > 1 && text[0] == '+' && text[1] != '-') {
    text.remove_prefix(1);
  }
  std::int32_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size();
}

void CheckControls(const Submission& s) {
  const hir::Coordinator& c = s.coordinator;
  const std::pair<hir::ValueId, std::string_view> numbers[] = {
      {c.timeout, "timeout"}, {c.concurrency, "concurrency"}, {c.throttle, "throttle"}};
  for (const auto& [id, name] : numbers) {
    const std::optional<KnownText> text = TextOf(s, id);
    if (text && !IsWhole(text->text)) {
      s.reporter.Emit(
          DiagnosticKind::kBadControl, s.RangeOf(id),
          Message::Words(name) + " " + Quoted(text->text) + " is not a whole number of 32 bits");
    }
  }
  const std::optional<KnownText> execution = TextOf(s, c.execution);
  if (execution &&
      std::find(kExecutions.begin(), kExecutions.end(), execution->text) == kExecutions.end()) {
    NameHint hint = HintFor(s, s.RangeOf(c.execution), execution->text, kExecutions);
    s.reporter
        .Emit(DiagnosticKind::kBadControl, s.RangeOf(c.execution),
              "execution " + Quoted(execution->text) +
                  " is not one of FIFO, LIFO, LAST_ONLY and NONE" + hint.text)
        .fix = std::move(hint.fix);
  }
}

/// Returns the range of a part of a text, for the place of a message. If the bytes in the file
/// differ from the text, returns the range of the whole text.
Range PartOf(const Submission& s, hir::ValueId id, std::size_t offset, std::size_t length) {
  const Range whole = s.RangeOf(id);
  const std::string& text = s.coordinator.values[id.index].text;
  if (s.reporter.source->Slice(whole) != text || offset + length > text.size()) {
    return whole;
  }
  const auto begin = whole.begin + static_cast<std::uint32_t>(offset);
  return {begin, begin + static_cast<std::uint32_t>(length)};
}

void CheckPeriod(const Submission& s, const rt::Period& period, Schedule& schedule) {
  const Range range = s.RangeOf(s.coordinator.frequency);
  const bool minutes = period.unit == rt::Period::Unit::kMinutes;
  if (period.count <= 0 || (minutes && period.count < kLeastMinutes)) {
    s.reporter.Emit(DiagnosticKind::kBadFrequency, range,
                    minutes ? "a coordinator cannot run every " + std::to_string(period.count) +
                                  " minutes; the minimum is 5"
                            : "a frequency must be above 0, found " + std::to_string(period.count));
    return;
  }
  if (schedule.start && schedule.end && schedule.zone && *schedule.start < *schedule.end) {
    const std::int64_t first = rt::BeginOf(period, *schedule.start, *schedule.zone);
    schedule.first = first;
    if (first >= *schedule.end) {
      s.reporter.Emit(DiagnosticKind::kScheduleNeverFires, range,
                      "the coordinator never runs: its first time would be " +
                          rt::WriteTime(first) + ", and it ends at " +
                          rt::WriteTime(*schedule.end));
    }
  }
}

void CheckCron(const Submission& s, const std::string& text, Schedule& schedule) {
  const hir::ValueId id = s.coordinator.frequency;
  const auto parsed = rt::Cron::OfOozie(text);
  if (const auto* problem = std::get_if<rt::CronProblem>(&parsed)) {
    const bool one_word = text.find(' ') == std::string::npos;
    s.reporter.Emit(DiagnosticKind::kBadFrequency,
                    one_word ? s.RangeOf(id) : PartOf(s, id, problem->offset, problem->length),
                    one_word ? Quoted(text) +
                                   " is neither a number of minutes nor a cron "
                                   "expression of 5 fields"
                             : Message("invalid cron expression: " + problem->text));
    return;
  }
  if (!schedule.start || !schedule.end || *schedule.start >= *schedule.end) {
    return;
  }
  const std::optional<std::int64_t> first = std::get<rt::Cron>(parsed).Next(*schedule.start - 1);
  schedule.first = first;
  if (!first || *first >= *schedule.end) {
    s.reporter.Emit(DiagnosticKind::kBadFrequency, s.RangeOf(id),
                    "the schedule never fires between " + rt::WriteTime(*schedule.start) + " and " +
                        rt::WriteTime(*schedule.end) +
                        (first ? "; the next time is " + rt::WriteTime(*first) : ""));
  }
}

void CheckFrequency(const Submission& s, Schedule& schedule) {
  const std::optional<KnownText> text = TextOf(s, s.coordinator.frequency);
  if (!text) {
    return;
  }
  if (const std::optional<rt::Period> period = rt::PeriodOf(text->text, text->notes)) {
    CheckPeriod(s, *period, schedule);
  } else {
    CheckCron(s, text->text, schedule);
  }
}

}  // namespace

NameHint HintFor(const Submission& s, Range place, std::string_view word,
                 std::span<const std::string_view> names) {
  if (!s.lookups.hints.Take(names.size())) {
    return {};
  }
  if (place.end - place.begin == word.size() + 2) {
    place = {place.begin + 1, place.end - 1};
  }
  return {DidYouMean(word, names), s.reporter.source->Slice(place) == word
                                       ? RenameToNearestOwn(place, word, names)
                                       : std::nullopt};
}

std::optional<std::int64_t> TimeOf(const Submission& s, hir::ValueId id, std::string_view what) {
  const std::optional<KnownText> text = TextOf(s, id);
  if (!text) {
    return std::nullopt;
  }
  const rt::Result<std::int64_t> time = rt::ReadTime(text->text);
  if (!time) {
    s.reporter.Emit(DiagnosticKind::kBadTime, s.RangeOf(id),
                    Message::Words(what) + " " + Quoted(text->text) +
                        " is not a time such as 2024-01-31T08:00Z");
    return std::nullopt;
  }
  return *time;
}

const std::optional<rt::TimeZone>& ZoneByName(const Submission& s, const std::string& name) {
  const auto [known, added] = s.lookups.zones.try_emplace(name);
  if (added) {
    if (const std::optional<rt::NamedZone> zone = rt::NamedZone::Find(name)) {
      known->second = zone->clocks();
    }
  }
  return known->second;
}

std::optional<rt::TimeZone> ZoneOf(const Submission& s, hir::ValueId id) {
  const std::optional<KnownText> text = TextOf(s, id);
  if (!text) {
    return std::nullopt;
  }
  if (const std::optional<rt::TimeZone>& zone = ZoneByName(s, text->text)) {
    return zone;
  }
  std::vector<std::string_view> names;
  for (const auto& [name, short_name] : rt::NamedZone::All()) {
    names.push_back(name);
  }
  NameHint hint = HintFor(s, s.RangeOf(id), text->text, names);
  s.reporter
      .Emit(DiagnosticKind::kBadTimeZone, s.RangeOf(id),
            "there is no time zone " + Quoted(text->text) + hint.text)
      .fix = std::move(hint.fix);
  return std::nullopt;
}

std::optional<rt::Period> DatasetPeriodOf(const Submission& s, hir::ValueId id) {
  const std::optional<KnownText> text = TextOf(s, id);
  if (!text) {
    return std::nullopt;
  }
  const std::optional<rt::Period> period = rt::PeriodOf(text->text, text->notes);
  if (!period || period->count <= 0) {
    s.reporter.Emit(
        DiagnosticKind::kBadFrequency, s.RangeOf(id),
        "the frequency of a data set must be a number above 0, found " + Quoted(text->text));
    return std::nullopt;
  }
  return period;
}

Schedule CheckSchedule(const Submission& s) {
  const hir::Coordinator& c = s.coordinator;
  Schedule schedule;
  schedule.start = TimeOf(s, c.start, "start");
  schedule.end = TimeOf(s, c.end, "end");
  schedule.zone = ZoneOf(s, c.timezone);
  if (schedule.start && schedule.end && *schedule.start >= *schedule.end) {
    s.reporter
        .Emit(DiagnosticKind::kEndBeforeStart, s.RangeOf(c.end),
              "the end, " + rt::WriteTime(*schedule.end) + ", is not after the start, " +
                  rt::WriteTime(*schedule.start))
        .notes.push_back(s.reporter.Note(s.RangeOf(c.start), "the start is here"));
  }
  CheckFrequency(s, schedule);
  CheckControls(s);
  return schedule;
}

}  // namespace hpdl::sema
