#include "runtime/ground/base/base64.h"

#include <cstddef>
#include <cstdint>

namespace hpdl {
namespace {

constexpr std::string_view kBase64Digits =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

}  // namespace

std::string Base64(std::string_view bytes) {
  std::string text;
  for (std::size_t at = 0; at < bytes.size(); at += 3) {
    std::uint32_t group = 0;
    for (std::size_t i = 0; i < 3; ++i) {
      const std::size_t place = at + i;
      group = group << 8U | (place < bytes.size() ? static_cast<unsigned char>(bytes[place]) : 0U);
    }
    for (std::size_t i = 0; i < 4; ++i) {
      const std::size_t bits = 6 * (3 - i);
      text += at + i > bytes.size() ? '=' : kBase64Digits[(group >> bits) & 63U];
    }
  }
  return text;
}

std::optional<std::string> FromBase64(std::string_view text) {
  if (text.size() % 4 == 0 && text.ends_with('=')) {
    text.remove_suffix(text.ends_with("==") ? 2 : 1);
  }
  if (text.size() % 4 == 1) {
    return std::nullopt;
  }
  std::string bytes;
  bytes.reserve(text.size() / 4 * 3 + 2);
  std::uint32_t group = 0;
  unsigned bits = 0;
  for (const char digit : text) {
    const std::size_t value = kBase64Digits.find(digit);
    if (value == std::string_view::npos) {
      return std::nullopt;
    }
    group = (group << 6U | static_cast<std::uint32_t>(value)) & 0xffffU;
    bits += 6;
    if (bits >= 8) {
      bits -= 8;
      bytes += static_cast<char>(group >> bits & 0xffU);
    }
  }
  return bytes;
}

}  // namespace hpdl
