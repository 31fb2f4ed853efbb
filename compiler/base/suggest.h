#ifndef HPDL_COMPILER_BASE_SUGGEST_H_
#define HPDL_COMPILER_BASE_SUGGEST_H_

#include <span>
#include <string>
#include <string_view>

#include "compiler/base/message.h"

namespace hpdl {

/// Returns the candidate that is nearest to `word`, or "" if no candidate is near. The distance
/// counts letters changed, left out, added or swapped, and may be at most a third of the word's
/// length. A word of one or two letters may differ only in case.
std::string_view Nearest(std::string_view word, std::span<const std::string_view> candidates);

/// Returns "; did you mean 'x'?" for a message, or an empty text.
Message DidYouMean(std::string_view word, std::span<const std::string_view> candidates);

/// True if the two texts are equal except for upper and lower case.
bool IsSameInOtherCase(std::string_view word, std::string_view name);

/// True if the two texts differ by one slip of the fingers. This is a letter changed, left out or
/// added, two neighbouring letters swapped, or a difference in upper and lower case. The shorter
/// text must have at least two bytes, and the longer text at least three.
bool IsOneSlip(std::string_view word, std::string_view name);

/// True if the two texts are equal apart from upper and lower case and from `-` and `_`. Also true
/// if they differ only in the order of two neighbouring letters.
bool IsSameInOtherForm(std::string_view word, std::string_view name);

}  // namespace hpdl

#endif  // HPDL_COMPILER_BASE_SUGGEST_H_
