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

/// An error in a cron expression, and the bytes of the expression that are wrong.
struct CronProblem {
  std::size_t offset = 0, length = 0;  ///< bytes
  std::string text;                    ///< for example "hours are 0 to 23, not 25"
};

/// The firing times of a schedule, given by a cron expression of Quartz. The expression may have
/// lists, ranges, steps, names, `L`, `L-3`, `15W`, `LW`, `6L` and `6#3`. A range may pass the end
/// of the cycle, for example 22-2 for hours. Sunday is day 1 of the week.
class Cron {
 public:
  /// Parses Celos' form: second, minute, hour, day of month, month, day of week, and an optional
  /// year. One of the two day fields must be `?`.
  static std::variant<Cron, CronProblem> OfQuartz(std::string_view text);
  /// Parses Oozie's form: like OfQuartz(), but without seconds. The two day fields need not be `?`.
  /// If one day field is `*`, only the other day field selects days. If neither day field is `*`,
  /// the schedule fires on the days of both fields.
  static std::variant<Cron, CronProblem> OfOozie(std::string_view text);

  /// Returns the first firing time after `after`. Times are local times of the schedule's time
  /// zone, in seconds since 1970. Returns nullopt if the schedule does not fire again before the
  /// year 2300.
  std::optional<std::int64_t> Next(std::int64_t after) const;

  /// The result of Skip(): the number of skipped firing times, and the time at which the search for
  /// the next firing time begins.
  struct Skipped {
    std::int64_t count = 0;
    std::int64_t from = 0;
  };
  /// Skips the firing times from `from` up to, but not including, `until`. Skips at most the first
  /// `most` of them. A whole year, month or day is skipped in one step. On the first and the last
  /// day, each firing time takes one step.
  Skipped Skip(std::int64_t from, std::int64_t until, std::int64_t most) const;

 private:
  class Parser;
  /// The days of a month that a schedule fires on. Bit n of `days` stands for day n.
  struct MonthDays {
    std::uint32_t days = 0;
    bool last = false;    ///< true for L and L-3: the day is `before_last` days before the last day
    int before_last = 0;  ///< the 3 in L-3
    /// True for 15W: the schedule fires on the day from Monday to Friday that is nearest to the
    /// first day in `days`.
    bool weekday = false;
  };
  /// The days of the week that a schedule fires on. Bit n of `days` stands for day n; day 1 is
  /// Sunday.
  struct WeekDays {
    std::uint32_t days = 0;
    int nth = 0;        ///< the 3 in 6#3, the third Friday (day 6) of a month; 0 for other fields
    bool last = false;  ///< true for 6L, the last Friday (day 6) of a month
  };

  std::uint32_t DaysOf(std::int64_t year, int month) const;
  /// Returns the days of a month on which the schedule fires, one bit for each day.
  std::uint32_t FiringDays(std::int64_t year, int month) const;
  std::int64_t CountFiringDays(std::int64_t year) const;
  void SkipSingly(std::int64_t until, std::int64_t most, Skipped* skipped) const;
  void SkipDays(std::int64_t until, std::int64_t most, Skipped* skipped) const;
  std::optional<int> TimeFrom(int second_of_day) const;

  std::uint64_t seconds_ = 0, minutes_ = 0, hours_ = 0, months_ = 0;
  std::optional<MonthDays> month_days_;  ///< nullopt if the field is `?`
  std::optional<WeekDays> week_days_;
  std::set<int> years_;  ///< empty if the schedule fires in all years
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_GROUND_CALENDAR_CRON_H_
