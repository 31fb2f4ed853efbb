#include "runtime/ground/base/terminal_text.h"

#include <llvm/Support/Unicode.h>

#include <algorithm>
#include <cstdio>

#include "runtime/ground/base/utf8.h"

namespace hpdl {
namespace {

/// True for characters that colour the emoji before them. LLVM counts them as separate emoji.
bool IsEmojiModifier(char32_t code) {
  return code >= 0x1F3FB && code <= 0x1F3FF;
}

void AppendHex(std::string* out, unsigned char byte) {
  char buffer[8];
  std::snprintf(buffer, sizeof buffer, "\\x%02X", byte);
  out->append(buffer);
}

std::string Clean(std::string_view text, bool keep_lines) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) {
    const Utf8Character character = DecodeUtf8(text.substr(at));
    if (character.size == 0) {
      AppendHex(&out, static_cast<unsigned char>(text[at++]));
      continue;
    }
    const char32_t code = character.code;
    if (code == '\n' || code == '\t' || code == '\r') {
      if (keep_lines && code != '\r') {
        out.push_back(static_cast<char>(code));
      } else if (!keep_lines) {
        out.push_back(' ');
      }
    } else if (ActsOnTerminals(code)) {
      for (std::size_t i = 0; i < character.size; ++i) {
        AppendHex(&out, static_cast<unsigned char>(text[at + i]));
      }
    } else {
      out.append(text.substr(at, character.size));
    }
    at += character.size;
  }
  return out;
}

}  // namespace

std::size_t ColumnsOf(char32_t code) {
  if (code < 0x300) {
    return 1;
  }
  if (IsEmojiModifier(code)) {
    return 0;
  }
  std::string text;
  AppendUtf8(&text, code);
  const int columns = llvm::sys::unicode::columnWidthUTF8(text);
  const bool joins = columns < 0 && llvm::sys::unicode::isFormatting(static_cast<int>(code));
  return joins ? 0 : columns < 0 ? 1 : static_cast<std::size_t>(columns);
}

bool ActsOnTerminals(char32_t code) {
  return code < 0x20 || (code >= 0x7F && code < 0xA0) || (code >= 0x202A && code <= 0x202E) ||
         (code >= 0x2066 && code <= 0x2069);
}

std::size_t DisplayWidth(std::string_view text) {
  std::size_t width = 0;
  for (std::size_t at = 0; at < text.size();) {
    const Utf8Character character = DecodeUtf8(text.substr(at));
    width += character.size == 0 ? 1 : ColumnsOf(character.code);
    at += std::max<std::size_t>(character.size, 1);
  }
  return width;
}

std::string Fit(std::string_view text, std::size_t width, bool utf8) {
  if (DisplayWidth(text) <= width) {
    return std::string(text);
  }
  const std::string_view mark = utf8 ? "\xE2\x80\xA6" : "~";
  if (width == 0) {
    return {};
  }
  std::size_t used = 0;
  std::size_t at = 0;
  while (at < text.size()) {
    const Utf8Character character = DecodeUtf8(text.substr(at));
    const std::size_t columns = character.size == 0 ? 1 : ColumnsOf(character.code);
    if (used + columns > width - 1) {
      break;
    }
    used += columns;
    at += std::max<std::size_t>(character.size, 1);
  }
  return std::string(text.substr(0, at)).append(mark);
}

std::string OneLine(std::string_view text) {
  return Clean(text, false);
}
std::string Harmless(std::string_view text) {
  return Clean(text, true);
}

}  // namespace hpdl
