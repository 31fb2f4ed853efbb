#ifndef HPDL_COMPILER_BASE_SUGGEST_H_
#define HPDL_COMPILER_BASE_SUGGEST_H_

#include <span>
#include <string>
#include <string_view>

#include "compiler/base/message.h"

namespace hpdl {

/// The candidate that `word` is most likely meant to be: the fewest letters changed, left out,
/// added or swapped, at most a third of the word. Empty if none is near.
std::string_view Nearest(std::string_view word, std::span<const std::string_view> candidates);

/// "; did you mean 'x'?" for messages, or an empty text.
Message DidYouMean(std::string_view word, std::span<const std::string_view> candidates);

/// Whether the two differ at most in upper and lower case.
bool IsSameInOtherCase(std::string_view word, std::string_view name);

/// Whether the two differ by one slip of the fingers: a letter changed, left out or added, two
/// neighbours swapped, or upper and lower case. The longer one has three letters at least.
bool IsOneSlip(std::string_view word, std::string_view name);

/// Whether the two differ only in upper and lower case and in - and _, or in two neighbouring
/// letters that are swapped.
bool IsSameInOtherForm(std::string_view word, std::string_view name);

}  // namespace hpdl

#endif  // HPDL_COMPILER_BASE_SUGGEST_H_
