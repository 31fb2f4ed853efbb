#ifndef HPDL_COMPILER_LANGUAGE_PAGE_H_
#define HPDL_COMPILER_LANGUAGE_PAGE_H_

#include <string>

/// The page about the accepted language, made from the declarations that the reader, the checks and
/// the runtime work by: docs/language.md.
namespace hpdl::language {

/// The whole page, Markdown.
std::string Page();

}  // namespace hpdl::language

#endif  // HPDL_COMPILER_LANGUAGE_PAGE_H_
