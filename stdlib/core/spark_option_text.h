#ifndef HPDL_STDLIB_CORE_SPARK_OPTION_TEXT_H_
#define HPDL_STDLIB_CORE_SPARK_OPTION_TEXT_H_

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/ground/base/trim.h"

/// Splits <spark-opts> into options, for the action and for the compiler's checks.
namespace hpdl::stdlib {

/// An option of <spark-opts>.
struct SparkOption {
  std::string name;  ///< "--conf"
  std::optional<std::string> value;
  /// The part of the text that the option fills. It includes the blanks before the next option.
  std::size_t begin = 0, end = 0;
};

/// The result of TakeApartSparkOptions().
struct SparkOptionText {
  std::vector<SparkOption> options;
  bool begins_before = false;  ///< text that is not an option stands before the first option
};

namespace internal {

inline constexpr std::string_view kSparkBlanks = " \t\n\v\f\r\x1c\x1d\x1e\x1f";

inline bool IsSparkBlank(char c) {
  return kSparkBlanks.find(c) != std::string_view::npos;
}

inline std::string_view SparkTrimmed(std::string_view text) {
  return Trimmed(text, kSparkBlanks);
}

/// True if an option begins at `at`: `--NAME`, or `-` and a lower-case letter at the start of the
/// text. Later in the text `-` and a letter may be a part of a value.
inline bool BeginsSparkOption(std::string_view text, std::size_t at) {
  const std::string_view rest = text.substr(at);
  if (at == 0 && rest.size() > 1 && rest.front() == '-' && rest[1] >= 'a' && rest[1] <= 'z') {
    return true;
  }
  return rest.size() > 2 && rest.starts_with("--") && rest[2] != '"' && rest[2] != '=' &&
         !IsSparkBlank(rest[2]) && (at == 0 || IsSparkBlank(text[at - 1]));
}

/// Returns the text without the quotes that enclose all of it. Returns the whole text if no quotes
/// enclose it, or if there are further quotes inside.
inline std::string_view SparkUnquoted(std::string_view text) {
  const bool around = text.size() > 1 && text.front() == '"' && text.back() == '"';
  const std::string_view within = around ? text.substr(1, text.size() - 2) : text;
  return within.find('"') == std::string_view::npos ? within : text;
}

/// Returns a value without the quotes around it. In NAME=VALUE the quotes around VALUE are removed.
inline std::string SparkValueOf(std::string_view text) {
  const std::string_view value = SparkUnquoted(SparkTrimmed(text));
  const std::size_t equals = value.find('=');
  if (equals == std::string_view::npos || value.front() == '-' || value.find('"') <= equals) {
    return std::string(value);
  }
  return std::string(value.substr(0, equals + 1)).append(SparkUnquoted(value.substr(equals + 1)));
}

/// Returns the option that `text` begins with. `text` ends where the next option begins.
inline SparkOption SparkOptionOf(std::string_view text) {
  std::size_t end = 0;
  while (end < text.size() && text[end] != '=' && !IsSparkBlank(text[end])) {
    ++end;
  }
  SparkOption option{std::string(text.substr(0, end)), {}};
  const std::string_view rest = text.substr(end);
  if (rest.starts_with('=')) {
    option.value = SparkValueOf(rest.substr(1));
  } else if (!SparkTrimmed(rest).empty()) {
    option.value = SparkValueOf(rest);
  }
  return option;
}

}  // namespace internal

/// Splits <spark-opts> as Oozie 5 does. An option begins with `--NAME` at the start of the text or
/// behind a blank, or with `-c` at the start of the text. The text up to the next option is the
/// option's value. Double quotes around the whole value, or around all that follows its `NAME=`,
/// are removed. Other quotes stay. No option begins within quotes. If the number of quotes is odd,
/// it is unknown which of them belong together, and options begin after each of them, as in Oozie.
inline SparkOptionText TakeApartSparkOptions(std::string_view whole) {
  const std::string_view text = internal::SparkTrimmed(whole);
  const std::size_t before =
      text.empty() ? 0 : static_cast<std::size_t>(text.data() - whole.data());
  const bool closed = std::count(text.begin(), text.end(), '"') % 2 == 0;
  std::vector<std::size_t> starts;
  SparkOptionText result;
  bool quoted = false;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] == '"') {
      quoted = closed && !quoted;
    } else if (!quoted && internal::BeginsSparkOption(text, at)) {
      starts.push_back(at);
    }
  }
  result.begins_before = !text.empty() && (starts.empty() || starts.front() != 0);
  for (std::size_t i = 0; i < starts.size(); ++i) {
    const std::size_t end = i + 1 < starts.size() ? starts[i + 1] : text.size();
    result.options.push_back(internal::SparkOptionOf(text.substr(starts[i], end - starts[i])));
    result.options.back().begin = before + starts[i];
    result.options.back().end = before + end;
  }
  return result;
}

}  // namespace hpdl::stdlib

#endif  // HPDL_STDLIB_CORE_SPARK_OPTION_TEXT_H_
