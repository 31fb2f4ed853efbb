#include "compiler/driver/coordinator_views/schedule_window.h"

#include <charconv>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "compiler/driver/commands/command.h"
#include "runtime/rules/coordinator/time_functions.h"

namespace hpdl::driver {
namespace {

bool AllDigits(std::string_view text) {
  return text.find_first_not_of("0123456789") == std::string_view::npos;
}

/// Returns the first whole second that is not before a time such as 2013-11-25T11:00Z or
/// 2013-11-25T11:00:15.500Z. Returns nothing for any other text.
std::optional<std::int64_t> SecondFrom(std::string_view text) {
  // The lengths of 2013-11-25T11:00 and of 2013-11-25T11:00:15.
  constexpr std::size_t kMinutes = 16, kSeconds = 19;
  if (const rt::Result<std::int64_t> minute = rt::ReadTime(text)) {
    return *minute;
  }
  if (text.size() <= kSeconds || text[kMinutes] != ':' || text.back() != 'Z') {
    return std::nullopt;
  }
  const rt::Result<std::int64_t> minute = rt::ReadTime(std::string(text.substr(0, kMinutes)) + "Z");
  const std::string_view seconds = text.substr(kMinutes + 1, 2);
  std::string_view fraction = text.substr(kSeconds, text.size() - kSeconds - 1);
  if (!minute || !AllDigits(seconds) || seconds > "59" ||
      (!fraction.empty() &&
       (fraction.size() < 2 || fraction[0] != '.' || !AllDigits(fraction.substr(1))))) {
    return std::nullopt;
  }
  const bool whole = fraction.find_first_not_of(".0") == std::string_view::npos;
  return *minute + (seconds[0] - '0') * 10 + (seconds[1] - '0') + (whole ? 0 : 1);
}

/// Reads a time from an option. Returns false after a usage error.
bool ReadTimeOption(const CommandLine& line, const std::string& option,
                    std::optional<std::int64_t>* time) {
  if (!line.Has(option)) {
    return true;
  }
  *time = SecondFrom(line.Get(option));
  if (!*time) {
    UsageError(line.name, "--" + option + " must be a time such as 2024-01-31T08:00Z, not '" +
                              line.Get(option) + "'");
  }
  return time->has_value();
}

}  // namespace

bool ReadWindow(const CommandLine& line, schedule::Window* window) {
  if (!ReadTimeOption(line, "from", &window->from) || !ReadTimeOption(line, "to", &window->to)) {
    return false;
  }
  if (!line.Has("count")) {
    return true;
  }
  const std::string text = line.Get("count");
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), window->most);
  if (error != std::errc() || end != text.data() + text.size()) {
    UsageError(line.name, "--count must be a number, not '" + text + "'");
    return false;
  }
  return true;
}

}  // namespace hpdl::driver
