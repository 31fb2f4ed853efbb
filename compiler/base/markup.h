#ifndef HPDL_COMPILER_BASE_MARKUP_H_
#define HPDL_COMPILER_BASE_MARKUP_H_

#include <cstdint>
#include <string_view>
#include <vector>

#include "compiler/base/source.h"

namespace hpdl {

/// The white space characters of XML.
inline constexpr std::string_view kMarkupBlanks = " \t\r\n";

/// A tag, comment or CDATA section, as offsets in the text of a file.
struct Markup {
  enum class Type { kStart, kEmpty, kEnd, kComment, kCData };
  Type type = Type::kStart;
  Range range;  ///< the markup from its '<' to its '>'
  Range name;   ///< the name of a tag with its prefix
};

/// Walks over the tags and comments of a well-formed XML text. It skips text, CDATA and processing
/// instructions. In a text that is not well-formed it may end early, but it never reads outside the
/// text.
class MarkupScanner {
 public:
  explicit MarkupScanner(std::string_view text, std::uint32_t from = 0) : text_(text), at_(from) {}

  /// Returns a scanner for a text that may not be well-formed. Each tag ends at its first '>', so
  /// that an open quote does not swallow the rest of the text. The scanner reports CDATA sections.
  static MarkupScanner OfAnyText(std::string_view text) {
    MarkupScanner scanner(text);
    scanner.any_text_ = true;
    return scanner;
  }

  /// Sets `markup` to the next tag or comment. Returns false at the end of the text.
  bool Next(Markup* markup);

 private:
  /// Returns the offset behind the next `end`, or the length of the text if there is no `end`.
  std::size_t Behind(std::string_view end, std::size_t from) const;
  std::size_t BehindTag(std::size_t from) const;
  void ReadTag(std::size_t begin, Markup* markup);

  std::string_view text_;
  std::size_t at_;
  bool any_text_ = false;
};

/// An attribute in a start tag, as offsets in the text.
struct MarkupAttribute {
  Range name;   ///< the name with its prefix
  Range value;  ///< the value without its quotes
};

/// Returns the attributes of the start tag that begins at `begin`, in the order of the text. The
/// result includes namespace declarations.
std::vector<MarkupAttribute> AttributesOf(std::string_view text, std::uint32_t begin);

/// An element with its whole content, as offsets in the text.
struct WholeElement {
  Range range;     ///< from the '<' of its start tag to the '>' of its end tag
  Range name;      ///< the name in its start tag, with its prefix
  Range end_name;  ///< the name in its end tag; empty if the element has no end tag
};

/// Returns the element whose start tag begins at `begin`.
WholeElement FindWholeElement(std::string_view text, std::uint32_t begin);

}  // namespace hpdl

#endif  // HPDL_COMPILER_BASE_MARKUP_H_
