#include "runtime/ground/calendar/time_zone.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>

#include "runtime/ground/base/utc_time.h"

namespace hpdl::rt {
namespace {

// The maximum size of a time zone file in bytes. Real time zone files have less than 5 KB.
constexpr std::size_t kLargestFile = 1 << 18;
constexpr std::size_t kHeaderSize = 44;
constexpr int kMaxRuleHours = 167;

bool IsDigit(char c) {
  return c >= '0' && c <= '9';
}
bool IsLetter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

std::string ReadSmallFile(const std::string& path) {
  std::string bytes;
  const int fd = open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (fd < 0) {
    return bytes;
  }
  char buffer[4096];
  ssize_t got = 0;
  while (bytes.size() < kLargestFile && (got = read(fd, buffer, sizeof buffer)) > 0) {
    bytes.append(buffer, static_cast<std::size_t>(got));
  }
  close(fd);
  return bytes;
}

}  // namespace

/// Reads a time zone file. A file of version 1 has one table, with times of 32 bits. A file of a
/// later version has this table only for old readers; a table with times of 64 bits follows it.
class TimeZone::FileReader {
 public:
  explicit FileReader(std::string_view bytes) : bytes_(bytes) {}

  bool Read(TimeZone* zone) {
    Counts counts;
    if (!Header(&counts)) {
      return false;
    }
    if (version_ < '2') {
      return Table(counts, 4, zone);
    }
    const std::size_t old = kHeaderSize + counts.Size(4);
    if (old > bytes_.size()) {
      return false;
    }
    bytes_.remove_prefix(old);
    if (!Header(&counts) || !Table(counts, 8, zone)) {
      return false;
    }
    std::string_view footer = bytes_.substr(kHeaderSize + counts.Size(8));
    if (footer.size() > 2 && footer.front() == '\n') {
      footer = footer.substr(1, footer.find('\n', 1) - 1);
      if (const std::optional<TimeZone> after = FromRule(footer)) {
        zone->rule_ = after->rule_;
      }
    }
    return true;
  }

 private:
  struct Counts {
    std::size_t utc_flags, standard_flags, leaps, times, types, characters;

    std::size_t Size(std::size_t width) const {
      return times * (width + 1) + types * 6 + characters + leaps * (width + 4) + standard_flags +
             utc_flags;
    }
  };

  bool Header(Counts* counts) {
    if (bytes_.size() < kHeaderSize || !bytes_.starts_with("TZif")) {
      return false;
    }
    version_ = bytes_[4];
    std::size_t* const fields[] = {&counts->utc_flags, &counts->standard_flags,
                                   &counts->leaps,     &counts->times,
                                   &counts->types,     &counts->characters};
    std::size_t at = 20;
    for (std::size_t* field : fields) {
      *field = static_cast<std::uint32_t>(Number(at, 4));
      if (*field > kLargestFile) {
        return false;
      }
      at += 4;
    }
    return counts->types > 0;
  }

  bool Table(const Counts& counts, std::size_t width, TimeZone* zone) const {
    if (kHeaderSize + counts.Size(width) > bytes_.size()) {
      return false;
    }
    const std::size_t indices = kHeaderSize + counts.times * width;
    const std::size_t types = indices + counts.times;
    const auto offset_of = [&](std::size_t type) {
      return static_cast<std::int32_t>(Number(types + type * 6, 4));
    };
    for (std::size_t i = 0; i < counts.times; ++i) {
      const std::size_t type = static_cast<unsigned char>(bytes_[indices + i]);
      const std::int64_t at = Number(kHeaderSize + i * width, width);
      if (type >= counts.types ||
          (!zone->transitions_.empty() && zone->transitions_.back().at >= at)) {
        return false;
      }
      zone->transitions_.push_back({at, offset_of(type)});
    }
    zone->first_ = offset_of(0);
    return true;
  }

  /// Returns the signed big-endian number of `width` bytes at `at`.
  std::int64_t Number(std::size_t at, std::size_t width) const {
    std::uint64_t number = (bytes_[at] & 0x80) != 0 ? ~std::uint64_t{0} : 0;
    for (std::size_t i = 0; i < width; ++i) {
      number = number << 8 | static_cast<unsigned char>(bytes_[at + i]);
    }
    return static_cast<std::int64_t>(number);
  }

  std::string_view bytes_;
  char version_ = 0;
};

class TimeZone::RuleReader {
 public:
  explicit RuleReader(std::string_view text) : text_(text) {}

  bool Read(Rule* rule) {
    std::int64_t west = 0;
    if (!Name() || !Time(24, &west)) {
      return false;
    }
    rule->standard = -west;
    if (text_.empty()) {
      return true;
    }
    if (!Name()) {
      return false;
    }
    rule->changes = true;
    rule->daylight = rule->standard + 3600;
    if (!text_.empty() && text_.front() != ',') {
      if (!Time(24, &west)) {
        return false;
      }
      rule->daylight = -west;
    }
    if (text_.empty()) {
      // If the rule does not say when daylight saving time begins and ends, the C library uses
      // these dates.
      text_ = ",M3.2.0,M11.1.0";
    }
    return Eat(',') && ReadChange(&rule->begin) && Eat(',') && ReadChange(&rule->end) &&
           text_.empty();
  }

 private:
  bool Eat(char c) {
    const bool there = !text_.empty() && text_.front() == c;
    text_.remove_prefix(there ? 1 : 0);
    return there;
  }

  /// Reads a name: at least three letters, or at least three characters between < and >.
  bool Name() {
    std::size_t size = 0;
    if (Eat('<')) {
      size = text_.find('>');
      if (size == std::string_view::npos || size < 3) {
        return false;
      }
      text_.remove_prefix(size + 1);
      return true;
    }
    while (size < text_.size() && IsLetter(text_[size])) {
      ++size;
    }
    text_.remove_prefix(size);
    return size >= 3;
  }

  bool Number(int least, int most, int* number) {
    std::size_t digits = 0;
    *number = 0;
    while (digits < text_.size() && digits < 4 && IsDigit(text_[digits])) {
      *number = *number * 10 + (text_[digits++] - '0');
    }
    text_.remove_prefix(digits);
    return digits > 0 && *number >= least && *number <= most;
  }

  /// Reads [+-]hh[:mm[:ss]] as seconds.
  bool Time(int most_hours, std::int64_t* seconds) {
    const bool negative = Eat('-');
    if (!negative) {
      Eat('+');
    }
    int hours = 0;
    int minutes = 0;
    int rest = 0;
    if (!Number(0, most_hours, &hours) ||
        (Eat(':') && (!Number(0, 59, &minutes) || (Eat(':') && !Number(0, 59, &rest))))) {
      return false;
    }
    *seconds = hours * 3600LL + minutes * 60 + rest;
    if (negative) {
      *seconds = -*seconds;
    }
    return true;
  }

  bool ReadChange(Change* change) {
    bool good = false;
    if (Eat('M')) {
      good = Number(1, 12, &change->month) && Eat('.') && Number(1, 5, &change->week) && Eat('.') &&
             Number(0, 6, &change->day);
    } else {
      change->form = Eat('J') ? 'J' : 'N';
      good = Number(change->form == 'J' ? 1 : 0, 365, &change->day);
    }
    return good && (!Eat('/') || Time(kMaxRuleHours, &change->time));
  }

  std::string_view text_;
};

std::int64_t TimeZone::Change::SecondsOf(std::int64_t year) const {
  std::int64_t number = DayNumber(year, 1, 1);
  if (form == 'M') {
    const std::int64_t first = DayNumber(year, month, 1);
    const std::int64_t next =
        month == 12 ? DayNumber(year + 1, 1, 1) : DayNumber(year, month + 1, 1);
    const std::int64_t weekday = ((first + 4) % 7 + 7) % 7;  // 1970-01-01 was a Thursday, day 4
    number = first + (day - weekday + 7) % 7 + (week - 1) * 7LL;
    while (number >= next) {
      number -= 7;  // week 5 means the last week of the month
    }
  } else if (form == 'J') {
    number += day - 1 + (IsLeapYear(year) && day >= 60 ? 1 : 0);
  } else {
    number += day;
  }
  return number * 86400 + time;
}

std::int64_t TimeZone::Rule::OffsetAt(std::int64_t seconds) const {
  if (!changes) {
    return standard;
  }
  const std::int64_t year = UtcTimeOf(seconds + standard).year;
  const std::int64_t from = begin.SecondsOf(year) - standard;
  const std::int64_t to = end.SecondsOf(year) - daylight;
  // South of the equator, the year begins with daylight saving time.
  const bool saving = from < to ? seconds >= from && seconds < to : seconds >= from || seconds < to;
  return saving ? daylight : standard;
}

std::optional<TimeZone> TimeZone::FromFile(std::string_view bytes) {
  TimeZone zone;
  if (!FileReader(bytes).Read(&zone)) {
    return std::nullopt;
  }
  return zone;
}

std::optional<TimeZone> TimeZone::FromRule(std::string_view rule) {
  TimeZone zone;
  zone.rule_ = Rule();
  if (!RuleReader(rule).Read(&*zone.rule_)) {
    return std::nullopt;
  }
  return zone;
}

std::string TimeZone::PathOf(const std::string& name) {
  const char* const folder = std::getenv("TZDIR");
  return name.starts_with('/')
             ? name
             : std::string(folder == nullptr ? "/usr/share/zoneinfo" : folder) + "/" + name;
}

std::optional<TimeZone> TimeZone::OfFile(const std::string& name) {
  return FromFile(ReadSmallFile(PathOf(name)));
}

TimeZone TimeZone::OfThisMachine() {
  const char* const variable = std::getenv("TZ");
  std::string name = variable == nullptr ? "/etc/localtime" : variable;
  if (name.starts_with(':')) {
    name.erase(0, 1);
  }
  if (name.empty()) {
    return {};
  }
  if (std::optional<TimeZone> zone = OfFile(name)) {
    return *std::move(zone);
  }
  return FromRule(name).value_or(TimeZone());
}

std::int64_t TimeZone::OffsetAt(std::int64_t seconds) const {
  const auto after =
      std::upper_bound(transitions_.begin(), transitions_.end(), seconds,
                       [](std::int64_t at, const Transition& next) { return at < next.at; });
  if (after == transitions_.end() && rule_) {
    return rule_->OffsetAt(seconds);
  }
  return after == transitions_.begin() ? first_ : std::prev(after)->offset;
}

}  // namespace hpdl::rt
