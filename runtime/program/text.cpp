#include "runtime/program/text.h"

#include <algorithm>
#include <cstdio>

#include "runtime/base/quoted_text.h"
#include "runtime/base/terminal_text.h"
#include "runtime/base/utf8.h"

namespace hpdl::rt {
namespace {

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

std::string ShellWord(std::string_view text) {
  constexpr std::string_view kPlain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=:,./@%^";
  if (!text.empty() && text.find_first_not_of(kPlain) == std::string_view::npos) {
    return std::string(text);
  }
  return ShellQuoted(OneLine(text));
}

std::size_t EditDistance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before(b.size() + 1);
  std::vector<std::size_t> last(b.size() + 1);
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) {
    last[j] = j;
  }
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t change = last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      row[j] = std::min({row[j - 1] + 1, last[j] + 1, change});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        row[j] = std::min(row[j], before[j - 2] + 1);
      }
    }
    before.swap(last);
    last.swap(row);
  }
  return last[b.size()];
}

std::string_view Nearest(std::string_view word, const std::vector<std::string_view>& words) {
  std::string_view best;
  std::size_t best_distance = word.size() <= 3 ? 2 : word.size() <= 6 ? 3 : 4;
  for (const std::string_view candidate : words) {
    const std::size_t distance = EditDistance(word, candidate);
    if (distance < best_distance) {
      best_distance = distance;
      best = candidate;
    }
  }
  return best;
}

std::string Table::Text() const {
  std::vector<std::size_t> widths;
  for (const auto& row : rows_) {
    widths.resize(std::max(widths.size(), row.size()));
    for (std::size_t i = 0; i < row.size(); ++i) {
      widths[i] = std::max(widths[i], DisplayWidth(row[i]));
    }
  }
  std::string out;
  for (const auto& row : rows_) {
    std::string line;
    for (std::size_t i = 0; i < row.size(); ++i) {
      line.append(row[i]);
      line.append(widths[i] - DisplayWidth(row[i]) + 2, ' ');
    }
    line.erase(line.find_last_not_of(' ') + 1);
    out.append(line).push_back('\n');
  }
  return out;
}

}  // namespace hpdl::rt
