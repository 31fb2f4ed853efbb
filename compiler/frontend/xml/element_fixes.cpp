#include "compiler/frontend/xml/element_fixes.h"

#include "compiler/base/markup.h"
#include "compiler/base/suggest.h"
#include "compiler/base/xml_text.h"

namespace hpdl::frontend {
namespace {

/// Returns the start of the white space and comments directly before the element at `at`. A comment
/// is left out if an element or a text ends on the line on which the comment begins: the comment
/// then belongs to that element or text.
std::uint32_t LeadBegin(std::string_view text, std::uint32_t at) {
  for (;;) {
    const std::size_t last = text.substr(0, at).find_last_not_of(kMarkupBlanks);
    const auto blanks = static_cast<std::uint32_t>(last == std::string_view::npos ? 0 : last + 1);
    if (!text.substr(0, blanks).ends_with("-->")) {
      return blanks;
    }
    const std::size_t comment = text.rfind("<!--", blanks);
    const std::size_t before = text.substr(0, comment).find_last_not_of(kMarkupBlanks);
    if (before == std::string_view::npos ||
        text.substr(before, comment - before).find('\n') == std::string_view::npos) {
      return blanks;
    }
    at = static_cast<std::uint32_t>(comment);
  }
}

/// Returns the value of an attribute in a start tag, or nullopt.
std::optional<Range> ValueOf(const SourceBuffer& source, Range tag, std::string_view attribute) {
  for (const MarkupAttribute& found : AttributesOf(source.text(), tag.begin)) {
    if (source.Slice(found.name) == attribute) {
      return found.value;
    }
  }
  return std::nullopt;
}

}  // namespace

Fix RenameElement(const SourceBuffer& source, Element element, std::string_view name, bool safe) {
  return RenameTags(source, element.StartTag().begin, name, safe);
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
  return {"move before " + KnownTag(source.Slice(before_name)),
          {{{target, target}, std::string(source.Slice(moved))}, {moved, ""}},
          true};
}

Fix InsertAttribute(Element element, std::string_view attribute, std::string_view value,
                    bool safe) {
  const std::uint32_t at = element.NameRange().end;
  const std::string text = std::string(attribute) + "=\"" + EscapeXml(value) + "\"";
  return {"insert " + Message(text), {{{at, at}, " " + text}}, safe};
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
    // The namespaces of two versions differ in only one digit. So the intended version is
    // uncertain, and the fix is not safe.
    const std::string_view written = source.Slice(*value);
    std::string_view meant = Nearest(written, namespaces);
    const auto family = [](std::string_view ns) { return ns.substr(0, ns.rfind(':')); };
    const bool other_version = family(written) == family(meant);
    std::string_view before;  // the latest version that is older than the written version
    for (const std::string_view ns : namespaces) {
      if (other_version && family(ns) == family(written) && ns < written && ns > before) {
        before = ns;
      }
    }
    meant = before.empty() ? meant : before;
    fix->edits.front().text = EscapeXml(meant);
    fix->safe = fix->safe && !other_version;
    fix->title = "replace by " + Quoted(meant);
  }
  return fix;
}

}  // namespace hpdl::frontend
