#include "compiler/frontend/xml/edit_bytes.h"

#include <algorithm>

#include "compiler/frontend/xml/encoding.h"
#include "runtime/ground/base/utf8.h"

namespace hpdl::frontend {
namespace {

using Form = FileEncoding::Form;

/// Calls f(code point) for each character of valid UTF-8.
template <class F>
void ForEachCharacter(std::string_view text, F f) {
  while (!text.empty()) {
    const Utf8Character character = DecodeUtf8(text);
    f(character.code);
    text.remove_prefix(std::max<std::size_t>(character.size, 1));
  }
}

void AppendUnit(char32_t unit, bool big_endian, std::string& out) {
  const auto high = static_cast<char>(unit >> 8);
  const auto low = static_cast<char>(unit & 0xFF);
  out += big_endian ? high : low;
  out += big_endian ? low : high;
}

void AppendUtf16(char32_t c, bool big_endian, std::string& out) {
  if (c < 0x10000) {
    return AppendUnit(c, big_endian, out);
  }
  AppendUnit(0xD800 + ((c - 0x10000) >> 10), big_endian, out);
  AppendUnit(0xDC00 + ((c - 0x10000) & 0x3FF), big_endian, out);
}

/// Returns the number of bytes of `text` in the encoding `form`.
std::size_t EncodedSize(std::string_view text, Form form) {
  if (form == Form::kUtf8) {
    return text.size();
  }
  std::size_t size = 0;
  ForEachCharacter(text, [&](char32_t c) {
    size += form == Form::kLatin1 ? 1 : c < 0x10000 ? 2 : 4;
  });
  return size;
}

void AppendEncoded(std::string_view text, Form form, std::string& out) {
  if (form == Form::kUtf8) {
    out += text;
    return;
  }
  ForEachCharacter(text, [&](char32_t c) {
    if (form != Form::kLatin1) {
      AppendUtf16(c, form == Form::kUtf16Big, out);
    } else if (c <= 0xFF) {
      out += static_cast<char>(c);
    } else {
      out += "&#" + std::to_string(static_cast<unsigned long>(c)) + ";";
    }
  });
}

/// Returns `text` with Windows line ends if the first line of `file` has them.
std::string WithLineEndsOf(std::string_view file, const std::string& text) {
  const std::size_t end = file.find('\n');
  if (end == std::string_view::npos || end == 0 || file[end - 1] != '\r') {
    return text;
  }
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\n' && (i == 0 || text[i - 1] != '\r')) {
      out += '\r';
    }
    out += text[i];
  }
  return out;
}

}  // namespace

std::string EditBytes(std::string_view bytes, std::string_view text,
                      const std::vector<Fix::Edit>& edits) {
  const FileEncoding encoding = EncodingOf(bytes);
  std::string out;
  std::uint32_t at = 0;              // the current offset in the text
  std::size_t byte = encoding.mark;  // the same place as an offset in the file
  std::size_t copied = 0;
  for (const Fix::Edit& edit : edits) {
    byte += EncodedSize(text.substr(at, edit.range.begin - at), encoding.form);
    out.append(bytes.substr(copied, byte - copied));
    AppendEncoded(WithLineEndsOf(text, edit.text), encoding.form, out);
    byte += EncodedSize(text.substr(edit.range.begin, edit.range.end - edit.range.begin),
                        encoding.form);
    copied = byte;
    at = edit.range.end;
  }
  return out.append(bytes.substr(copied));
}

}  // namespace hpdl::frontend
