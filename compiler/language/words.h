#ifndef HPDL_COMPILER_LANGUAGE_WORDS_H_
#define HPDL_COMPILER_LANGUAGE_WORDS_H_

#include <string_view>

#include "stdlib/core/schema.h"

namespace hpdl::language {

/// What stands for a text of this form.
std::string_view FormOf(stdlib::TextRule rule);

/// What an element means that many kinds have under one name; empty if there is no such word. For
/// declarations that say nothing themselves.
std::string_view CommonMeaning(std::string_view element);

}  // namespace hpdl::language

#endif  // HPDL_COMPILER_LANGUAGE_WORDS_H_
