#include "runtime/rules/celos/scheduled_time.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <limits>
#include <optional>
#include <utility>

#include "runtime/rules/celos/java_exception.h"

namespace hpdl::rt::celos {
namespace {

constexpr std::int64_t kSecondMs = 1000;
constexpr std::int64_t kMinuteMs = 60 * kSecondMs;
constexpr std::int64_t kHourMs = 60 * kMinuteMs;
constexpr std::int64_t kDayMs = 24 * kHourMs;
// The first and the last year whose milliseconds since 1970 all fit into 64 bits.
constexpr std::int64_t kFirstYear = -292275054, kLastYear = 292278993;

std::int64_t FloorDivide(std::int64_t number, std::int64_t by) {
  return number / by - (number % by < 0 ? 1 : 0);
}

std::string Padded(std::int64_t number, std::size_t width) {
  std::string digits = std::to_string(number < 0 ? -number : number);
  if (digits.size() < width) {
    digits.insert(0, width - digits.size(), '0');
  }
  return number < 0 ? "-" + digits : digits;
}

int DaysOfMonth(std::int64_t year, std::int64_t month) {
  constexpr std::array<int, 12> kDays = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  return kDays[static_cast<std::size_t>(month - 1)] + (month == 2 && IsLeapYear(year) ? 1 : 0);
}

// Returns the number, counted from 1970-01-01, of the day on which the first week of a year begins:
// the Monday of the week with January 4th.
std::int64_t FirstWeekDay(std::int64_t year) {
  const std::int64_t fourth = DayNumber(year, 1, 4);
  return fourth - (fourth + 3 - 7 * FloorDivide(fourth + 3, 7));  // 1970-01-01 was a Thursday
}

// The parts of a time that were found in a text. A missing part has the value that it has at the
// beginning of 1970.
struct Fields {
  std::optional<std::int64_t> year, month, day, day_of_year, week_year, week, day_of_week;
  std::optional<std::int64_t> hour, minute, second, ms_of_fraction;
  std::optional<std::int64_t> offset_ms;
};

// The result of reading a part of a text. `at` is the position where the part ends or, if `ok` is
// false, the position of the mistake.
struct Step {
  bool ok;
  std::size_t at;
};

class TimeReader {
 public:
  explicit TimeReader(std::string_view text) : text_(text) {}

  Step DateTime(Fields* fields) const {
    const Step time = TimeAlone(0, fields);
    if (time.ok && time.at == text_.size()) {
      return time;
    }
    Fields with_date;
    Step date = Date(0, &with_date);
    if (date.ok) {
      date.at = TimeOrOffset(date.at, &with_date);
    }
    if (date.ok && (!time.ok || date.at > time.at)) {
      *fields = with_date;
      return date;
    }
    return time.ok ? time : Step{false, std::max(time.at, date.at)};
  }

 private:
  static bool IsDigit(char c) { return c >= '0' && c <= '9'; }
  bool DigitAt(std::size_t at) const { return at < text_.size() && IsDigit(text_[at]); }
  bool CharAt(std::size_t at, char upper) const {
    return at < text_.size() && (text_[at] == upper || (upper >= 'A' && upper <= 'Z' &&
                                                        text_[at] == upper + ('a' - 'A')));
  }

  // Reads a number of at most `most` digits.
  Step Number(std::size_t at, std::size_t most, std::optional<std::int64_t>* value) const {
    std::int64_t number = 0;
    std::size_t end = at;
    while (DigitAt(end) && end < at + most) {
      number = number * 10 + (text_[end++] - '0');
    }
    if (end == at) {
      return {false, at};
    }
    *value = number;
    return {true, end};
  }

  Step Year(std::size_t at, std::optional<std::int64_t>* value) const {
    const bool has_sign = (CharAt(at, '-') || CharAt(at, '+')) && DigitAt(at + 1);
    const Step step = Number(has_sign ? at + 1 : at, 9, value);
    if (step.ok && has_sign && text_[at] == '-') {
      *value = -**value;
    }
    return step;
  }

  // Reads the text `mark` and then a number.
  Step Marked(std::size_t at, std::string_view mark, std::size_t most,
              std::optional<std::int64_t>* value) const {
    for (const char c : mark) {
      if (!CharAt(at++, c)) {
        return {false, at - 1};
      }
    }
    return Number(at, most, value);
  }

  // Reads a date in the form that matches the longest text: `2015-244` is day 244, not month 24.
  Step Date(std::size_t at, Fields* fields) const {
    Fields months, weeks, days;
    const Step year = Year(at, &months.year);
    if (!year.ok) {
      return year;
    }
    Step best = year;
    if (const Step month = Marked(year.at, "-", 2, &months.month); month.ok) {
      best = month;
      if (const Step day = Marked(month.at, "-", 2, &months.day); day.ok) {
        best = day;
      }
    }
    *fields = months;
    if (best.at == text_.size()) {
      return best;
    }
    weeks.week_year = months.year;
    if (Step week = Marked(year.at, "-W", 2, &weeks.week); week.ok) {
      if (const Step day = Marked(week.at, "-", 1, &weeks.day_of_week); day.ok) {
        week = day;
      }
      if (week.at > best.at) {
        best = week;
        *fields = weeks;
      }
    }
    days.year = months.year;
    if (const Step day = Marked(year.at, "-", 3, &days.day_of_year); day.ok && day.at > best.at) {
      best = day;
      *fields = days;
    }
    return best;
  }

  // Reads `T`, and also a time and an offset if they follow the `T`. Returns the position of the
  // end, or `at` if there is no `T`.
  std::size_t TimeOrOffset(std::size_t at, Fields* fields) const {
    if (!CharAt(at, 'T')) {
      return at;
    }
    std::size_t end = at + 1;
    Fields with_time = *fields;
    if (const Step time = Time(end, &with_time); time.ok) {
      end = time.at;
      *fields = with_time;
    }
    return Offset(end, fields);
  }

  // Reads a time without a date, such as `T05:00Z`. Its date is 1970-01-01.
  Step TimeAlone(std::size_t at, Fields* fields) const {
    if (!CharAt(at, 'T')) {
      return {false, at};
    }
    Step time = Time(at + 1, fields);
    if (time.ok) {
      time.at = Offset(time.at, fields);
    }
    return time;
  }

  Step Time(std::size_t at, Fields* fields) const {
    const Step hour = Number(at, 2, &fields->hour);
    if (!hour.ok) {
      return hour;
    }
    const Step minute = Marked(hour.at, ":", 2, &fields->minute);
    if (!minute.ok) {
      return {true, Fraction(hour.at, kHourMs, fields)};
    }
    const Step second = Marked(minute.at, ":", 2, &fields->second);
    if (!second.ok) {
      return {true, Fraction(minute.at, kMinuteMs, fields)};
    }
    return {true, Fraction(second.at, kSecondMs, fields)};
  }

  // Reads a fraction of the preceding unit and truncates it to milliseconds. Returns the position
  // of the end, or `at` if there is no fraction.
  std::size_t Fraction(std::size_t at, std::int64_t unit_ms, Fields* fields) const {
    if (!(CharAt(at, '.') || CharAt(at, ',')) || !DigitAt(at + 1)) {
      return at;
    }
    std::int64_t tenths = 0, weight = unit_ms * 10;
    std::size_t end = at + 1;
    while (DigitAt(end) && end < at + 10) {
      weight /= 10;
      tenths += (text_[end++] - '0') * weight;
    }
    fields->ms_of_fraction = tenths / 10;
    return end;
  }

  // Reads two digits with a value of at most `most`.
  std::optional<int> TwoDigits(std::size_t at, int most) const {
    if (!DigitAt(at) || !DigitAt(at + 1)) {
      return std::nullopt;
    }
    const int number = (text_[at] - '0') * 10 + (text_[at + 1] - '0');
    return number <= most ? std::optional(number) : std::nullopt;
  }

  // Reads an offset: `Z`, `+01`, `+0100` or `+01:00`, also with seconds and a fraction of a second.
  // Returns the position of the end, or `at` if there is no offset.
  std::size_t Offset(std::size_t at, Fields* fields) const {
    if (CharAt(at, 'Z')) {
      fields->offset_ms = 0;
      return at + 1;
    }
    if (!CharAt(at, '-') && !CharAt(at, '+')) {
      return at;
    }
    const std::optional<int> hours = TwoDigits(at + 1, 23);
    if (!hours) {
      return at;
    }
    std::int64_t offset = *hours * kHourMs;
    std::size_t end = at + 3;
    const bool colons = CharAt(end, ':');
    for (const std::int64_t unit : {kMinuteMs, kSecondMs}) {
      if (colons ? !CharAt(end, ':') : !DigitAt(end)) {
        break;
      }
      const std::size_t digits = colons ? end + 1 : end;
      const std::optional<int> number = TwoDigits(digits, 59);
      if (!number) {
        return at;
      }
      offset += *number * unit;
      end = digits + 2;
      if (unit == kSecondMs && (colons ? CharAt(end, '.') || CharAt(end, ',') : DigitAt(end))) {
        end += colons ? 1 : 0;
        if (!DigitAt(end)) {
          return at;
        }
        std::int64_t weight = 100;
        while (DigitAt(end) && weight > 0) {
          offset += (text_[end++] - '0') * weight;
          weight /= 10;
        }
      }
    }
    fields->offset_ms = text_[at] == '-' ? -offset : offset;
    return end;
  }

  std::string_view text_;
};

// Returns the first `units` UTF-16 units of a text.
std::string_view Utf16Prefix(std::string_view text, std::size_t units) {
  std::size_t seen = 0;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const auto byte = static_cast<unsigned char>(text[at]);
    if ((byte & 0xC0) != 0x80) {
      seen += byte >= 0xF0 ? 2 : 1;
    }
    if (seen > units) {
      return text.substr(0, at);
    }
  }
  return text;
}

// Returns Joda-Time's error for a mistake at position `at`. The text before a mistake is ASCII, so
// `at` is the same number in bytes and in UTF-16 units.
Error InvalidFormat(std::string_view text, std::size_t at) {
  constexpr std::size_t kShown = 32, kDots = 3;
  std::string shown(text);
  if (Utf16Prefix(text, at + kShown + kDots).size() < text.size()) {
    shown = std::string(Utf16Prefix(text, at + kShown)) + "...";
  }
  std::string message = "Invalid format: \"" + shown + "\"";
  if (at >= text.size() && at > 0) {
    message += " is too short";
  } else if (at > 0) {
    message += " is malformed at \"" + shown.substr(at) + "\"";
  }
  return JavaException(kIllegalArgument, std::move(message));
}

// Adds up the fields. If a field is out of its range, returns an error for it; the largest unit is
// checked first.
class Sum {
 public:
  explicit Sum(std::string_view text) : text_(text) {}

  Result<std::int64_t> Of(const Fields& fields) {
    const std::int64_t day = fields.week_year ? DayOfWeeks(fields) : DayOfYear(fields);
    const std::int64_t ms =
        day * kDayMs + Checked("hourOfDay", fields.hour.value_or(0), 0, 23) * kHourMs +
        Checked("minuteOfHour", fields.minute.value_or(0), 0, 59) * kMinuteMs +
        Checked("secondOfMinute", fields.second.value_or(0), 0, 59) * kSecondMs +
        fields.ms_of_fraction.value_or(0);
    if (problem_) {
      return *problem_;
    }
    return ms;
  }

 private:
  // Returns the value, or `least` if the value is out of range.
  std::int64_t Checked(std::string_view name, std::int64_t value, std::int64_t least,
                       std::int64_t most) {
    if (value >= least && value <= most) {
      return value;
    }
    if (!problem_) {
      problem_ = JavaException(kIllegalFieldValue,
                               "Cannot parse \"" + std::string(text_) + "\": Value " +
                                   std::to_string(value) + " for " + std::string(name) +
                                   " must be in the range [" + std::to_string(least) + "," +
                                   std::to_string(most) + "]");
    }
    return least;
  }

  std::int64_t DayOfYear(const Fields& fields) {
    const std::int64_t year = Checked("year", fields.year.value_or(1970), kFirstYear, kLastYear);
    if (fields.day_of_year) {
      return DayNumber(year, 1, 1) - 1 +
             Checked("dayOfYear", *fields.day_of_year, 1, IsLeapYear(year) ? 366 : 365);
    }
    const std::int64_t month = Checked("monthOfYear", fields.month.value_or(1), 1, 12);
    const std::int64_t day =
        Checked("dayOfMonth", fields.day.value_or(1), 1, DaysOfMonth(year, month));
    return DayNumber(year, static_cast<int>(month), static_cast<int>(day));
  }

  std::int64_t DayOfWeeks(const Fields& fields) {
    const std::int64_t year = Checked("weekyear", *fields.week_year, kFirstYear, kLastYear);
    const std::int64_t first = FirstWeekDay(year);
    const std::int64_t weeks = (FirstWeekDay(year + 1) - first) / 7;
    const std::int64_t week = Checked("weekOfWeekyear", fields.week.value_or(1), 1, weeks);
    return first + (week - 1) * 7 + Checked("dayOfWeek", fields.day_of_week.value_or(1), 1, 7) - 1;
  }

  std::string_view text_;
  std::optional<Error> problem_;
};

// Writes a number with exactly `digits` digits. The last digit is written just before `end`.
void PutDigits(std::int64_t number, int digits, char* end) {
  for (; digits > 0; --digits, number /= 10) {
    *--end = static_cast<char>('0' + number % 10);
  }
}

// Returns a time in ISO form without a zone, such as `2015-09-01T05:00:00.000`. The function must
// be fast, because a step of the scheduler writes a log line for each waiting slot.
std::string LocalText(ScheduledTime time) {
  const UtcTime at = time.Calendar();
  if (at.year >= 0 && at.year <= 9999) {
    std::string text = "0000-00-00T00:00:00.000";
    char* const begin = text.data();
    PutDigits(at.year, 4, begin + 4);
    PutDigits(at.month, 2, begin + 7);
    PutDigits(at.day, 2, begin + 10);
    PutDigits(at.hour, 2, begin + 13);
    PutDigits(at.minute, 2, begin + 16);
    PutDigits(at.second, 2, begin + 19);
    PutDigits(time.Millisecond(), 3, begin + 23);
    return text;
  }
  return Padded(at.year, 4) + "-" + Padded(at.month, 2) + "-" + Padded(at.day, 2) + "T" +
         TimeOfDay(at) + "." + Padded(time.Millisecond(), 3);
}

// Returns an offset such as `+01:00`, with seconds and milliseconds if they are not 0.
std::string OffsetText(std::int64_t ms) {
  std::string text = ms < 0 ? "-" : "+";
  ms = ms < 0 ? -ms : ms;
  text += Padded(ms / kHourMs, 2) + ":" + Padded(ms / kMinuteMs % 60, 2);
  if (ms % kMinuteMs != 0) {
    text += ":" + Padded(ms / kSecondMs % 60, 2);
  }
  return ms % kSecondMs == 0 ? text : text + "." + Padded(ms % kSecondMs, 3);
}

Error OutOfRange(std::int64_t year) {
  return JavaException(kIllegalFieldValue,
                       "Value " + std::to_string(year) + " for year must be in the range [" +
                           std::to_string(kFirstYear) + "," + std::to_string(kLastYear) + "]");
}

}  // namespace

Result<ScheduledTime> ScheduledTime::Parse(std::string_view text) {
  Fields fields;
  const Step end = TimeReader(text).DateTime(&fields);
  if (!end.ok || end.at < text.size()) {
    return InvalidFormat(text, end.at);
  }
  const Result<std::int64_t> local = Sum(text).Of(fields);
  HPDL_TRY(local);
  if (fields.offset_ms.value_or(0) != 0) {
    return JavaException(kIllegalArgument, "Scheduled time must be in UTC, but isn't: " +
                                               LocalText({*local}) + OffsetText(*fields.offset_ms));
  }
  return ScheduledTime{*local};
}

UtcTime ScheduledTime::Calendar() const {
  return UtcTimeOf(WholeSeconds());
}

std::int64_t ScheduledTime::WholeSeconds() const {
  return FloorDivide(ms, kSecondMs);
}

int ScheduledTime::Millisecond() const {
  return static_cast<int>(ms - WholeSeconds() * kSecondMs);
}

std::string ScheduledTime::Text() const {
  return LocalText(*this) + "Z";
}

std::string ScheduledTime::Pretty() const {
  std::string text = LocalText(*this);
  if (Millisecond() == 0) {
    text.resize(text.size() - 4);
    if (Calendar().second == 0) {
      text.resize(text.size() - 3);
    }
  }
  return text + "Z";
}

Result<ScheduledTime> ScheduledTime::Plus(std::int64_t amount, TimeUnit unit) const {
  if (unit == TimeUnit::kYears || unit == TimeUnit::kMonths) {
    const UtcTime at = Calendar();
    const std::int64_t months_of_unit = unit == TimeUnit::kYears ? 12 : 1;
    std::int64_t months = 0;
    if (__builtin_mul_overflow(amount, months_of_unit, &months) ||
        __builtin_add_overflow(months, at.year * 12 + at.month - 1, &months)) {
      return OutOfRange(amount);
    }
    const std::int64_t year = FloorDivide(months, 12);
    if (year < kFirstYear || year > kLastYear) {
      return OutOfRange(year);
    }
    const auto month = static_cast<int>(months - year * 12) + 1;
    const int day = std::min(at.day, DaysOfMonth(year, month));
    return ScheduledTime{ms + (DayNumber(year, month, day) - DayNumber(at.year, at.month, at.day)) *
                                  kDayMs};
  }
  std::int64_t unit_ms = kSecondMs;
  if (unit == TimeUnit::kDays) {
    unit_ms = kDayMs;
  } else if (unit == TimeUnit::kHours) {
    unit_ms = kHourMs;
  } else if (unit == TimeUnit::kMinutes) {
    unit_ms = kMinuteMs;
  }
  std::int64_t moved = 0;
  if (__builtin_mul_overflow(amount, unit_ms, &moved) ||
      __builtin_add_overflow(moved, ms, &moved)) {
    return JavaException(kArithmetic, "The calculation caused an overflow: " + std::to_string(ms) +
                                          " + " + std::to_string(amount) + " units");
  }
  return ScheduledTime{moved};
}

std::string ReplaceTimeVariables(std::string_view text, ScheduledTime time) {
  const UtcTime at = time.Calendar();
  const std::array<std::pair<std::string_view, std::string>, 7> variables = {{
      {"${year}", Padded(at.year, 4)},
      {"${month}", Padded(at.month, 2)},
      {"${day}", Padded(at.day, 2)},
      {"${hour}", Padded(at.hour, 2)},
      {"${minute}", Padded(at.minute, 2)},
      {"${second}", Padded(at.second, 2)},
      {"${millisecond}", Padded(time.Millisecond(), 3)},
  }};
  std::string result;
  result.reserve(text.size());
  // Celos replaces the seven variables one after another. This loop replaces all of them while it
  // reads the text once. The result is the same, because the values are digits and no variable name
  // has digits.
  while (!text.empty()) {
    const std::size_t dollar = text.find('$');
    result += text.substr(0, dollar);
    if (dollar == std::string_view::npos) {
      break;
    }
    text.remove_prefix(dollar);
    std::size_t used = 1;
    for (const auto& [name, value] : variables) {
      if (text.starts_with(name)) {
        result += value;
        used = name.size();
        break;
      }
    }
    if (used == 1) {
      result += '$';
    }
    text.remove_prefix(used);
  }
  return result;
}

}  // namespace hpdl::rt::celos
