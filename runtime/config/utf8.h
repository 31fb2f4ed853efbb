#ifndef HPDL_RUNTIME_CONFIG_UTF8_H_
#define HPDL_RUNTIME_CONFIG_UTF8_H_

#include <cstdint>
#include <string>
#include <string_view>

namespace hpdl::rt {

/// Appends one code point, which is no surrogate.
inline void AppendUtf8(std::string* out, std::uint32_t c) {
  if (c < 0x80) {
    *out += static_cast<char>(c);
    return;
  }
  const int more = c < 0x800 ? 1 : c < 0x10000 ? 2 : 3;
  static constexpr unsigned kLead[] = {0, 0xC0, 0xE0, 0xF0};
  *out += static_cast<char>(kLead[more] | (c >> (6 * more)));
  for (int i = more - 1; i >= 0; --i) {
    *out += static_cast<char>(0x80 | ((c >> (6 * i)) & 0x3F));
  }
}

/// True if lead and continuation bytes fit together. Overlong forms count as valid: this only tells
/// UTF-8 from ISO-8859-1.
inline bool IsUtf8(std::string_view text) {
  for (std::size_t i = 0; i < text.size();) {
    const auto c = static_cast<unsigned char>(text[i]);
    const std::size_t more = c < 0x80                ? 0
                             : c >= 0xC2 && c < 0xE0 ? 1
                             : c >= 0xE0 && c < 0xF0 ? 2
                             : c >= 0xF0 && c < 0xF5 ? 3
                                                     : 4;
    if (more == 4 || i + more >= text.size()) {
      return false;
    }
    for (std::size_t j = 1; j <= more; ++j) {
      if ((static_cast<unsigned char>(text[i + j]) & 0xC0) != 0x80) {
        return false;
      }
    }
    i += more + 1;
  }
  return true;
}

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_CONFIG_UTF8_H_
