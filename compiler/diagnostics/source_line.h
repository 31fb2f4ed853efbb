#ifndef HPDL_COMPILER_DIAGNOSTICS_SOURCE_LINE_H_
#define HPDL_COMPILER_DIAGNOSTICS_SOURCE_LINE_H_

#include <cstddef>
#include <string>

#include "compiler/diagnostics/diagnostics.h"

namespace hpdl {

/// One line of source, as much of it as fits, and what goes below it.
struct SourceLine {
  std::string text;     ///< what is left out at an end is "..."; secrets are asterisks
  std::size_t indent;   ///< columns of `text` before the marked part
  std::size_t marked;   ///< columns of the marked part, at least 1
  std::uint32_t until;  ///< the line on which the range ends, if that is another one; else 0
};

/// The line on which `range` begins, cut to `width` columns around the begin of the range; `width`
/// is at least a dozen. Cheap in lines of megabytes. `secrets` may be null.
SourceLine CutLine(const SourceBuffer& source, Range range, const Secrets* secrets,
                   std::size_t width);

}  // namespace hpdl

#endif  // HPDL_COMPILER_DIAGNOSTICS_SOURCE_LINE_H_
