#include "compiler/frontend/el/scan.h"

namespace hpdl::frontend {
namespace {

/// Sets the end of the expression that begins at segment->begin.
void FindEnd(std::string_view text, Segment* segment) {
  std::size_t i = segment->begin + 2;
  while (i < text.size() && text[i] != '}') {
    const char quote = text[i];
    if (quote != '\'' && quote != '"') {
      ++i;
      continue;
    }
    const std::size_t opened = i++;
    while (i < text.size() && text[i] != quote) {
      i += text[i] == '\\' ? 2 : 1;
    }
    if (i >= text.size()) {
      segment->open_string = static_cast<std::uint32_t>(opened);
      break;
    }
    ++i;
  }
  segment->closed = i < text.size();
  segment->end = static_cast<std::uint32_t>(segment->closed ? i + 1 : text.size());
}

}  // namespace

std::vector<Segment> SplitTemplate(std::string_view text, bool hash) {
  std::vector<Segment> segments;
  Segment plain;
  const auto opens = [&](std::size_t at) {
    return at + 1 < text.size() && text[at + 1] == '{' &&
           (text[at] == '$' || (hash && text[at] == '#'));
  };
  std::size_t i = 0;
  const auto end_plain = [&] {
    plain.end = static_cast<std::uint32_t>(i);
    if (plain.end > plain.begin) {
      segments.push_back(plain);
    }
  };
  while (i < text.size()) {
    if (text[i] == '\\' && opens(i + 1)) {
      plain.text += text.substr(i + 1, 2);
      i += 3;
    } else if (opens(i)) {
      end_plain();
      Segment expression;
      expression.expression = true;
      expression.begin = static_cast<std::uint32_t>(i);
      FindEnd(text, &expression);
      i = expression.end;
      segments.push_back(expression);
      plain = Segment{};
      plain.begin = expression.end;
    } else {
      plain.text += text[i++];
    }
  }
  end_plain();
  return segments;
}

}  // namespace hpdl::frontend
