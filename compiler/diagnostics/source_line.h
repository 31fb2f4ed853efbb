#ifndef HPDL_COMPILER_DIAGNOSTICS_SOURCE_LINE_H_
#define HPDL_COMPILER_DIAGNOSTICS_SOURCE_LINE_H_

#include <cstddef>
#include <string>

#include "compiler/diagnostics/diagnostics.h"

namespace hpdl {

/// One line of source, cut to the width, with the data for the marks below it.
struct SourceLine {
  std::string text;     ///< the text shown; "..." replaces each cut end, asterisks replace secrets
  std::size_t indent;   ///< columns of `text` before the marked part
  std::size_t marked;   ///< columns of the marked part, at least 1
  std::uint32_t until;  ///< the line on which the range ends, or 0 if it ends on this line
};

/// Returns the line on which `range` begins, cut to `width` columns around the start of the range.
/// `width` is at least 12. The call is cheap even in lines of megabytes. `secrets` may be null.
SourceLine CutLine(const SourceBuffer& source, Range range, const Secrets* secrets,
                   std::size_t width);

}  // namespace hpdl

#endif  // HPDL_COMPILER_DIAGNOSTICS_SOURCE_LINE_H_
