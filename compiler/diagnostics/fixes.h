#ifndef HPDL_COMPILER_DIAGNOSTICS_FIXES_H_
#define HPDL_COMPILER_DIAGNOSTICS_FIXES_H_

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "compiler/diagnostics/diagnostics.h"

/// Makes fixes that several kinds of diagnostics use.
namespace hpdl {

/// Returns the fix "rename to 'NAME'".
Fix Rename(Range place, std::string_view name, bool safe);
/// Returns the fix "replace by 'TEXT'".
Fix Replace(Range place, std::string_view text, bool safe);

/// Returns a fix that gives the element at `begin` another local name, in its start tag and its end
/// tag. The prefix stays.
Fix RenameTags(const SourceBuffer& source, std::uint32_t begin, std::string_view name, bool safe);

/// Returns a fix that removes an empty element and the white space before it; `tag` is its tag.
/// Returns nullopt if the element has an end tag. The fix is not safe.
std::optional<Fix> RemoveTag(const SourceBuffer& source, Range tag);

/// Returns a fix that renames a wrong word of the language (an element, an attribute, a function, a
/// kind) to the nearest name. Returns nullopt if no name is near. The fix is safe if exactly one
/// name is one slip away: a letter changed, left out or added, or two letters swapped.
std::optional<Fix> RenameToNearest(Range place, std::string_view word,
                                   std::span<const std::string_view> names);

/// Returns a fix that renames a wrong name to the nearest name that the author has chosen. Two of
/// the author's names may differ by only one letter, on purpose. The fix is therefore safe only if
/// IsSameInOtherForm() is true for exactly one of `names`.
std::optional<Fix> RenameToNearestOwn(Range place, std::string_view word,
                                      std::span<const std::string_view> names);

}  // namespace hpdl

#endif  // HPDL_COMPILER_DIAGNOSTICS_FIXES_H_
