#ifndef HPDL_RUNTIME_GROUND_BASE_QUOTED_TEXT_H_
#define HPDL_RUNTIME_GROUND_BASE_QUOTED_TEXT_H_

#include <string>
#include <string_view>

/// Texts as one word or label of another language. hpdlc and programs write them.
namespace hpdl {

/// One word of a POSIX shell, in single quotes.
std::string ShellQuoted(std::string_view text);

/// A label of Mermaid, in double quotes. Nothing in it is an entity, an escape or a formula;
/// control characters become blanks.
std::string MermaidQuoted(std::string_view text);

/// A label of DOT, in double quotes. Nothing in it is an entity or an escape; control characters
/// become blanks.
std::string DotQuoted(std::string_view text);

}  // namespace hpdl

#endif  // HPDL_RUNTIME_GROUND_BASE_QUOTED_TEXT_H_
