#ifndef HPDL_STDLIB_CORE_SPARK_OPTION_TEXT_H_
#define HPDL_STDLIB_CORE_SPARK_OPTION_TEXT_H_

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/ground/base/trim.h"

/// How <spark-opts> are taken apart: for the action, and for what is said of them before it runs.
namespace hpdl::stdlib {

/// An option of <spark-opts>.
struct SparkOption {
  std::string name;  ///< "--conf"
  std::optional<std::string> value;
  /// Where it stands in the text, with the blanks before the next one.
  std::size_t begin = 0, end = 0;
};

/// What a text consists of.
struct SparkOptionText {
  std::vector<SparkOption> options;
  bool open_quote = false;     ///< a quote is not closed; there are no options then
  bool begins_before = false;  ///< something else than an option stands before the first one
};

namespace internal {

inline constexpr std::string_view kSparkBlanks = " \t\n\v\f\r\x1c\x1d\x1e\x1f";

inline bool IsSparkBlank(char c) {
  return kSparkBlanks.find(c) != std::string_view::npos;
}

inline std::string_view SparkTrimmed(std::string_view text) {
  return Trimmed(text, kSparkBlanks);
}

/// Whether an option begins there: `--NAME`; of one letter only at the start, else it may be of a
/// value.
inline bool BeginsSparkOption(std::string_view text, std::size_t at) {
  const std::string_view rest = text.substr(at);
  if (at == 0 && rest.size() > 1 && rest.front() == '-' && rest[1] >= 'a' && rest[1] <= 'z') {
    return true;
  }
  return rest.size() > 2 && rest.starts_with("--") && rest[2] != '"' && rest[2] != '=' &&
         !IsSparkBlank(rest[2]) && (at == 0 || IsSparkBlank(text[at - 1]));
}

/// What stands between a pair of quotes that is around all of it; else the text.
inline std::string_view SparkUnquoted(std::string_view text) {
  const bool around = text.size() > 1 && text.front() == '"' && text.back() == '"';
  const std::string_view within = around ? text.substr(1, text.size() - 2) : text;
  return within.find('"') == std::string_view::npos ? within : text;
}

/// A value, or what stands behind its `NAME=`, without the quotes around it.
inline std::string SparkValueOf(std::string_view text) {
  const std::string_view value = SparkUnquoted(SparkTrimmed(text));
  const std::size_t equals = value.find('=');
  if (equals == std::string_view::npos || value.front() == '-' || value.find('"') <= equals) {
    return std::string(value);
  }
  return std::string(value.substr(0, equals + 1)).append(SparkUnquoted(value.substr(equals + 1)));
}

/// One option with all that stands before the next one.
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

/// <spark-opts> as Oozie 5 takes them apart: an option begins where `--NAME` stands at the start
/// (or `-c`) or behind a blank, and all up to the next one is its value. Double quotes around the
/// whole value, or around all that follows its `NAME=`, are gone; others stay. Within quotes no
/// option begins.
inline SparkOptionText TakeApartSparkOptions(std::string_view whole) {
  const std::string_view text = internal::SparkTrimmed(whole);
  const std::size_t before =
      text.empty() ? 0 : static_cast<std::size_t>(text.data() - whole.data());
  std::vector<std::size_t> starts;
  SparkOptionText result;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] == '"') {
      result.open_quote = !result.open_quote;
    } else if (!result.open_quote && internal::BeginsSparkOption(text, at)) {
      starts.push_back(at);
    }
  }
  result.begins_before = !text.empty() && (starts.empty() || starts.front() != 0);
  if (result.open_quote) {
    return result;
  }
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
