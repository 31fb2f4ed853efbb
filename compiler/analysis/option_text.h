#ifndef HPDL_COMPILER_ANALYSIS_OPTION_TEXT_H_
#define HPDL_COMPILER_ANALYSIS_OPTION_TEXT_H_

#include <algorithm>
#include <string>
#include <string_view>

#include "runtime/ground/expression/scan.h"
#include "stdlib/core/spark_option_text.h"

namespace hpdl::analysis {

/// The byte that replaces each byte of an expression. It is not a blank, a quote or a part of a
/// name.
inline constexpr char kExpressionByte = '\x01';

/// Returns the text with kExpressionByte in place of expressions. The length stays the same.
inline std::string WithoutExpressions(std::string_view text) {
  std::string result(text);
  for (const rt::Segment& segment : rt::SplitTemplate(text, false)) {
    if (segment.expression) {
      std::fill(result.begin() + segment.begin, result.begin() + segment.end, kExpressionByte);
    }
  }
  return result;
}

inline bool HasExpression(std::string_view text) {
  return text.find(kExpressionByte) != std::string_view::npos;
}

/// Returns the options in a text that WithoutExpressions() returned. Assumes that no expression
/// contains an unpaired quote.
inline std::vector<stdlib::SparkOption> OptionsOf(std::string_view text) {
  return stdlib::TakeApartSparkOptions(text).options;
}

/// Returns the name that an option sets: its own name, or the property's name in `--conf
/// NAME=VALUE`.
inline std::string_view NameOf(const stdlib::SparkOption& option) {
  const bool conf = option.name == "--conf" || option.name == "-c";
  if (!conf || !option.value) {
    return option.name;
  }
  return std::string_view(*option.value).substr(0, option.value->find('='));
}

}  // namespace hpdl::analysis

#endif  // HPDL_COMPILER_ANALYSIS_OPTION_TEXT_H_
