#ifndef HPDL_COMPILER_LANGUAGE_PAGE_H_
#define HPDL_COMPILER_LANGUAGE_PAGE_H_

#include <string>

/// Makes docs/language.md, the page about the accepted language. The page comes from the
/// declarations that the reader, the checks and the runtime use.
namespace hpdl::language {

/// Returns the whole page as Markdown.
std::string Page();

}  // namespace hpdl::language

#endif  // HPDL_COMPILER_LANGUAGE_PAGE_H_
