#include "runtime/rules/coordinator/time_functions.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "runtime/ground/base/lower_case.h"
#include "runtime/ground/base/utc_time.h"
#include "runtime/ground/calendar/period.h"

namespace hpdl::rt {
namespace {

constexpr std::int64_t kADay = 86'400;

Error ExpressionError(std::string message) {
  return {ErrorClass::kError, "E1004", std::move(message)};
}

/// Returns the period that is one unit long.
Period PeriodOf(TimeUnit unit) {
  constexpr Period kPeriods[] = {
      {Period::Unit::kMinutes, Period::Begin::kAsItIs, 1},
      {Period::Unit::kMinutes, Period::Begin::kAsItIs, 60},
      {Period::Unit::kDays, Period::Begin::kAsItIs, 1},
      {Period::Unit::kWeeks, Period::Begin::kAsItIs, 1},
      {Period::Unit::kMonths, Period::Begin::kAsItIs, 1},
      {Period::Unit::kMonths, Period::Begin::kAsItIs, 12},
  };
  return kPeriods[static_cast<std::size_t>(unit)];
}

/// The maximum number of units that can be added to a time. This number of minutes is already
/// longer than ten thousand years.
constexpr std::int64_t kMostUnits = 6'000'000'000;

/// Reads the parts of a time one after another.
class TimeReader {
 public:
  explicit TimeReader(std::string_view text) : text_(text) {}

  /// Reads a number from `least` to `most` and then the character `after`. Returns false if the
  /// text does not begin with this number and character.
  bool Part(int least, int most, char after, int* number) {
    constexpr std::size_t kMostDigits = 9;
    std::size_t digits = 0;
    *number = 0;
    while (digits < text_.size() && digits < kMostDigits && text_[digits] >= '0' &&
           text_[digits] <= '9') {
      *number = *number * 10 + (text_[digits++] - '0');
    }
    const bool good = digits > 0 && digits < text_.size() && text_[digits] == after &&
                      *number >= least && *number <= most;
    text_.remove_prefix(good ? digits + 1 : 0);
    return good;
  }
  bool AtEnd() const { return text_.empty(); }

 private:
  std::string_view text_;
};

std::string Padded(std::int64_t number, std::size_t digits) {
  std::string text = std::to_string(number);
  return text.insert(0, digits > text.size() ? digits - text.size() : 0, '0');
}

constexpr std::string_view kMonths[] = {"January",   "February", "March",    "April",
                                        "May",       "June",     "July",     "August",
                                        "September", "October",  "November", "December"};
constexpr std::string_view kWeekDays[] = {"Sunday",   "Monday", "Tuesday", "Wednesday",
                                          "Thursday", "Friday", "Saturday"};

/// Formats a time like java.text.SimpleDateFormat. Weeks begin on Sunday. The first week of a year
/// is the week with 1 January.
class FormattedTime {
 public:
  explicit FormattedTime(std::int64_t time) : at_(UtcTimeOf(time)) {
    const std::int64_t day = DayNumber(at_.year, at_.month, at_.day);
    day_of_year_ = day - DayNumber(at_.year, 1, 1);
    week_day_ = WeekDay(day);
    const std::int64_t next_year = DayNumber(at_.year + 1, 1, 1);
    in_next_year_ = day - week_day_ + 6 >= next_year;
  }

  /// Returns the value of a pattern of `count` equal letters. Fails with E1004 if the letter has no
  /// meaning.
  Result<std::string> Letters(char letter, std::size_t count) const {
    switch (letter) {
      case 'G':
        return std::string("AD");
      case 'y':
        return Year(at_.year, count);
      case 'Y':
        return Year(at_.year + (in_next_year_ ? 1 : 0), count);
      case 'M':
      case 'L':
        return count < 3 ? Padded(at_.month, count) : Name(kMonths[at_.month - 1], count);
      case 'E':
        return Name(kWeekDays[week_day_], count);
      case 'a':
        return std::string(at_.hour < 12 ? "AM" : "PM");
      case 'z':
        return std::string(count < 4 ? "UTC" : "Coordinated Universal Time");
      case 'Z':
        return std::string("+0000");
      case 'X':
        if (count <= 3) {
          return std::string("Z");
        }
        return ExpressionError("a time pattern must not have more than three X in a row");
      default:
        return Number(letter, count);
    }
  }

 private:
  static std::int64_t WeekDay(std::int64_t day) { return ((day + 4) % 7 + 7) % 7; }
  static std::string Year(std::int64_t year, std::size_t count) {
    return count == 2 ? Padded(year % 100, 2) : Padded(year, count);
  }
  static std::string Name(std::string_view name, std::size_t count) {
    return std::string(count < 4 ? name.substr(0, 3) : name);
  }

  Result<std::string> Number(char letter, std::size_t count) const {
    const std::int64_t first_of_year = WeekDay(DayNumber(at_.year, 1, 1));
    const std::int64_t first_of_month = WeekDay(DayNumber(at_.year, at_.month, 1));
    const std::pair<char, std::int64_t> numbers[] = {
        {'d', at_.day},
        {'H', at_.hour},
        {'m', at_.minute},
        {'s', at_.second},
        {'S', 0},
        {'D', day_of_year_ + 1},
        {'u', week_day_ == 0 ? 7 : week_day_},
        {'k', at_.hour == 0 ? 24 : at_.hour},
        {'K', at_.hour % 12},
        {'h', at_.hour % 12 == 0 ? 12 : at_.hour % 12},
        {'F', (at_.day - 1) / 7 + 1},
        {'w', in_next_year_ ? 1 : (day_of_year_ + first_of_year) / 7 + 1},
        {'W', (at_.day - 1 + first_of_month) / 7 + 1},
    };
    const auto* const found = std::find_if(std::begin(numbers), std::end(numbers),
                                           [&](const auto& row) { return row.first == letter; });
    if (found == std::end(numbers)) {
      return ExpressionError("the letter " + std::string(1, letter) +
                             " has no meaning in a time pattern");
    }
    return Padded(found->second, count);
  }

  UtcTime at_;
  std::int64_t day_of_year_ = 0;  ///< counted from 0
  std::int64_t week_day_ = 0;     ///< Sunday is 0
  bool in_next_year_ = false;     ///< true if the time is in the first week of the next year
};

bool IsPatternLetter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

}  // namespace

Result<TimeUnit> ReadTimeUnit(std::string_view word) {
  constexpr std::string_view kWords[] = {"MINUTE", "HOUR", "DAY", "WEEK", "MONTH", "YEAR"};
  const auto* const found = std::find(std::begin(kWords), std::end(kWords), word);
  if (found == std::end(kWords)) {
    return ExpressionError("'" + std::string(word) +
                           "' is not a unit of time: use MINUTE, HOUR, DAY, WEEK, MONTH or YEAR");
  }
  return static_cast<TimeUnit>(found - std::begin(kWords));
}

Result<std::int64_t> ReadTime(std::string_view text) {
  TimeReader reader(text);
  int year = 0, month = 0, day = 0, hour = 0, minute = 0;
  if (reader.Part(1, 9999, '-', &year) && reader.Part(1, 12, '-', &month) &&
      reader.Part(1, 31, 'T', &day) && reader.Part(0, 23, ':', &hour) &&
      reader.Part(0, 59, 'Z', &minute) && reader.AtEnd()) {
    const std::int64_t number = DayNumber(year, month, day);
    const std::int64_t next =
        month == 12 ? DayNumber(year + 1, 1, 1) : DayNumber(year, month + 1, 1);
    if (number < next) {
      return number * kADay + hour * 3600 + minute * 60;
    }
  }
  return ExpressionError("'" + std::string(text) + "' is not a time such as 2009-02-01T11:00Z");
}

std::string WriteTime(std::int64_t time) {
  return DateAndTime(UtcTimeOf(time), 'T').substr(0, 16) + "Z";
}

std::optional<std::int64_t> AddUnits(std::int64_t time, std::int64_t count, TimeUnit unit,
                                     const TimeZone& zone) {
  if (count < -kMostUnits || count > kMostUnits) {
    return std::nullopt;
  }
  Period period = PeriodOf(unit);
  period.count *= count;
  return CheckedTimeAfter(period, time, 1, zone);
}

Result<std::string> DateOffset(std::string_view time, std::int64_t count, std::string_view unit) {
  const Result<std::int64_t> from = ReadTime(time);
  HPDL_TRY(from);
  const Result<TimeUnit> of = ReadTimeUnit(unit);
  HPDL_TRY(of);
  const std::optional<std::int64_t> then = AddUnits(*from, count, *of, TimeZone());
  if (!then) {
    return ExpressionError(std::string(time) + " plus " + std::to_string(count) + " " +
                           std::string(unit) + " is not in the years 1 to 9999");
  }
  return WriteTime(*then);
}

Result<std::string> DateTzOffset(std::string_view time, const TimeZone& zone) {
  const Result<std::int64_t> at = ReadTime(time);
  HPDL_TRY(at);
  return WriteTime(*at + zone.OffsetAt(*at));
}

Result<std::string> FormatTime(std::string_view time, std::string_view pattern) {
  const Result<std::int64_t> at = ReadTime(time);
  HPDL_TRY(at);
  const FormattedTime formatted(*at);
  std::string text;
  bool quoted = false;
  for (std::size_t i = 0; i < pattern.size();) {
    const char c = pattern[i];
    if (c == '\'') {
      const bool twice = i + 1 < pattern.size() && pattern[i + 1] == '\'';
      text.append(twice ? "'" : "");
      quoted = twice ? quoted : !quoted;
      i += twice ? 2 : 1;
    } else if (quoted || !IsPatternLetter(c)) {
      text += c;
      ++i;
    } else {
      const std::size_t end = std::min(pattern.find_first_not_of(c, i), pattern.size());
      const Result<std::string> part = formatted.Letters(c, end - i);
      HPDL_TRY(part);
      text += *part;
      i = end;
    }
  }
  if (quoted) {
    return ExpressionError("a quote in the pattern '" + std::string(pattern) + "' is not closed");
  }
  return text;
}

Result<std::string> EpochTime(std::string_view time, std::string_view millis) {
  const Result<std::int64_t> at = ReadTime(time);
  HPDL_TRY(at);
  return std::to_string(IsInAnyCase(millis, "true") ? *at * 1000 : *at);
}

}  // namespace hpdl::rt
