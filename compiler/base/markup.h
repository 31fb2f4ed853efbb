#ifndef HPDL_COMPILER_BASE_MARKUP_H_
#define HPDL_COMPILER_BASE_MARKUP_H_

#include <cstdint>
#include <string_view>
#include <vector>

#include "compiler/base/source.h"

namespace hpdl {

/// White space of XML.
inline constexpr std::string_view kMarkupBlanks = " \t\r\n";

/// A tag or a comment as it stands in a file.
struct Markup {
  enum class Type { kStart, kEmpty, kEnd, kComment, kCData };
  Type type = Type::kStart;
  Range range;  ///< from '<' to '>'
  Range name;   ///< of a tag, with its prefix
};

/// Walks over the tags and comments of a text that is well-formed; text, CDATA and processing
/// instructions are passed over. In another text it ends early, but never reads outside.
class MarkupScanner {
 public:
  explicit MarkupScanner(std::string_view text, std::uint32_t from = 0) : text_(text), at_(from) {}

  /// Of a text that may not be well-formed: each tag ends at its first '>', so that a quote that is
  /// left open does not swallow all that follows. CDATA is no longer passed over.
  static MarkupScanner OfAnyText(std::string_view text) {
    MarkupScanner scanner(text);
    scanner.any_text_ = true;
    return scanner;
  }

  /// False at the end.
  bool Next(Markup* markup);

 private:
  /// Behind the next `end`, or the end of the text.
  std::size_t Behind(std::string_view end, std::size_t from) const;
  std::size_t BehindTag(std::size_t from) const;
  void ReadTag(std::size_t begin, Markup* markup);

  std::string_view text_;
  std::size_t at_;
  bool any_text_ = false;
};

/// An attribute as it stands in a start tag.
struct MarkupAttribute {
  Range name;   ///< with its prefix
  Range value;  ///< without the quotes
};

/// The attributes of the start tag that begins at `begin`, in order; declarations of namespaces
/// too.
std::vector<MarkupAttribute> AttributesOf(std::string_view text, std::uint32_t begin);

/// An element with all that is in it.
struct WholeElement {
  Range range;     ///< from the '<' of its start tag to the '>' of its end tag
  Range name;      ///< the name in its start tag, with its prefix
  Range end_name;  ///< the name in its end tag; empty if the start tag ends it
};

/// The element whose start tag begins at `begin`.
WholeElement FindWholeElement(std::string_view text, std::uint32_t begin);

}  // namespace hpdl

#endif  // HPDL_COMPILER_BASE_MARKUP_H_
