#ifndef HPDL_COMPILER_DIAGNOSTICS_MARKDOWN_H_
#define HPDL_COMPILER_DIAGNOSTICS_MARKDOWN_H_

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "compiler/diagnostics/diagnostics.h"

namespace hpdl {

/// The page of docs/diagnostics/ about a kind, from what Explain says.
std::string MarkdownPage(DiagnosticKind kind);

/// The page that lists all kinds, in the order of kinds.def.
std::string MarkdownIndex();

/// The files of docs/diagnostics/: name and content of each.
std::vector<std::pair<std::string, std::string>> MarkdownPages();

}  // namespace hpdl

#endif  // HPDL_COMPILER_DIAGNOSTICS_MARKDOWN_H_
