#include "runtime/ground/base/amounts.h"

#include <algorithm>
#include <charconv>
#include <cstdio>

namespace hpdl::rt {
namespace {

std::string Two(const char* format, std::int64_t a, std::int64_t b) {
  char buffer[48];
  std::snprintf(buffer, sizeof buffer, format, static_cast<long long>(a),
                static_cast<long long>(b));
  return buffer;
}

}  // namespace

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

}  // namespace hpdl::rt
