#ifndef HPDL_COMPILER_LANGUAGE_WORDS_H_
#define HPDL_COMPILER_LANGUAGE_WORDS_H_

#include <string_view>

#include "stdlib/core/schema.h"

namespace hpdl::language {

/// Returns the placeholder for a text that must follow `rule`.
std::string_view FormOf(stdlib::TextRule rule);

/// Returns the meaning of an element that many kinds have under one name. Returns "" for any other
/// element. The page uses this meaning if the declaration of the element has no description.
std::string_view CommonMeaning(std::string_view element);

}  // namespace hpdl::language

#endif  // HPDL_COMPILER_LANGUAGE_WORDS_H_
