#ifndef HPDL_RUNTIME_GROUND_EXPRESSION_SCAN_H_
#define HPDL_RUNTIME_GROUND_EXPRESSION_SCAN_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace hpdl::rt {

/// A run of plain text, or one `${...}`. Offsets are in bytes of the whole text.
struct Segment {
  bool expression = false;
  bool closed = true;       ///< true for plain text, and for an expression whose '}' was found
  std::uint32_t begin = 0;  ///< offset of the first byte; an expression begins with "${"
  std::uint32_t end = 0;    ///< offset after the last byte; a closed expression ends with "}"
  /// The offset of a string literal without a closing quote. Because of this literal, the
  /// expression is not closed. 0 if each literal is closed.
  std::uint32_t open_string = 0;
  std::string text;  ///< plain text in which `\${` has become `${`
};

/// Splits a text of less than 4 GiB. `\${` means the characters `${`, and a `}` inside a string
/// literal does not end an expression. If `hash` is true, `#{` begins an expression too. The
/// compiler and the programs use this class.
class TemplateScanner {
 public:
  TemplateScanner(std::string_view text, bool hash) : text_(text), hash_(hash) {}

  /// Sets `segment` to the next segment. Returns false at the end of the text.
  bool Next(Segment* segment);

 private:
  bool Opens(std::size_t at) const;

  std::string_view text_;
  bool hash_;
  std::size_t next_ = 0;
};

/// Returns all segments of a text.
std::vector<Segment> SplitTemplate(std::string_view text, bool hash);

/// Returns the text between the braces of a closed expression of `text`.
inline std::string_view BodyOf(std::string_view text, const Segment& expression) {
  return text.substr(expression.begin + 2, expression.end - expression.begin - 3);
}

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_GROUND_EXPRESSION_SCAN_H_
