#ifndef HPDL_COMPILER_FRONTEND_XML_DECODE_H_
#define HPDL_COMPILER_FRONTEND_XML_DECODE_H_

#include <cstdint>
#include <string_view>

#include "compiler/ast/ast.h"

namespace hpdl::frontend {

/// Joins pieces of raw text into one decoded text. Records each place where the difference between
/// decoded and raw offsets changes: at references, at line ends, and between two pieces.
class TextDecoder {
 public:
  /// `source` is the whole buffer; offsets count from its start.
  explicit TextDecoder(std::string_view source) : source_(source) {}

  void AddCharacters(Range raw) { Add(raw, true, false); }
  void AddCdata(Range raw) { Add(raw, false, false); }
  void AddAttribute(Range raw) { Add(raw, true, true); }

  /// Returns the decoded text. If `trim` is true, the text has no white space at its ends.
  /// If the text is empty, its place is `empty_at`.
  ast::Text Finish(bool trim, std::uint32_t empty_at);

 private:
  void Add(Range raw, bool references, bool attribute);
  void Append(char c, std::uint32_t begin, std::uint32_t end);
  void Jump(std::uint32_t raw);
  std::uint32_t Reference(std::uint32_t at, std::uint32_t end);

  std::string_view source_;
  ast::Text text_;
  bool seen_ = false;        ///< true after a character that is not white space
  std::uint32_t first_ = 0;  ///< offset in the value of the first character that is not white space
  /// Offset in the value behind the last character that is not white space.
  std::uint32_t past_last_ = 0;
  /// Offset in the buffer behind the last character that is not white space.
  std::uint32_t raw_end_ = 0;
  std::uint32_t whole_end_ = 0;  ///< offset in the buffer behind the last character of any kind
};

}  // namespace hpdl::frontend

#endif  // HPDL_COMPILER_FRONTEND_XML_DECODE_H_
