#include "runtime/ground/base/utf8.h"

#include <algorithm>

namespace hpdl {
namespace {

constexpr std::size_t kLongest = 4;  // maximum bytes of a character

/// Returns the number of bytes of a character that begins with `first`; 0 if no character begins
/// with this byte.
std::size_t SizeOf(unsigned char first) {
  return first < 0x80                    ? 1
         : first >= 0xC2 && first < 0xE0 ? 2
         : first >= 0xE0 && first < 0xF0 ? 3
         : first >= 0xF0 && first < 0xF5 ? 4
                                         : 0;
}

}  // namespace

Utf8Character DecodeUtf8(std::string_view text) {
  const auto first = static_cast<unsigned char>(text.empty() ? '\xFF' : text[0]);
  const std::size_t size = SizeOf(first);
  if (size <= 1 || size > text.size()) {
    return size == 1 ? Utf8Character{first, 1} : Utf8Character{};
  }
  char32_t code = first & (0xFFU >> (size + 1));
  for (std::size_t i = 1; i < size; ++i) {
    if (!ContinuesUtf8(text[i])) {
      return {};
    }
    code = code << 6 | (static_cast<unsigned char>(text[i]) & 0x3F);
  }
  const char32_t least = size == 4 ? 0x10000 : size == 3 ? 0x800 : 0x80;
  const bool surrogate = code >= 0xD800 && code < 0xE000;
  return code < least || code > 0x10FFFF || surrogate ? Utf8Character{} : Utf8Character{code, size};
}

void AppendUtf8(std::string* out, char32_t code) {
  if (code < 0x80) {
    *out += static_cast<char>(code);
    return;
  }
  const int more = code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
  static constexpr unsigned kLead[] = {0, 0xC0, 0xE0, 0xF0};
  *out += static_cast<char>(kLead[more] | (code >> (6 * more)));
  for (int i = more - 1; i >= 0; --i) {
    *out += static_cast<char>(0x80 | ((code >> (6 * i)) & 0x3F));
  }
}

std::optional<std::size_t> FirstInvalidUtf8(std::string_view text) {
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t size = DecodeUtf8(text.substr(i)).size;
    if (size == 0) {
      return i;
    }
    i += size;
  }
  return std::nullopt;
}

std::string_view CutUtf8(std::string_view text, std::size_t most) {
  if (most >= text.size()) {
    return text;
  }
  std::size_t end = most;
  while (end > 0 && most - end < kLongest && ContinuesUtf8(text[end])) {
    --end;
  }
  return text.substr(0, ContinuesUtf8(text[end]) ? most : end);
}

std::string_view CharacterAt(std::string_view text, std::size_t at) {
  std::size_t begin = at;
  while (begin > 0 && at - begin < kLongest && ContinuesUtf8(text[begin])) {
    --begin;
  }
  const std::size_t size = DecodeUtf8(text.substr(begin)).size;
  return begin + size > at ? text.substr(begin, size) : text.substr(at, 1);
}

std::size_t InvalidUtf8Size(std::string_view text) {
  const auto first = static_cast<unsigned char>(text[0]);
  const auto second = static_cast<unsigned char>(text.size() > 1 ? text[1] : 0);
  const bool overlong = (first == 0xE0 && second < 0xA0) || (first == 0xF0 && second < 0x90);
  const bool too_large = first == 0xF4 && second >= 0x90;
  std::size_t size = 1;
  while (!overlong && !too_large && size < std::min(SizeOf(first), text.size()) &&
         ContinuesUtf8(text[size])) {
    ++size;
  }
  return size;
}

std::string ValidUtf8(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const std::size_t bad = FirstInvalidUtf8(text).value_or(text.size());
    out.append(text.substr(0, bad));
    text.remove_prefix(bad);
    if (!text.empty()) {
      out.append("\xEF\xBF\xBD");
      text.remove_prefix(InvalidUtf8Size(text));
    }
  }
  return out;
}

}  // namespace hpdl
