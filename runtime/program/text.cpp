#include "runtime/program/text.h"

#include <algorithm>
#include <charconv>
#include <cstdio>

namespace hpdl::rt {
namespace {

bool Within(std::uint32_t code, std::uint32_t first, std::uint32_t last) {
  return code >= first && code <= last;
}

/// Ranges instead of utf8proc: its table would add 340 kB to each program, which has 8.9 MB, and a
/// column that is wrong for a rare character only shifts the text behind it.
std::size_t Columns(std::uint32_t code) {
  if (Within(code, 0x300, 0x36F) || Within(code, 0x200B, 0x200F) || Within(code, 0xFE00, 0xFE0F) ||
      Within(code, 0x1AB0, 0x1AFF) || Within(code, 0x20D0, 0x20FF)) {
    return 0;
  }
  const bool wide = Within(code, 0x1100, 0x115F) || Within(code, 0x2E80, 0xA4CF) ||
                    Within(code, 0xAC00, 0xD7A3) || Within(code, 0xF900, 0xFAFF) ||
                    Within(code, 0xFE30, 0xFE6F) || Within(code, 0xFF00, 0xFF60) ||
                    Within(code, 0xFFE0, 0xFFE6) || Within(code, 0x1F300, 0x1FAFF) ||
                    Within(code, 0x20000, 0x3FFFD);
  return wide ? 2 : 1;
}

void AppendHex(std::string* out, unsigned char byte) {
  char buffer[8];
  std::snprintf(buffer, sizeof buffer, "\\x%02X", byte);
  out->append(buffer);
}

/// Bidirectional overrides and C1 controls can hide or reorder what a terminal shows.
bool Hidden(std::uint32_t code) {
  return Within(code, 0x80, 0x9F) || Within(code, 0x202A, 0x202E) || Within(code, 0x2066, 0x2069);
}

std::string Clean(std::string_view text, bool keep_lines) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) {
    const Character character = DecodeUtf8(text, at);
    if (character.size == 0) {
      AppendHex(&out, static_cast<unsigned char>(text[at++]));
      continue;
    }
    const std::uint32_t code = character.code;
    if (code == '\n' || code == '\t' || code == '\r') {
      if (keep_lines && code != '\r') {
        out.push_back(static_cast<char>(code));
      } else if (!keep_lines) {
        out.push_back(' ');
      }
    } else if (code < 0x20 || code == 0x7F) {
      AppendHex(&out, static_cast<unsigned char>(code));
    } else if (Hidden(code)) {
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
    const Character character = DecodeUtf8(text, at);
    width += character.size == 0 ? 1 : Columns(character.code);
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
    const Character character = DecodeUtf8(text, at);
    const std::size_t columns = character.size == 0 ? 1 : Columns(character.code);
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

Character DecodeUtf8(std::string_view text, std::size_t at) {
  const auto first = static_cast<unsigned char>(text[at]);
  if (first < 0x80) {
    return {first, 1};
  }
  const std::size_t size = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : first >= 0xC2 ? 2 : 0;
  if (size == 0 || first > 0xF4 || at + size > text.size()) {
    return {};
  }
  std::uint32_t code = first & (0xFFU >> (size + 1));
  for (std::size_t i = 1; i < size; ++i) {
    const auto next = static_cast<unsigned char>(text[at + i]);
    if ((next & 0xC0) != 0x80) {
      return {};
    }
    code = code << 6 | (next & 0x3F);
  }
  const std::uint32_t least = size == 4 ? 0x10000 : size == 3 ? 0x800 : 0x80;
  if (code < least || code > 0x10FFFF || (code >= 0xD800 && code < 0xE000)) {
    return {};
  }
  return {code, size};
}

std::vector<std::string_view> Split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  while (!text.empty()) {
    const std::size_t end = text.find(separator);
    parts.push_back(text.substr(0, end));
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
  return parts;
}

std::string ShellWord(std::string_view text) {
  constexpr std::string_view kPlain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=:,./@%^";
  if (!text.empty() && text.find_first_not_of(kPlain) == std::string_view::npos) {
    return std::string(text);
  }
  std::string out = "'";
  for (const char c : OneLine(text)) {
    out.append(c == '\'' ? "'\\''" : std::string(1, c));
  }
  return out + "'";
}

std::optional<std::int64_t> ParseNumber(std::string_view text) {
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool whole = error == std::errc() && end == text.data() + text.size();
  return whole && number >= 0 ? std::optional(number) : std::nullopt;
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
