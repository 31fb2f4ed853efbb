#ifndef HPDL_COMPILER_ANALYSIS_OPTION_TEXT_H_
#define HPDL_COMPILER_ANALYSIS_OPTION_TEXT_H_

#include <algorithm>
#include <string>
#include <string_view>

#include "runtime/ground/expression/scan.h"
#include "stdlib/core/spark_option_text.h"

namespace hpdl::analysis {

/// Stands for each byte of an expression: no blank, no quote, part of no name.
inline constexpr char kExpressionByte = '\x01';

/// The text, of the same length, with expressions as kExpressionByte.
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

/// The options of a text without expressions. What they hold is trusted to have no half quote.
inline std::vector<stdlib::SparkOption> OptionsOf(std::string_view text) {
  return stdlib::TakeApartSparkOptions(text).options;
}

/// What an option sets: its name, or that of the property of `--conf NAME=VALUE`.
inline std::string_view NameOf(const stdlib::SparkOption& option) {
  const bool conf = option.name == "--conf" || option.name == "-c";
  if (!conf || !option.value) {
    return option.name;
  }
  return std::string_view(*option.value).substr(0, option.value->find('='));
}

}  // namespace hpdl::analysis

#endif  // HPDL_COMPILER_ANALYSIS_OPTION_TEXT_H_
