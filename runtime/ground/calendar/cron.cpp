#include "runtime/ground/calendar/cron.h"

#include <algorithm>
#include <bit>
#include <map>
#include <utility>
#include <vector>

#include "runtime/ground/base/utc_time.h"

namespace hpdl::rt {
namespace {

constexpr int kFirstYear = 1970, kLastYear = 2299;
constexpr int kSecondsOfDay = 86'400;

/// The rules for a field of a cron expression: the name of its values, and the valid values.
struct CronField {
  std::string_view name;
  int least, most;
  int most_step;
  /// The number of values in a cycle, for example 24 hours. A range may pass the end of the cycle:
  /// as hours, 22-2 means 22, 23, 0, 1, 2. The number is 0 for years, because years have no cycle.
  int circle;
  std::string_view names;  ///< names of three letters each; the first name means `least`
};
constexpr CronField kFields[] = {
    {"seconds", 0, 59, 59, 60, {}},
    {"minutes", 0, 59, 59, 60, {}},
    {"hours", 0, 23, 23, 24, {}},
    {"days of a month", 1, 31, 31, 31, {}},
    {"months", 1, 12, 12, 12, "JANFEBMARAPRMAYJUNJULAUGSEPOCTNOVDEC"},
    {"days of the week", 1, 7, 7, 7, "SUNMONTUEWEDTHUFRISAT"},
    {"years", kFirstYear, kLastYear, kLastYear, 0, {}},
};
enum FieldIndex : std::uint8_t { kSecond, kMinute, kHour, kMonthDay, kMonth, kWeekDay, kYear };
constexpr std::size_t kAllFields = std::size(kFields);

struct Word {
  std::size_t offset;
  std::string text;  ///< the word in upper case
};

bool IsBlank(char c) {
  return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}
bool IsNumeral(char c) {
  return c >= '0' && c <= '9';
}
char Upper(char c) {
  return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
}

std::vector<Word> WordsOf(std::string_view text) {
  std::vector<Word> words;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (IsBlank(text[i])) {
      continue;
    }
    if (i == 0 || IsBlank(text[i - 1])) {
      words.push_back({i, {}});
    }
    words.back().text += Upper(text[i]);
  }
  return words;
}

std::uint64_t Bit(int value) {
  return std::uint64_t{1} << value;
}

int DaysInMonth(std::int64_t year, int month) {
  return static_cast<int>(month == 12 ? 31
                                      : DayNumber(year, month + 1, 1) - DayNumber(year, month, 1));
}

/// Returns the day of the week, 1 to 7; Sunday is 1.
int WeekDayOf(std::int64_t year, int month, int day) {
  const std::int64_t thursday_is_0 = DayNumber(year, month, day) % 7;
  return static_cast<int>((thursday_is_0 + 11) % 7) + 1;
}

/// Returns the day from Monday to Friday that is nearest to `day` in the same month.
int NearestWeekday(std::int64_t year, int month, int day) {
  const int week_day = WeekDayOf(year, month, day);
  if (week_day == 7) {
    return day == 1 ? 3 : day - 1;
  }
  if (week_day == 1) {
    return day == DaysInMonth(year, month) ? day - 2 : day + 1;
  }
  return day;
}

}  // namespace

class Cron::Parser {
 public:
  explicit Parser(std::vector<Word> words) : words_(std::move(words)) {}

  std::optional<CronProblem> Parse(Cron* cron) {
    for (std::size_t index = 0; index < kAllFields && index < words_.size(); ++index) {
      field_ = &kFields[index];
      word_ = &words_[index];
      at_ = 0;
      if (!Field(static_cast<FieldIndex>(index), cron)) {
        return std::move(problem_);
      }
    }
    return std::nullopt;
  }

 private:
  bool Field(FieldIndex index, Cron* cron) {
    if (word_->text == "?") {
      return index == kMonthDay || index == kWeekDay ||
             Fail(0, "'?' is allowed only for day of month and day of week");
    }
    MonthDays month_days;
    WeekDays week_days;
    values_.clear();
    do {
      const bool is_read = index == kMonthDay  ? MonthDay(&month_days)
                           : index == kWeekDay ? WeekDay(&week_days)
                                               : Values();
      if (!is_read) {
        return false;
      }
    } while (Take(','));
    if (at_ != word_->text.size()) {
      return Fail(at_, "'" + word_->text.substr(at_) + "' is not part of a cron expression");
    }
    Keep(index, month_days, week_days, cron);
    return true;
  }

  void Keep(FieldIndex index, MonthDays month_days, WeekDays week_days, Cron* cron) {
    if (index == kYear) {
      if (word_->text != "*") {
        cron->years_ = std::move(values_);
      }
      return;
    }
    std::uint64_t bits = 0;
    for (const int value : values_) {
      bits |= Bit(value);
    }
    switch (index) {
      case kSecond:
        cron->seconds_ = bits;
        break;
      case kMinute:
        cron->minutes_ = bits;
        break;
      case kHour:
        cron->hours_ = bits;
        break;
      case kMonth:
        cron->months_ = bits;
        break;
      case kMonthDay:
        month_days.days = static_cast<std::uint32_t>(bits);
        cron->month_days_ = month_days;
        break;
      default:
        week_days.days = static_cast<std::uint32_t>(bits);
        cron->week_days_ = week_days;
    }
  }

  /// Parses L, L-3, LW, L-3W, 15W, and the forms that Values() parses.
  bool MonthDay(MonthDays* days) {
    if (!Take('L')) {
      return Values() && (!Take('W') || Weekday(days));
    }
    if (word_->text.find(',') != std::string::npos) {
      return Fail(0, "'L' cannot be combined with other days of a month");
    }
    days->last = true;
    if (Take('-')) {
      const std::size_t place = at_;
      const std::optional<int> before = Number();
      if (!before || *before > 30) {
        return Fail(place, "L- must be followed by a number from 0 to 30");
      }
      days->before_last = *before;
    }
    return !Take('W') || Weekday(days);
  }
  bool Weekday(MonthDays* days) {
    days->weekday = true;
    return true;
  }

  /// Parses L, 6L, 6#3, and the forms that Values() parses.
  bool WeekDay(WeekDays* days) {
    if (word_->text == "L") {
      ++at_;
      values_.insert(7);
      return true;
    }
    if (!Values()) {
      return false;
    }
    if (Take('L')) {
      days->last = true;
    } else if (Take('#')) {
      const std::size_t place = at_;
      const std::optional<int> nth = Number();
      if (!nth || *nth < 1 || *nth > 5) {
        return Fail(place, "# must be followed by a number from 1 to 5");
      }
      days->nth = *nth;
    }
    return true;
  }

  /// Parses *, 3 or 3-7, each with an optional step like /2.
  bool Values() {
    const std::size_t begin = at_;
    int first = field_->least, last = field_->most;
    bool is_range = Take('*') || Peek('/');
    if (!is_range) {
      const std::optional<int> value = Value();
      if (!value) {
        return !problem_ && Fail(begin, "'" + word_->text.substr(begin) + "' is not a value for " +
                                            std::string(field_->name));
      }
      first = last = *value;
      if (Take('-')) {
        const std::optional<int> end = Value();
        if (!end) {
          return !problem_ && Fail(at_, "a range must end with a value");
        }
        last = *end;
        is_range = true;
      }
    }
    int step = 1;
    if (Take('/')) {
      const std::size_t place = at_;
      const std::optional<int> every = Number();
      if (!every || *every > field_->most_step) {
        return Fail(place, "a step must be a number up to " + std::to_string(field_->most_step));
      }
      step = *every;
      last = is_range || step == 0 ? last : field_->most;
    }
    return Add(begin, first, last, std::max(step, 1));
  }

  bool Add(std::size_t begin, int first, int last, int step) {
    if (last < first && field_->circle == 0) {
      return Fail(begin, "a range of years must begin with the earlier year");
    }
    for (int value = first; value <= last + (last < first ? field_->circle : 0); value += step) {
      values_.insert(value <= field_->most ? value : value - field_->circle);
    }
    return true;
  }

  /// Parses a number or a name within the bounds of the field.
  std::optional<int> Value() {
    const std::size_t begin = at_;
    std::optional<int> value = Number();
    if (!value && begin + 3 <= word_->text.size()) {
      const std::string_view name = std::string_view(word_->text).substr(begin, 3);
      const std::size_t place = field_->names.find(name);
      if (place != std::string_view::npos && place % 3 == 0) {
        value = field_->least + static_cast<int>(place / 3);
        at_ += 3;
      }
    }
    if (value && (*value < field_->least || *value > field_->most)) {
      Fail(begin, std::string(field_->name) + " are " + std::to_string(field_->least) + " to " +
                      std::to_string(field_->most) + ", not " +
                      word_->text.substr(begin, at_ - begin));
      return std::nullopt;
    }
    return value;
  }

  std::optional<int> Number() {
    constexpr int kMost = 100'000;
    const std::size_t begin = at_;
    int number = 0;
    while (at_ < word_->text.size() && IsNumeral(word_->text[at_])) {
      number = std::min(number * 10 + (word_->text[at_++] - '0'), kMost);
    }
    return at_ == begin ? std::nullopt : std::optional<int>(number);
  }

  bool Peek(char c) const { return at_ < word_->text.size() && word_->text[at_] == c; }
  bool Take(char c) {
    const bool is_there = Peek(c);
    at_ += is_there ? 1 : 0;
    return is_there;
  }
  bool Fail(std::size_t at, std::string text) {
    problem_ = CronProblem{word_->offset + at, word_->text.size() - at, std::move(text)};
    return false;
  }

  const std::vector<Word> words_;
  const Word* word_ = nullptr;
  const CronField* field_ = nullptr;
  std::size_t at_ = 0;  ///< position in the word
  std::set<int> values_;
  std::optional<CronProblem> problem_;
};

std::variant<Cron, CronProblem> Cron::OfQuartz(std::string_view text) {
  std::vector<Word> words = WordsOf(text);
  if (words.size() < kYear) {
    return CronProblem{0, text.size(),
                       "six fields are needed: second, minute, hour, day of month, month, day of "
                       "week"};
  }
  const Word month_day = words[kMonthDay], week_day = words[kWeekDay];
  Cron cron;
  if (std::optional<CronProblem> problem = Parser(std::move(words)).Parse(&cron)) {
    return std::move(*problem);
  }
  if (cron.month_days_.has_value() == cron.week_days_.has_value()) {
    return CronProblem{month_day.offset, week_day.offset + week_day.text.size() - month_day.offset,
                       "exactly one of day of month and day of week must be '?'"};
  }
  return cron;
}

std::variant<Cron, CronProblem> Cron::OfOozie(std::string_view text) {
  std::vector<Word> words = WordsOf(text);
  if (words.size() + 1 < kYear) {
    return CronProblem{0, text.size(),
                       "five fields are needed: minute, hour, day of month, month, day of week"};
  }
  words.insert(words.begin(), {0, "0"});
  const Word month_day = words[kMonthDay], week_day = words[kWeekDay];
  Cron cron;
  if (std::optional<CronProblem> problem = Parser(std::move(words)).Parse(&cron)) {
    return std::move(*problem);
  }
  if (!cron.month_days_ && !cron.week_days_) {
    return CronProblem{month_day.offset, week_day.offset + week_day.text.size() - month_day.offset,
                       "only one of day of month and day of week can be '?'"};
  }
  if (month_day.text == "*" && cron.week_days_) {
    cron.month_days_.reset();
  } else if (week_day.text == "*" && cron.month_days_) {
    cron.week_days_.reset();
  }
  return cron;
}

/// Returns the days of a month that match the expression, one bit for each day.
std::uint32_t Cron::DaysOf(std::int64_t year, int month) const {
  const int last = DaysInMonth(year, month);
  const auto bit = [](int day) { return static_cast<std::uint32_t>(Bit(day)); };
  const std::uint32_t there = static_cast<std::uint32_t>(Bit(last + 1) - 2);
  std::uint32_t days = 0;
  if (month_days_) {
    days = month_days_->last
               ? (last > month_days_->before_last ? bit(last - month_days_->before_last) : 0)
               : month_days_->days & there;
    if (month_days_->weekday && days != 0) {
      days = bit(NearestWeekday(year, month, std::countr_zero(days)));
    }
  }
  if (week_days_) {
    const int first = std::countr_zero(week_days_->days);
    const int begin = (first - WeekDayOf(year, month, 1) + 7) % 7 + 1;
    if (week_days_->nth != 0) {
      days |= bit(begin + (week_days_->nth - 1) * 7) & there;
    } else if (week_days_->last) {
      days |= bit(begin + (last - begin) / 7 * 7);
    } else {
      for (int day = 1; day <= last; ++day) {
        if ((week_days_->days & Bit(WeekDayOf(year, month, day))) != 0) {
          days |= bit(day);
        }
      }
    }
  }
  return days;
}

std::uint32_t Cron::FiringDays(std::int64_t year, int month) const {
  const bool fires =
      (months_ & Bit(month)) != 0 && (years_.empty() || years_.contains(static_cast<int>(year)));
  return fires ? DaysOf(year, month) : 0;
}

std::int64_t Cron::CountFiringDays(std::int64_t year) const {
  std::int64_t count = 0;
  for (int month = 1; month <= 12; ++month) {
    count += std::popcount(FiringDays(year, month));
  }
  return count;
}

/// Returns the first firing time at or after `second_of_day`, on a day on which the schedule fires.
/// Both times are in seconds after midnight.
std::optional<int> Cron::TimeFrom(int second_of_day) const {
  const auto next = [](std::uint64_t bits, int from) {
    return from > 63 ? 64 : std::countr_zero(bits >> from << from);
  };
  const int second = std::countr_zero(seconds_), minute = std::countr_zero(minutes_);
  const int from_hour = second_of_day / 3600, from_minute = second_of_day / 60 % 60;
  for (int hour = next(hours_, from_hour); hour < 24; hour = next(hours_, hour + 1)) {
    if (hour > from_hour) {
      return hour * 3600 + minute * 60 + second;
    }
    for (int at = next(minutes_, from_minute); at < 60; at = next(minutes_, at + 1)) {
      const int exact = at > from_minute ? second : next(seconds_, second_of_day % 60);
      if (exact < 60) {
        return hour * 3600 + at * 60 + exact;
      }
    }
  }
  return std::nullopt;
}

std::optional<std::int64_t> Cron::Next(std::int64_t after) const {
  const UtcTime from = UtcTimeOf(after + 1);
  int month = from.month, day = from.day;
  int second_of_day = from.hour * 3600 + from.minute * 60 + from.second;
  for (std::int64_t year = from.year; year <= kLastYear;
       ++year, month = 1, day = 1, second_of_day = 0) {
    for (; month <= 12; ++month, day = 1, second_of_day = 0) {
      const std::uint32_t days = FiringDays(year, month);
      for (; days != 0 && day <= 31; ++day, second_of_day = 0) {
        const std::optional<int> time =
            (days & Bit(day)) != 0 ? TimeFrom(second_of_day) : std::nullopt;
        if (time) {
          return DayNumber(year, month, day) * kSecondsOfDay + *time;
        }
      }
    }
  }
  return std::nullopt;
}

/// Skips firing times one after the other.
void Cron::SkipSingly(std::int64_t until, std::int64_t most, Skipped* skipped) const {
  while (skipped->count < most && skipped->from < until) {
    const std::optional<std::int64_t> next = Next(skipped->from - 1);
    const bool found = next && *next < until;
    skipped->from = found ? *next + 1 : until;
    skipped->count += found ? 1 : 0;
  }
}

/// Skips whole days, in steps of a year, a month or a day. `skipped->from` must be a midnight.
void Cron::SkipDays(std::int64_t until, std::int64_t most, Skipped* skipped) const {
  const std::int64_t a_day =
      std::popcount(seconds_) * std::popcount(minutes_) * std::popcount(hours_);
  const auto skip = [&](std::int64_t days, std::int64_t firing) {
    const std::int64_t to = skipped->from + days * kSecondsOfDay;
    if (to > until || firing * a_day > most - skipped->count) {
      return false;
    }
    skipped->from = to;
    skipped->count += firing * a_day;
    return true;
  };
  // The number of firing days in a year. The key is the length of the year in days and the weekday
  // of its first day.
  std::map<std::pair<int, int>, std::int64_t> firing;
  for (;;) {
    const UtcTime at = UtcTimeOf(skipped->from);
    const bool is_year = years_.empty() || years_.contains(static_cast<int>(at.year));
    if (at.month == 1 && at.day == 1 && is_year) {
      const auto days = static_cast<int>(DayNumber(at.year + 1, 1, 1) - DayNumber(at.year, 1, 1));
      const auto [known, added] = firing.try_emplace({days, WeekDayOf(at.year, 1, 1)});
      if (added) {
        known->second = CountFiringDays(at.year);
      }
      if (skip(days, known->second)) {
        continue;
      }
    }
    const std::uint32_t days = FiringDays(at.year, at.month);
    const int last = DaysInMonth(at.year, at.month);
    if (skip(last - at.day + 1, std::popcount(days >> at.day))) {
      continue;
    }
    int day = at.day;
    while (day <= last && skip(1, static_cast<std::int64_t>(days >> day & 1))) {
      ++day;
    }
    if (day <= last) {
      return;
    }
  }
}

Cron::Skipped Cron::Skip(std::int64_t from, std::int64_t until, std::int64_t most) const {
  until = std::min(until, DayNumber(kLastYear + 1, 1, 1) * kSecondsOfDay);
  Skipped skipped{0, from};
  const std::int64_t of_day = (from % kSecondsOfDay + kSecondsOfDay) % kSecondsOfDay;
  SkipSingly(std::min(until, from + (kSecondsOfDay - of_day) % kSecondsOfDay), most, &skipped);
  if (skipped.count < most && skipped.from < until) {
    SkipDays(until, most, &skipped);
    SkipSingly(until, most, &skipped);
  }
  return skipped;
}

}  // namespace hpdl::rt
