#ifndef HPDL_COMPILER_DIAGNOSTICS_MARKDOWN_H_
#define HPDL_COMPILER_DIAGNOSTICS_MARKDOWN_H_

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "compiler/diagnostics/diagnostics.h"

namespace hpdl {

/// Returns the page of docs/diagnostics/ about a kind, with the text of Explain().
std::string MarkdownPage(DiagnosticKind kind);

/// Returns the page that lists all kinds, in the order of kinds.def.
std::string MarkdownIndex();

/// Returns the name and content of each file of docs/diagnostics/.
std::vector<std::pair<std::string, std::string>> MarkdownPages();

}  // namespace hpdl

#endif  // HPDL_COMPILER_DIAGNOSTICS_MARKDOWN_H_
