#include "compiler/frontend/xml/edit_bytes.h"

#include "runtime/ground/base/utf8.h"

namespace hpdl::frontend {
namespace {

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

/// A place in the bytes of a file, and the same place in its text.
struct Place {
  std::size_t byte = 0;
  std::size_t text = 0;
};

/// Moves `place` forward to the offset `end` of the text.
void MoveTo(std::size_t end, std::string_view bytes, Place* place) {
  constexpr std::size_t kReplacementBytes = 3;  // U+FFFD in UTF-8
  while (place->text < end) {
    const std::string_view rest = bytes.substr(place->byte);
    const std::size_t size = DecodeUtf8(rest).size;
    place->byte += size > 0 ? size : InvalidUtf8Size(rest);
    place->text += size > 0 ? size : kReplacementBytes;
  }
}

}  // namespace

std::string EditBytes(std::string_view bytes, std::string_view text,
                      const std::vector<Fix::Edit>& edits) {
  std::string out;
  Place place;
  for (const Fix::Edit& edit : edits) {
    const std::size_t copied = place.byte;
    MoveTo(edit.range.begin, bytes, &place);
    out.append(bytes.substr(copied, place.byte - copied));
    out += WithLineEndsOf(text, edit.text);
    MoveTo(edit.range.end, bytes, &place);
  }
  return out.append(bytes.substr(place.byte));
}

}  // namespace hpdl::frontend
