#ifndef HPDL_RUNTIME_GROUND_BASE_UTF8_H_
#define HPDL_RUNTIME_GROUND_BASE_UTF8_H_

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

/// UTF-8 as RFC 3629 has it: shortest forms only, no surrogates, nothing above U+10FFFF.
namespace hpdl {

/// One character at the begin of a text.
struct Utf8Character {
  char32_t code = 0;
  std::size_t size = 0;  ///< bytes; 0: the text is empty or begins with no character
};
Utf8Character DecodeUtf8(std::string_view text);

/// Appends one code point, which is no surrogate.
void AppendUtf8(std::string* out, char32_t code);

/// Where the first byte is that belongs to no character.
std::optional<std::size_t> FirstInvalidUtf8(std::string_view text);

/// True for bytes that are no character's first one.
inline bool ContinuesUtf8(char c) {
  return (static_cast<unsigned char>(c) & 0xC0) == 0x80;
}

/// The begin of `text`, at most `most` bytes, without a character cut in the middle.
std::string_view CutUtf8(std::string_view text, std::size_t most);

/// The character that the byte text[at] belongs to.
std::string_view CharacterAt(std::string_view text, std::size_t at);

/// `text` with U+FFFD in place of each byte that belongs to no character.
std::string ValidUtf8(std::string_view text);

}  // namespace hpdl

#endif  // HPDL_RUNTIME_GROUND_BASE_UTF8_H_
