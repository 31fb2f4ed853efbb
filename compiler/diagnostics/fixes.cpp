#include "compiler/diagnostics/fixes.h"

#include <algorithm>

#include "compiler/base/markup.h"
#include "compiler/base/suggest.h"
#include "compiler/base/xml_text.h"

namespace hpdl {
namespace {

/// Returns the part of the name behind the prefix.
Range LocalPart(const SourceBuffer& source, Range name) {
  const std::size_t colon = source.Slice(name).find(':');
  if (colon != std::string_view::npos) {
    name.begin += static_cast<std::uint32_t>(colon) + 1;
  }
  return name;
}

}  // namespace

Fix Rename(Range place, std::string_view name, bool safe) {
  return {"rename to " + Quoted(name), {{place, EscapeXml(name)}}, safe};
}

Fix Replace(Range place, std::string_view text, bool safe) {
  return {"replace by " + Quoted(text), {{place, EscapeXml(text)}}, safe};
}

Fix RenameTags(const SourceBuffer& source, std::uint32_t begin, std::string_view name, bool safe) {
  const WholeElement whole = FindWholeElement(source.text(), begin);
  Fix fix = Rename(LocalPart(source, whole.name), name, safe);
  if (!whole.end_name.empty()) {
    fix.edits.push_back({LocalPart(source, whole.end_name), EscapeXml(name)});
  }
  return fix;
}

std::optional<Fix> RemoveTag(const SourceBuffer& source, Range tag) {
  const std::string_view text = source.text();
  if (!source.Slice(tag).ends_with("/>")) {
    return std::nullopt;
  }
  const std::size_t before = text.substr(0, tag.begin).find_last_not_of(" \t\r\n");
  tag.begin = static_cast<std::uint32_t>(before == std::string_view::npos ? 0 : before + 1);
  return Fix{"remove this element", {{tag, ""}}, false};
}

std::optional<Fix> RenameToNearest(Range place, std::string_view word,
                                   std::span<const std::string_view> names) {
  const std::string_view nearest = Nearest(word, names);
  if (nearest.empty()) {
    return std::nullopt;
  }
  const bool unsure = std::any_of(names.begin(), names.end(), [&](std::string_view name) {
    return name != nearest && IsOneSlip(word, name);
  });
  return Rename(place, nearest, !unsure && IsOneSlip(word, nearest));
}

std::optional<Fix> RenameToNearestOwn(Range place, std::string_view word,
                                      std::span<const std::string_view> names) {
  const std::string_view nearest = Nearest(word, names);
  if (nearest.empty()) {
    return std::nullopt;
  }
  const bool unsure = std::any_of(names.begin(), names.end(), [&](std::string_view name) {
    return name != nearest && IsSameInOtherForm(word, name);
  });
  return Rename(place, nearest, !unsure && IsSameInOtherForm(word, nearest));
}

}  // namespace hpdl
