#ifndef HPDL_RUNTIME_GROUND_BASE_UTF8_H_
#define HPDL_RUNTIME_GROUND_BASE_UTF8_H_

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

/// UTF-8 as in RFC 3629: only shortest forms, no surrogates, nothing above U+10FFFF.
namespace hpdl {

/// The character at the beginning of a text.
struct Utf8Character {
  char32_t code = 0;
  std::size_t size = 0;  ///< bytes; 0 if the text is empty or does not begin with a character
};
Utf8Character DecodeUtf8(std::string_view text);

/// Appends one code point, which must not be a surrogate.
void AppendUtf8(std::string* out, char32_t code);

/// Returns the position of the first byte that belongs to no character; nullopt if all bytes are
/// valid.
std::optional<std::size_t> FirstInvalidUtf8(std::string_view text);

/// True for the bytes of a character after its first byte.
inline bool ContinuesUtf8(char c) {
  return (static_cast<unsigned char>(c) & 0xC0) == 0x80;
}

/// Returns the longest beginning of `text` that has at most `most` bytes and ends with a whole
/// character.
std::string_view CutUtf8(std::string_view text, std::size_t most);

/// Returns the character to which the byte text[at] belongs.
std::string_view CharacterAt(std::string_view text, std::size_t at);

/// Returns the number of bytes at the beginning of `text` that Java's decoder replaces by one
/// U+FFFD. `text` is not empty and does not begin with a character.
std::size_t InvalidUtf8Size(std::string_view text);

/// Returns `text` with U+FFFD in place of bytes that belong to no character, as Java's decoder
/// does.
std::string ValidUtf8(std::string_view text);

}  // namespace hpdl

#endif  // HPDL_RUNTIME_GROUND_BASE_UTF8_H_
