#ifndef HPDL_COMPILER_DIAGNOSTICS_FIXES_H_
#define HPDL_COMPILER_DIAGNOSTICS_FIXES_H_

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "compiler/diagnostics/diagnostics.h"

/// Corrections that several kinds of diagnostic have.
namespace hpdl {

/// "rename to 'NAME'"
Fix Rename(Range place, std::string_view name, bool safe);
/// "replace by 'TEXT'"
Fix Replace(Range place, std::string_view text, bool safe);

/// The element whose start tag begins at `begin` gets another local name in both of its tags; the
/// prefix stays.
Fix RenameTags(const SourceBuffer& source, std::uint32_t begin, std::string_view name, bool safe);

/// An empty element goes, with the white space before it; `tag` is its tag. Nothing if the tag is
/// that of an element with an end tag. Not safe.
std::optional<Fix> RemoveTag(const SourceBuffer& source, Range tag);

/// A wrong word of the language (an element, an attribute, a function, a kind) becomes the name
/// nearest to it, if there is one near. Safe if it is one slip away from exactly one name: a letter
/// changed, left out, added, or two swapped.
std::optional<Fix> RenameToNearest(Range place, std::string_view word,
                                   std::span<const std::string_view> names);

/// The same for names that the author has chosen, which often differ in one letter on purpose. Safe
/// if the word differs from exactly one name only in upper and lower case and in - and _, or by two
/// letters swapped.
std::optional<Fix> RenameToNearestOwn(Range place, std::string_view word,
                                      std::span<const std::string_view> names);

}  // namespace hpdl

#endif  // HPDL_COMPILER_DIAGNOSTICS_FIXES_H_
