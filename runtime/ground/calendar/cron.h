#ifndef HPDL_RUNTIME_GROUND_CALENDAR_CRON_H_
#define HPDL_RUNTIME_GROUND_CALENDAR_CRON_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <variant>

namespace hpdl::rt {

/// What is wrong with a cron expression, and with which part of its text.
struct CronProblem {
  std::size_t offset = 0, length = 0;  ///< bytes
  std::string text;                    ///< "hours are 0 to 23, not 25"
};

/// When a schedule fires, by a cron expression as Quartz has them: lists, ranges (22-2 too), steps,
/// names, `L`, `L-3`, `15W`, `LW`, `6L`, `6#3`; 1 is Sunday.
class Cron {
 public:
  /// Second, minute, hour, day of month, month, day of week, and perhaps a year. One of the two
  /// days is `?`. Celos' form.
  static std::variant<Cron, CronProblem> OfQuartz(std::string_view text);
  /// The same without seconds: Oozie's form. None of the days needs to be `?`: one that is `*` says
  /// nothing then, and if both say something, the days are those of either.
  static std::variant<Cron, CronProblem> OfOozie(std::string_view text);

  /// The first time after this one, in seconds since 1970 of the zone in which the expression is
  /// meant. Nothing: it never comes, or not before the year 2300.
  std::optional<std::int64_t> Next(std::int64_t after) const;

  /// Times that were left out, and from when on to look for the one after them.
  struct Skipped {
    std::int64_t count = 0;
    std::int64_t from = 0;
  };
  /// Leaves out the times from `from` on that are before `until`; of more than `most` the first
  /// ones. Takes a step for each year, and for each time of two days.
  Skipped Skip(std::int64_t from, std::int64_t until, std::int64_t most) const;

 private:
  class Parser;
  /// Days of a month by their numbers; all bits but those of 1 to 31 are 0.
  struct MonthDays {
    std::uint32_t days = 0;
    bool last = false;     ///< L: so many days before the last
    int before_last = 0;   ///< of L-3
    bool weekday = false;  ///< W: the day from Monday to Friday that is nearest to the first one
  };
  /// Days of the week by their numbers, 1 to 7.
  struct WeekDays {
    std::uint32_t days = 0;
    int nth = 0;        ///< 6#3: only the third of the first one
    bool last = false;  ///< 6L: only the last of the first one
  };

  std::uint32_t DaysOf(std::int64_t year, int month) const;
  /// The days of a month on which it fires.
  std::uint32_t FiringDays(std::int64_t year, int month) const;
  std::int64_t CountFiringDays(std::int64_t year) const;
  void SkipSingly(std::int64_t until, std::int64_t most, Skipped* skipped) const;
  void SkipDays(std::int64_t until, std::int64_t most, Skipped* skipped) const;
  std::optional<int> TimeFrom(int second_of_day) const;

  std::uint64_t seconds_ = 0, minutes_ = 0, hours_ = 0, months_ = 0;
  std::optional<MonthDays> month_days_;  ///< none: `?`
  std::optional<WeekDays> week_days_;
  std::set<int> years_;  ///< none: all
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_GROUND_CALENDAR_CRON_H_
