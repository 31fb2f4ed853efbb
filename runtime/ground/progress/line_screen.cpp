#include "runtime/ground/progress/line_screen.h"

#include "runtime/ground/base/terminal_text.h"

namespace hpdl::rt {

std::size_t StyledWidth(std::string_view line) {
  std::string plain;
  for (std::size_t at = 0; at < line.size(); ++at) {
    if (line[at] == '\x1b') {
      at = line.find('m', at);
      if (at == std::string_view::npos) {
        break;
      }
      continue;
    }
    plain.push_back(line[at]);
  }
  return DisplayWidth(plain);
}

std::string LineScreen::Update(std::vector<std::string> lines, std::size_t width) {
  const bool resized = width != width_ && width_ != 0;
  std::size_t rows = 0;
  for (const std::string& line : shown_) {
    const std::size_t columns = StyledWidth(line);
    rows += resized && width > 0 && columns > width ? (columns + width - 1) / width : 1;
  }
  width_ = width;
  if (!resized && lines == shown_) {
    return {};
  }
  std::string out;
  if (rows > 0) {
    out.append("\r\x1b[").append(std::to_string(rows)).append("A");
  }
  if (resized) {
    out.append("\x1b[J");
  }
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (resized || i >= shown_.size() || shown_[i] != lines[i]) {
      out.append(lines[i]).append("\x1b[K");
    }
    out.append("\r\n");
  }
  // This escape sequence also erases text that the user has typed in the meantime, for example the
  // ^C of an interrupt.
  out.append("\x1b[J");
  shown_ = std::move(lines);
  return out;
}

}  // namespace hpdl::rt
