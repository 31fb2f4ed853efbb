#include "compiler/frontend/xml/element_fixes.h"

#include "compiler/base/markup.h"
#include "compiler/base/suggest.h"
#include "compiler/base/xml_text.h"

namespace hpdl::frontend {
namespace {

constexpr std::string_view kBlanks = " \t\r\n";

/// The name behind its prefix.
Range LocalPart(const SourceBuffer& source, Range name) {
  const std::size_t colon = source.Slice(name).find(':');
  if (colon != std::string_view::npos) {
    name.begin += static_cast<std::uint32_t>(colon) + 1;
  }
  return name;
}

/// Where the white space and the comments begin that lead what stands at `at`. A comment on the
/// line on which something else ends belongs to that.
std::uint32_t LeadBegin(std::string_view text, std::uint32_t at) {
  for (;;) {
    const std::size_t last = text.substr(0, at).find_last_not_of(kBlanks);
    const auto blanks = static_cast<std::uint32_t>(last == std::string_view::npos ? 0 : last + 1);
    if (!text.substr(0, blanks).ends_with("-->")) {
      return blanks;
    }
    const std::size_t comment = text.rfind("<!--", blanks);
    const std::size_t before = text.substr(0, comment).find_last_not_of(kBlanks);
    if (before == std::string_view::npos ||
        text.substr(before, comment - before).find('\n') == std::string_view::npos) {
      return blanks;
    }
    at = static_cast<std::uint32_t>(comment);
  }
}

/// The value of an attribute in a start tag, or nothing.
std::optional<Range> ValueOf(const SourceBuffer& source, Range tag, std::string_view attribute) {
  const std::string_view text = source.text();
  std::size_t at = tag.begin;
  while ((at = text.find_first_of("'\"", at)) < tag.end) {
    const std::size_t end = text.find(text[at], at + 1);
    std::string_view before = text.substr(tag.begin, at - tag.begin);
    before = before.substr(0, before.find_last_not_of(" \t\r\n=") + 1);
    const std::size_t name = before.find_last_of(kBlanks);
    if (name != std::string_view::npos && before.substr(name + 1) == attribute) {
      return Range{static_cast<std::uint32_t>(at + 1), static_cast<std::uint32_t>(end)};
    }
    at = end + 1;
  }
  return std::nullopt;
}

}  // namespace

Fix RenameElement(const SourceBuffer& source, Element element, std::string_view name, bool safe) {
  Fix fix = Rename(LocalPart(source, element.NameRange()), name, safe);
  const WholeElement whole = FindWholeElement(source.text(), element.StartTag().begin);
  if (!whole.end_name.empty()) {
    fix.edits.push_back({LocalPart(source, whole.end_name), EscapeXml(name)});
  }
  return fix;
}

std::optional<Fix> RenameElementToNearest(const SourceBuffer& source, Element element,
                                          std::span<const std::string_view> names) {
  const std::optional<Fix> near = RenameToNearest({}, element.LocalName(), names);
  if (!near) {
    return std::nullopt;
  }
  return RenameElement(source, element, Nearest(element.LocalName(), names), near->safe);
}

Fix MoveElement(const SourceBuffer& source, Element element, Range before_name) {
  const std::string_view text = source.text();
  const WholeElement whole = FindWholeElement(text, element.StartTag().begin);
  const std::uint32_t target = LeadBegin(text, before_name.begin - 1);
  const Range moved = {LeadBegin(text, whole.range.begin), whole.range.end};
  return {"move before `<" + std::string(source.Slice(before_name)) + ">`",
          {{{target, target}, std::string(source.Slice(moved))}, {moved, ""}},
          true};
}

Fix InsertAttribute(Element element, std::string_view attribute, std::string_view value,
                    bool safe) {
  const std::uint32_t at = element.NameRange().end;
  const std::string text = std::string(attribute) + "=\"" + EscapeXml(value) + "\"";
  return {"insert " + text, {{{at, at}, " " + text}}, safe};
}

std::optional<Fix> ReplaceNamespace(const SourceBuffer& source, Element element,
                                    std::span<const std::string_view> namespaces) {
  const std::string_view name = element.QualifiedName();
  const std::size_t colon = name.find(':');
  const std::string attribute =
      colon == std::string_view::npos ? "xmlns" : "xmlns:" + std::string(name.substr(0, colon));
  const std::optional<Range> value = ValueOf(source, element.StartTag(), attribute);
  std::optional<Fix> fix =
      value ? RenameToNearest(*value, source.Slice(*value), namespaces) : std::nullopt;
  if (fix) {
    // Versions differ in one digit, and which was meant cannot be told.
    const std::string_view written = source.Slice(*value);
    std::string_view meant = Nearest(written, namespaces);
    const auto family = [](std::string_view ns) { return ns.substr(0, ns.rfind(':')); };
    const bool other_version = family(written) == family(meant);
    std::string_view before;  // versions sort as texts
    for (const std::string_view ns : namespaces) {
      if (other_version && family(ns) == family(written) && ns < written && ns > before) {
        before = ns;
      }
    }
    meant = before.empty() ? meant : before;
    fix->edits.front().text = EscapeXml(meant);
    fix->safe = fix->safe && !other_version;
    fix->title = "replace by '" + std::string(meant) + "'";
  }
  return fix;
}

}  // namespace hpdl::frontend
