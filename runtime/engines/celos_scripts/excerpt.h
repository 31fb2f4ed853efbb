#ifndef HPDL_RUNTIME_ENGINES_CELOS_SCRIPTS_EXCERPT_H_
#define HPDL_RUNTIME_ENGINES_CELOS_SCRIPTS_EXCERPT_H_

#include <string>
#include <string_view>

namespace hpdl::rt::celos {

/// Returns a line of a source and a caret below one of its columns. Lines and columns count from 1,
/// columns in bytes. Returns "" if there is no such line. A long line is cut around the column. If
/// the line mentions passwords, keys or the like, asterisks replace the texts in quotes.
std::string ExcerptOf(std::string_view text, int line, int column);

}  // namespace hpdl::rt::celos

#endif  // HPDL_RUNTIME_ENGINES_CELOS_SCRIPTS_EXCERPT_H_
