#include "runtime/base/terminal_text.h"

#include <llvm/Support/Unicode.h>

#include <string>

#include "runtime/base/utf8.h"

namespace hpdl {
namespace {

/// Colours of the emoji before them. LLVM counts them as emoji of their own.
bool IsEmojiModifier(char32_t code) {
  return code >= 0x1F3FB && code <= 0x1F3FF;
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

}  // namespace hpdl
