#include "compiler/frontend/xml/decode.h"

#include <algorithm>
#include <charconv>

#include "runtime/ground/base/utf8.h"

namespace hpdl::frontend {
namespace {

bool IsSpace(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

/// Returns the character of the reference `&name;` in UTF-8. The text is well-formed, so `name` is
/// a number or one of the five names that XML defines.
std::string Resolve(std::string_view name) {
  if (name == "lt") {
    return "<";
  }
  if (name == "gt") {
    return ">";
  }
  if (name == "amp") {
    return "&";
  }
  if (name == "apos") {
    return "'";
  }
  if (name == "quot") {
    return "\"";
  }
  std::string out;
  if (name.starts_with('#')) {
    const bool hex = name.starts_with("#x");
    name.remove_prefix(hex ? 2 : 1);
    std::uint32_t c = 0;
    std::from_chars(name.data(), name.data() + name.size(), c, hex ? 16 : 10);
    AppendUtf8(&out, c);
  }
  return out;
}

}  // namespace

void TextDecoder::Jump(std::uint32_t raw) {
  const auto decoded = static_cast<std::uint32_t>(text_.value.size());
  if (!text_.jumps.empty() && text_.jumps.back().decoded == decoded) {
    text_.jumps.back().raw = raw;
  } else {
    text_.jumps.push_back({decoded, raw});
  }
}

void TextDecoder::Append(char c, std::uint32_t begin, std::uint32_t end) {
  if (!IsSpace(c)) {
    if (!seen_) {
      seen_ = true;
      first_ = static_cast<std::uint32_t>(text_.value.size());
      text_.range.begin = begin;
    }
    past_last_ = static_cast<std::uint32_t>(text_.value.size() + 1);
    raw_end_ = end;
  }
  whole_end_ = end;
  text_.value += c;
}

std::uint32_t TextDecoder::Reference(std::uint32_t at, std::uint32_t end) {
  std::uint32_t close = at;
  while (close < end && source_[close] != ';') {
    ++close;
  }
  const std::string decoded = Resolve(source_.substr(at + 1, close - at - 1));
  const std::uint32_t next = std::min(close + 1, end);
  Jump(at);
  for (const char c : decoded) {
    Append(c, at, next);
  }
  Jump(next);
  return next;
}

void TextDecoder::Add(Range raw, bool references, bool attribute) {
  Jump(raw.begin);
  std::uint32_t i = raw.begin;
  while (i < raw.end) {
    const char c = source_[i];
    if (c == '&' && references) {
      i = Reference(i, raw.end);
    } else if (c == '\r') {
      const bool pair = i + 1 < raw.end && source_[i + 1] == '\n';
      Append(attribute ? ' ' : '\n', i, i + (pair ? 2 : 1));
      i += pair ? 2 : 1;
      if (pair) {
        Jump(i);
      }
    } else {
      Append(attribute && (c == '\n' || c == '\t') ? ' ' : c, i, i + 1);
      ++i;
    }
  }
}

ast::Text TextDecoder::Finish(bool trim, std::uint32_t empty_at) {
  if (!trim || !seen_) {
    if (!trim && !text_.value.empty()) {
      text_.range = {text_.RawOffset(0), whole_end_};
      return std::move(text_);
    }
    text_.value.clear();
    text_.jumps = {{0, empty_at}};
    text_.range = {empty_at, empty_at};
    return std::move(text_);
  }
  text_.range.end = raw_end_;
  text_.value.erase(past_last_);
  text_.value.erase(0, first_);
  std::vector<ast::Text::Jump> jumps{{0, text_.range.begin}};
  for (const ast::Text::Jump& jump : text_.jumps) {
    if (jump.decoded > first_ && jump.decoded < past_last_) {
      jumps.push_back({jump.decoded - first_, jump.raw});
    }
  }
  text_.jumps = std::move(jumps);
  return std::move(text_);
}

}  // namespace hpdl::frontend
