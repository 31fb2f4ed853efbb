#ifndef HPDL_RUNTIME_ENGINES_CELOS_SCRIPTS_EXCERPT_H_
#define HPDL_RUNTIME_ENGINES_CELOS_SCRIPTS_EXCERPT_H_

#include <string>
#include <string_view>

namespace hpdl::rt::celos {

/// A line of a source, and a caret below a column of it, both from 1, columns in bytes; "" if there
/// is no such line. Of a long line what is around the column. Texts in a line that speaks of
/// passwords, keys or the like are asterisks.
std::string ExcerptOf(std::string_view text, int line, int column);

}  // namespace hpdl::rt::celos

#endif  // HPDL_RUNTIME_ENGINES_CELOS_SCRIPTS_EXCERPT_H_
