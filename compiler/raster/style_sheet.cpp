#include "compiler/raster/style_sheet.h"

#include <algorithm>
#include <charconv>
#include <utility>

#include "runtime/ground/base/trim.h"

namespace hpdl::raster {
namespace {

/// Returns the text before `end`. Removes the returned text and `end` from `*text`.
std::string_view TakeUntil(char end, std::string_view* text) {
  const std::size_t at = std::min(text->find(end), text->size());
  const std::string_view taken = Trimmed(text->substr(0, at));
  text->remove_prefix(std::min(at + 1, text->size()));
  return taken;
}

std::vector<std::string_view> Words(std::string_view text) {
  std::vector<std::string_view> words;
  while (!(text = Trimmed(text)).empty()) {
    words.push_back(TakeUntil(' ', &text));
  }
  return words;
}

bool ReadLength(std::string_view text, double* length) {
  if (text.ends_with("px")) {
    text.remove_suffix(2);
  }
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), *length);
  return error == std::errc() && end == text.data() + text.size();
}

bool ReadColour(std::string_view text, std::optional<Colour>* colour) {
  if (text == "none") {
    colour->reset();
    return true;
  }
  std::string digits(text.substr(std::min<std::size_t>(1, text.size())));
  if (digits.size() == 3) {
    digits = {digits[0], digits[0], digits[1], digits[1], digits[2], digits[2]};
  }
  std::uint32_t value = 0;
  const auto [end, error] =
      std::from_chars(digits.data(), digits.data() + digits.size(), value, 16);
  if (!text.starts_with('#') || digits.size() != 6 || error != std::errc() ||
      end != digits.data() + digits.size()) {
    return false;
  }
  *colour = Colour{static_cast<std::uint8_t>(value >> 16), static_cast<std::uint8_t>(value >> 8),
                   static_cast<std::uint8_t>(value)};
  return true;
}

bool ReadDashes(std::string_view value, Style* style) {
  const std::vector<std::string_view> words = Words(value);
  return words.size() == 2 && ReadLength(words[0], &style->dash) &&
         ReadLength(words[1], &style->gap);
}

bool Is(std::string_view value, std::string_view only, bool* flag) {
  *flag = true;
  return value == only;
}

bool ReadFamily(std::string_view value, Style* style) {
  if (value.ends_with("monospace")) {
    style->face = FontFace::kMono;
  }
  return value.ends_with("monospace") || value.ends_with("sans-serif");
}

bool ReadWeight(std::string_view value, Style* style) {
  style->face = FontFace::kBold;
  return value == "600";
}

/// Sets one property. Returns false if the property or its value is not supported.
bool Declare(std::string_view property, std::string_view value, Style* style) {
  using Reader = bool (*)(std::string_view, Style*);
  constexpr std::pair<std::string_view, Reader> kReaders[] = {
      {"fill", [](std::string_view v, Style* s) { return ReadColour(v, &s->fill); }},
      {"stroke", [](std::string_view v, Style* s) { return ReadColour(v, &s->stroke); }},
      {"stroke-width",
       [](std::string_view v, Style* s) { return ReadLength(v, &s->stroke_width); }},
      {"stroke-dasharray", &ReadDashes},
      {"stroke-linecap", [](std::string_view v, Style* s) { return Is(v, "round", &s->round); }},
      {"stroke-linejoin", [](std::string_view v, Style* s) { return Is(v, "round", &s->round); }},
      {"paint-order",
       [](std::string_view v, Style* s) { return Is(v, "stroke", &s->stroke_first); }},
      {"text-anchor", [](std::string_view v, Style* s) { return Is(v, "middle", &s->centred); }},
      {"font-size", [](std::string_view v, Style* s) { return ReadLength(v, &s->font_size); }},
      {"font-weight", &ReadWeight},
      {"font-family", &ReadFamily},
  };
  const auto* const found =
      std::find_if(std::begin(kReaders), std::end(kReaders),
                   [&](const auto& reader) { return reader.first == property; });
  return found != std::end(kReaders) && found->second(value, style);
}

/// Applies declarations to the style. Returns the first declaration that is not supported, or "" if
/// all are supported.
std::string_view Apply(std::string_view declarations, Style* style) {
  while (!declarations.empty()) {
    const std::string_view declaration = TakeUntil(';', &declarations);
    std::string_view value = declaration;
    const std::string_view property = TakeUntil(':', &value);
    if (!declaration.empty() && !Declare(property, Trimmed(value), style)) {
      return declaration;
    }
  }
  return {};
}

/// Removes an @media block from the text, with the blocks inside it.
void PassOver(std::string_view* text) {
  std::size_t depth = 0, at = 0;
  for (; at < text->size(); ++at) {
    depth += (*text)[at] == '{' ? 1 : 0;
    if ((*text)[at] == '}' && --depth == 0) {
      break;
    }
  }
  text->remove_prefix(std::min(at + 1, text->size()));
}

}  // namespace

std::vector<StyleSheet::Compound> StyleSheet::ReadSelector(std::string_view text, int* weight) {
  constexpr int kOfClass = 10;
  std::vector<Compound> selector;
  for (std::string_view word : Words(text)) {
    Compound compound{TakeUntil('.', &word), {}};
    *weight += compound.tag.empty() ? 0 : 1;
    while (!word.empty()) {
      compound.classes.push_back(TakeUntil('.', &word));
      *weight += kOfClass;
    }
    selector.push_back(std::move(compound));
  }
  return selector;
}

Result<StyleSheet> StyleSheet::Read(std::string_view text) {
  StyleSheet sheet;
  while (!(text = Trimmed(text)).empty()) {
    if (text.starts_with('@')) {
      PassOver(&text);
      continue;
    }
    std::string_view selectors = TakeUntil('{', &text);
    const std::string_view declarations = TakeUntil('}', &text);
    Style style;
    if (const std::string_view unknown = Apply(declarations, &style); !unknown.empty()) {
      return Failure("the picture has an unknown style `" + std::string(unknown) + "`");
    }
    while (!selectors.empty()) {
      Rule rule;
      rule.selector = ReadSelector(TakeUntil(',', &selectors), &rule.weight);
      rule.declarations = declarations;
      sheet.rules_.push_back(std::move(rule));
    }
  }
  std::stable_sort(sheet.rules_.begin(), sheet.rules_.end(),
                   [](const Rule& a, const Rule& b) { return a.weight < b.weight; });
  return sheet;
}

bool StyleSheet::Fits(const Compound& compound, const Names& names) {
  const std::vector<std::string_view> has = Words(names.classes);
  return (compound.tag.empty() || compound.tag == names.tag) &&
         std::all_of(compound.classes.begin(), compound.classes.end(),
                     [&](std::string_view wanted) {
                       return std::find(has.begin(), has.end(), wanted) != has.end();
                     });
}

bool StyleSheet::Fits(const Rule& rule, const std::vector<Names>& path) {
  if (rule.selector.empty() || path.empty() || !Fits(rule.selector.back(), path.back())) {
    return false;
  }
  // The number of selector parts that still need a match among the outer elements.
  std::size_t left = rule.selector.size() - 1;
  for (std::size_t i = path.size() - 1; i > 0 && left > 0; --i) {
    left -= Fits(rule.selector[left - 1], path[i - 1]) ? 1 : 0;
  }
  return left == 0;
}

Style StyleSheet::StyleOf(const std::vector<Names>& path) const {
  Style style;
  for (const Rule& rule : rules_) {
    if (Fits(rule, path)) {
      Apply(rule.declarations, &style);
    }
  }
  return style;
}

}  // namespace hpdl::raster
