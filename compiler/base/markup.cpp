#include "compiler/base/markup.h"

#include <algorithm>

namespace hpdl {
namespace {

constexpr std::string_view kNameEnds = " \t\r\n/>=";

Range MakeRange(std::size_t begin, std::size_t end) {
  return {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)};
}

}  // namespace

std::size_t MarkupScanner::Behind(std::string_view end, std::size_t from) const {
  const std::size_t found = text_.find(end, std::min(from, text_.size()));
  return found == std::string_view::npos ? text_.size() : found + end.size();
}

/// Returns the offset behind the tag. A '>' in an attribute value does not end the tag.
std::size_t MarkupScanner::BehindTag(std::size_t from) const {
  if (any_text_) {
    return Behind(">", from);
  }
  for (std::size_t i = from; i < text_.size(); ++i) {
    if (text_[i] == '>') {
      return i + 1;
    }
    if (text_[i] == '"' || text_[i] == '\'') {
      i = std::min(text_.find(text_[i], i + 1), text_.size());
    }
  }
  return text_.size();
}

void MarkupScanner::ReadTag(std::size_t begin, Markup* markup) {
  at_ = BehindTag(begin + 1);
  const bool end = text_.substr(begin, 2) == "</";
  const bool empty = text_[at_ - 1] == '>' && text_[at_ - 2] == '/' && at_ - 2 > begin;
  markup->type = end ? Markup::Type::kEnd : empty ? Markup::Type::kEmpty : Markup::Type::kStart;
  markup->range = MakeRange(begin, at_);
  const std::size_t name = begin + (end ? 2 : 1);
  markup->name = MakeRange(name, std::min(text_.find_first_of(kNameEnds, name), text_.size()));
}

bool MarkupScanner::Next(Markup* markup) {
  for (;;) {
    const std::size_t begin = text_.find('<', std::min(at_, text_.size()));
    if (begin == std::string_view::npos) {
      return false;
    }
    const std::string_view rest = text_.substr(begin);
    if (rest.starts_with("<!--")) {
      at_ = Behind("-->", begin + 4);
      markup->type = Markup::Type::kComment;
      markup->range = MakeRange(begin, at_);
      return true;
    }
    if (rest.starts_with("<![CDATA[")) {
      at_ = Behind("]]>", begin);
      if (any_text_) {
        markup->type = Markup::Type::kCData;
        markup->range = MakeRange(begin, at_);
        return true;
      }
    } else if (rest.starts_with("<?")) {
      at_ = Behind(any_text_ ? ">" : "?>", begin);
    } else if (rest.size() < 2) {
      return false;
    } else {
      ReadTag(begin, markup);
      return true;
    }
  }
}

std::vector<MarkupAttribute> AttributesOf(std::string_view text, std::uint32_t begin) {
  std::vector<MarkupAttribute> attributes;
  std::size_t at = std::min(text.find_first_of(kNameEnds, begin + 1), text.size());
  while ((at = text.find_first_not_of(kMarkupBlanks, at)) < text.size() && text[at] != '>' &&
         text[at] != '/') {
    const std::size_t name_end = std::min(text.find_first_of(kNameEnds, at), text.size());
    const std::size_t quote = text.find_first_of("'\"", name_end);
    const std::size_t end =
        quote == std::string_view::npos ? quote : text.find(text[quote], quote + 1);
    if (end == std::string_view::npos) {
      break;  // the text is not well-formed
    }
    attributes.push_back({MakeRange(at, name_end), MakeRange(quote + 1, end)});
    at = end + 1;
  }
  return attributes;
}

WholeElement FindWholeElement(std::string_view text, std::uint32_t begin) {
  MarkupScanner scanner(text, begin);
  WholeElement element;
  element.range.begin = begin;
  std::size_t depth = 0;
  Markup markup;
  while (scanner.Next(&markup)) {
    element.name = markup.range.begin == begin ? markup.name : element.name;
    element.range.end = markup.range.end;
    depth += markup.type == Markup::Type::kStart ? 1 : 0;
    if (markup.type == Markup::Type::kEnd && --depth == 0) {
      element.end_name = markup.name;
      break;
    }
    if (depth == 0) {
      break;  // the element is an empty tag
    }
  }
  return element;
}

}  // namespace hpdl
