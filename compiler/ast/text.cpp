#include <algorithm>

#include "compiler/ast/ast.h"

namespace hpdl::ast {

std::uint32_t Text::RawOffset(std::uint32_t offset) const {
  if (jumps.empty()) {
    return range.begin + offset;
  }
  const auto next = std::upper_bound(jumps.begin(), jumps.end(), offset,
                                     [](std::uint32_t o, const Jump& j) { return o < j.decoded; });
  const Jump& jump = next == jumps.begin() ? *next : *(next - 1);
  return jump.raw + (offset - jump.decoded);
}

Range Text::RawRange(std::uint32_t begin, std::uint32_t end) const {
  if (end <= begin) {
    const std::uint32_t at = RawOffset(begin);
    return {at, at};
  }
  // The range ends where the next byte of `value` begins in the buffer. The range thus covers the
  // whole of a reference such as &lt;.
  const std::uint32_t last = end < value.size() ? RawOffset(end) : range.end;
  return {RawOffset(begin), std::max(last, RawOffset(begin))};
}

}  // namespace hpdl::ast
