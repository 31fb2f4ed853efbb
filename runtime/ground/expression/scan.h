#ifndef HPDL_RUNTIME_GROUND_EXPRESSION_SCAN_H_
#define HPDL_RUNTIME_GROUND_EXPRESSION_SCAN_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace hpdl::rt {

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

/// Splits a text of less than 4 GiB. `\${` is the characters `${`; a `}` inside a string literal
/// ends nothing. `hash`: `#{` opens an expression too. The compiler and the programs split by this.
class TemplateScanner {
 public:
  TemplateScanner(std::string_view text, bool hash) : text_(text), hash_(hash) {}

  /// Takes the next segment; false at the end of the text.
  bool Next(Segment* segment);

 private:
  bool Opens(std::size_t at) const;

  std::string_view text_;
  bool hash_;
  std::size_t next_ = 0;
};

/// All segments of a text.
std::vector<Segment> SplitTemplate(std::string_view text, bool hash);

/// What stands between the braces of a closed expression of `text`.
inline std::string_view BodyOf(std::string_view text, const Segment& expression) {
  return text.substr(expression.begin + 2, expression.end - expression.begin - 3);
}

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_GROUND_EXPRESSION_SCAN_H_
