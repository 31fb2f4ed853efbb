#ifndef HPDL_COMPILER_FRONTEND_XML_DECODE_H_
#define HPDL_COMPILER_FRONTEND_XML_DECODE_H_

#include <cstdint>
#include <string_view>

#include "compiler/ast/ast.h"

namespace hpdl::frontend {

/// Puts pieces of raw text together to a decoded one and notes where decoded and raw offsets part:
/// references, line ends, and what stands between two pieces.
class TextDecoder {
 public:
  /// `source` is the whole buffer; offsets count from its start.
  explicit TextDecoder(std::string_view source) : source_(source) {}

  void AddCharacters(Range raw) { Add(raw, true, false); }
  void AddCdata(Range raw) { Add(raw, false, false); }
  void AddAttribute(Range raw) { Add(raw, true, true); }

  /// The text so far; trimmed: without white space at both ends. `empty_at` is the place of an
  /// empty one.
  ast::Text Finish(bool trim, std::uint32_t empty_at);

 private:
  void Add(Range raw, bool references, bool attribute);
  void Append(char c, std::uint32_t begin, std::uint32_t end);
  void Jump(std::uint32_t raw);
  std::uint32_t Reference(std::uint32_t at, std::uint32_t end);

  std::string_view source_;
  ast::Text text_;
  bool seen_ = false;            ///< a character that is not white space
  std::uint32_t first_ = 0;      ///< its offset in value
  std::uint32_t past_last_ = 0;  ///< one past the last of them, in value
  std::uint32_t raw_end_ = 0;    ///< the same in the buffer
  std::uint32_t whole_end_ = 0;  ///< end of the last character of any kind, in the buffer
};

}  // namespace hpdl::frontend

#endif  // HPDL_COMPILER_FRONTEND_XML_DECODE_H_
