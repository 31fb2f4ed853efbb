#include "runtime/program/text.h"

#include <algorithm>
#include <charconv>
#include <cstdio>

#include "runtime/base/calendar.h"
#include "runtime/base/time_zone.h"

namespace hpdl::rt {
namespace {

CalendarTime LocalCalendar(std::int64_t ms) {
  static const TimeZone zone = TimeZone::OfThisMachine();
  const std::int64_t seconds = ms / 1000;
  return CalendarOf(seconds + zone.OffsetAt(seconds));
}

/// One character of UTF-8. `size` is 0 if the bytes at `at` are not one.
struct Character {
  std::uint32_t code = 0;
  std::size_t size = 0;
};

Character Decode(std::string_view text, std::size_t at) {
  const auto first = static_cast<unsigned char>(text[at]);
  if (first < 0x80) {
    return {first, 1};
  }
  const std::size_t size = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : first >= 0xC2 ? 2 : 0;
  if (size == 0 || first > 0xF4 || at + size > text.size()) {
    return {};
  }
  std::uint32_t code = first & (0xFFU >> (size + 1));
  for (std::size_t i = 1; i < size; ++i) {
    const auto next = static_cast<unsigned char>(text[at + i]);
    if ((next & 0xC0) != 0x80) {
      return {};
    }
    code = code << 6 | (next & 0x3F);
  }
  const std::uint32_t least = size == 4 ? 0x10000 : size == 3 ? 0x800 : 0x80;
  if (code < least || code > 0x10FFFF || (code >= 0xD800 && code < 0xE000)) {
    return {};
  }
  return {code, size};
}

bool Within(std::uint32_t code, std::uint32_t first, std::uint32_t last) {
  return code >= first && code <= last;
}

std::size_t Columns(std::uint32_t code) {
  if (Within(code, 0x300, 0x36F) || Within(code, 0x200B, 0x200F) || Within(code, 0xFE00, 0xFE0F) ||
      Within(code, 0x1AB0, 0x1AFF) || Within(code, 0x20D0, 0x20FF)) {
    return 0;
  }
  const bool wide = Within(code, 0x1100, 0x115F) || Within(code, 0x2E80, 0xA4CF) ||
                    Within(code, 0xAC00, 0xD7A3) || Within(code, 0xF900, 0xFAFF) ||
                    Within(code, 0xFE30, 0xFE6F) || Within(code, 0xFF00, 0xFF60) ||
                    Within(code, 0xFFE0, 0xFFE6) || Within(code, 0x1F300, 0x1FAFF) ||
                    Within(code, 0x20000, 0x3FFFD);
  return wide ? 2 : 1;
}

void AppendHex(std::string* out, unsigned char byte) {
  char buffer[8];
  std::snprintf(buffer, sizeof buffer, "\\x%02X", byte);
  out->append(buffer);
}

/// Bidirectional overrides and C1 controls can hide or reorder what a terminal shows.
bool Hidden(std::uint32_t code) {
  return Within(code, 0x80, 0x9F) || Within(code, 0x202A, 0x202E) || Within(code, 0x2066, 0x2069);
}

std::string Clean(std::string_view text, bool keep_lines) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) {
    const Character character = Decode(text, at);
    if (character.size == 0) {
      AppendHex(&out, static_cast<unsigned char>(text[at++]));
      continue;
    }
    const std::uint32_t code = character.code;
    if (code == '\n' || code == '\t' || code == '\r') {
      if (keep_lines && code != '\r') {
        out.push_back(static_cast<char>(code));
      } else if (!keep_lines) {
        out.push_back(' ');
      }
    } else if (code < 0x20 || code == 0x7F) {
      AppendHex(&out, static_cast<unsigned char>(code));
    } else if (Hidden(code)) {
      for (std::size_t i = 0; i < character.size; ++i) {
        AppendHex(&out, static_cast<unsigned char>(text[at + i]));
      }
    } else {
      out.append(text.substr(at, character.size));
    }
    at += character.size;
  }
  return out;
}

std::string Two(const char* format, std::int64_t a, std::int64_t b) {
  char buffer[48];
  std::snprintf(buffer, sizeof buffer, format, static_cast<long long>(a),
                static_cast<long long>(b));
  return buffer;
}

}  // namespace

std::string LocalTime(std::int64_t ms) {
  return ms == 0 ? "-" : DateAndTime(LocalCalendar(ms), ' ');
}

std::string LocalClock(std::int64_t ms) {
  return TimeOfDay(LocalCalendar(ms));
}

std::string IsoTime(std::int64_t ms) {
  char fraction[16];
  std::snprintf(fraction, sizeof fraction, ".%03dZ", static_cast<int>(ms % 1000));
  return DateAndTime(CalendarOf(ms / 1000), 'T') + fraction;
}

std::string DurationText(std::int64_t ms) {
  ms = std::max<std::int64_t>(ms, 0);
  const std::int64_t seconds = ms / 1000;
  if (seconds < 10) {
    return Two("%lld.%llds", seconds, ms % 1000 / 100);
  }
  if (seconds < 60) {
    return Two("%llds", seconds, 0);
  }
  if (seconds < 3600) {
    return Two("%lldm%02llds", seconds / 60, seconds % 60);
  }
  if (seconds < 86400) {
    return Two("%lldh%02lldm", seconds / 3600, seconds / 60 % 60);
  }
  return Two("%lldd%02lldh", seconds / 86400, seconds / 3600 % 24);
}

std::string SizeText(std::uint64_t bytes) {
  char buffer[32];
  if (bytes < 1000) {
    std::snprintf(buffer, sizeof buffer, "%llu B", static_cast<unsigned long long>(bytes));
    return buffer;
  }
  double value = static_cast<double>(bytes);
  const char* const units[] = {"kB", "MB", "GB", "TB", "PB", "EB"};
  std::size_t unit = 0;
  for (value /= 1000; value >= 999.95 && unit + 1 < std::size(units); value /= 1000) {
    ++unit;
  }
  std::snprintf(buffer, sizeof buffer, "%.1f %s", value, units[unit]);
  return buffer;
}

std::optional<std::int64_t> ParseAge(std::string_view text) {
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || number < 0 || end == text.data()) {
    return std::nullopt;
  }
  const std::string_view unit(end, static_cast<std::size_t>(text.data() + text.size() - end));
  std::int64_t scale = 86400;
  if (unit == "s") {
    scale = 1;
  } else if (unit == "m") {
    scale = 60;
  } else if (unit == "h") {
    scale = 3600;
  } else if (unit == "w") {
    scale = 7 * 86400;
  } else if (!unit.empty() && unit != "d") {
    return std::nullopt;
  }
  std::int64_t result = 0;
  if (__builtin_mul_overflow(number, scale * 1000, &result)) {
    return std::nullopt;
  }
  return result;
}

std::size_t DisplayWidth(std::string_view text) {
  std::size_t width = 0;
  for (std::size_t at = 0; at < text.size();) {
    const Character character = Decode(text, at);
    width += character.size == 0 ? 1 : Columns(character.code);
    at += std::max<std::size_t>(character.size, 1);
  }
  return width;
}

std::string Fit(std::string_view text, std::size_t width, bool utf8) {
  if (DisplayWidth(text) <= width) {
    return std::string(text);
  }
  const std::string_view mark = utf8 ? "\xE2\x80\xA6" : "~";
  if (width == 0) {
    return {};
  }
  std::size_t used = 0;
  std::size_t at = 0;
  while (at < text.size()) {
    const Character character = Decode(text, at);
    const std::size_t columns = character.size == 0 ? 1 : Columns(character.code);
    if (used + columns > width - 1) {
      break;
    }
    used += columns;
    at += std::max<std::size_t>(character.size, 1);
  }
  return std::string(text.substr(0, at)).append(mark);
}

std::string OneLine(std::string_view text) {
  return Clean(text, false);
}
std::string Harmless(std::string_view text) {
  return Clean(text, true);
}

std::size_t EditDistance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before(b.size() + 1);
  std::vector<std::size_t> last(b.size() + 1);
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) {
    last[j] = j;
  }
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t change = last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      row[j] = std::min({row[j - 1] + 1, last[j] + 1, change});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        row[j] = std::min(row[j], before[j - 2] + 1);
      }
    }
    before.swap(last);
    last.swap(row);
  }
  return last[b.size()];
}

std::string_view Nearest(std::string_view word, const std::vector<std::string_view>& words) {
  std::string_view best;
  std::size_t best_distance = word.size() <= 3 ? 2 : word.size() <= 6 ? 3 : 4;
  for (const std::string_view candidate : words) {
    const std::size_t distance = EditDistance(word, candidate);
    if (distance < best_distance) {
      best_distance = distance;
      best = candidate;
    }
  }
  return best;
}

std::string Table::Text() const {
  std::vector<std::size_t> widths;
  for (const auto& row : rows_) {
    widths.resize(std::max(widths.size(), row.size()));
    for (std::size_t i = 0; i < row.size(); ++i) {
      widths[i] = std::max(widths[i], DisplayWidth(row[i]));
    }
  }
  std::string out;
  for (const auto& row : rows_) {
    std::string line;
    for (std::size_t i = 0; i < row.size(); ++i) {
      line.append(row[i]);
      line.append(widths[i] - DisplayWidth(row[i]) + 2, ' ');
    }
    line.erase(line.find_last_not_of(' ') + 1);
    out.append(line).push_back('\n');
  }
  return out;
}

}  // namespace hpdl::rt
