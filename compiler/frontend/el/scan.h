#ifndef HPDL_COMPILER_FRONTEND_EL_SCAN_H_
#define HPDL_COMPILER_FRONTEND_EL_SCAN_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace hpdl::frontend {

/// A run of plain text, or one `${...}`. Offsets count bytes of the text.
struct Segment {
  bool expression = false;
  bool closed = true;       ///< expression: its '}' was found
  std::uint32_t begin = 0;  ///< with "${"
  std::uint32_t end = 0;    ///< with "}"
  /// An unclosed expression whose last string never ends: where that string begins, else 0.
  std::uint32_t open_string = 0;
  std::string text;  ///< plain text with `\${` already made `${`
};

/// Splits a text. `\${` is the characters `${`; a `}` inside a string literal ends nothing. `hash`:
/// `#{` opens an expression too.
std::vector<Segment> SplitTemplate(std::string_view text, bool hash);

}  // namespace hpdl::frontend

#endif  // HPDL_COMPILER_FRONTEND_EL_SCAN_H_
