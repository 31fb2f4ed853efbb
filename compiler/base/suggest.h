#ifndef HPDL_COMPILER_BASE_SUGGEST_H_
#define HPDL_COMPILER_BASE_SUGGEST_H_

#include <span>
#include <string>
#include <string_view>

namespace hpdl {

/// The candidate that `word` is most likely meant to be: the fewest letters changed, left out,
/// added or swapped, at most a third of the word. Empty if none is near.
std::string_view Nearest(std::string_view word, std::span<const std::string_view> candidates);

/// "; did you mean 'x'?" for messages, or an empty text.
std::string DidYouMean(std::string_view word, std::span<const std::string_view> candidates);

}  // namespace hpdl

#endif  // HPDL_COMPILER_BASE_SUGGEST_H_
