#ifndef HPDL_RUNTIME_GROUND_BASE_QUOTED_TEXT_H_
#define HPDL_RUNTIME_GROUND_BASE_QUOTED_TEXT_H_

#include <string>
#include <string_view>

/// Quotes texts for POSIX shells, Mermaid and DOT. hpdlc and programs use these functions.
namespace hpdl {

/// Returns the text as one word of a POSIX shell, in single quotes.
std::string ShellQuoted(std::string_view text);

/// Returns the text as a label of Mermaid, in double quotes. The text cannot become an entity, an
/// escape or a formula. Control characters become blanks.
std::string MermaidQuoted(std::string_view text);

/// Returns the text as a label of DOT, in double quotes. The text cannot become an entity or an
/// escape. Control characters become blanks.
std::string DotQuoted(std::string_view text);

}  // namespace hpdl

#endif  // HPDL_RUNTIME_GROUND_BASE_QUOTED_TEXT_H_
