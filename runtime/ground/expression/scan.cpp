#include "runtime/ground/expression/scan.h"

#include <utility>

namespace hpdl::rt {
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

bool TemplateScanner::Opens(std::size_t at) const {
  return at + 1 < text_.size() && text_[at + 1] == '{' &&
         (text_[at] == '$' || (hash_ && text_[at] == '#'));
}

bool TemplateScanner::Next(Segment* segment) {
  *segment = Segment{};
  segment->begin = static_cast<std::uint32_t>(next_);
  if (next_ >= text_.size()) {
    return false;
  }
  if (Opens(next_)) {
    segment->expression = true;
    FindEnd(text_, segment);
    next_ = segment->end;
    return true;
  }
  while (next_ < text_.size() && !Opens(next_)) {
    if (text_[next_] == '\\' && Opens(next_ + 1)) {
      segment->text += text_.substr(next_ + 1, 2);
      next_ += 3;
    } else {
      segment->text += text_[next_++];
    }
  }
  segment->end = static_cast<std::uint32_t>(next_);
  return true;
}

std::vector<Segment> SplitTemplate(std::string_view text, bool hash) {
  std::vector<Segment> segments;
  TemplateScanner scanner(text, hash);
  for (Segment segment; scanner.Next(&segment);) {
    segments.push_back(std::move(segment));
  }
  return segments;
}

}  // namespace hpdl::rt
