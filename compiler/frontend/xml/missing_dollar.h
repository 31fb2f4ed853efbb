#ifndef HPDL_COMPILER_FRONTEND_XML_MISSING_DOLLAR_H_
#define HPDL_COMPILER_FRONTEND_XML_MISSING_DOLLAR_H_

#include <cstdint>
#include <string_view>
#include <vector>

namespace hpdl::frontend {

/// A part of a plain text that was probably meant as an expression.
struct MissingDollar {
  std::uint32_t begin = 0, end = 0;  ///< offsets of the '{' and of the byte after the '}'
  /// True for `{$NAME}`, whose dollar is in the wrong place. False for `{wf:conf('x')}`, which has
  /// no dollar.
  bool is_misplaced = false;
};

/// Finds the parts of `text` that were probably meant as expressions: a call `{PREFIX:NAME(...)}`
/// of a function that Oozie has, and `{$NAME}`. In HWS (`hash`), `#{` begins an expression too.
std::vector<MissingDollar> FindMissingDollars(std::string_view text, bool hash);

}  // namespace hpdl::frontend

#endif  // HPDL_COMPILER_FRONTEND_XML_MISSING_DOLLAR_H_
