#ifndef HPDL_COMPILER_DIAGNOSTICS_EXPLAIN_H_
#define HPDL_COMPILER_DIAGNOSTICS_EXPLAIN_H_

#include <string>
#include <string_view>

#include "compiler/diagnostics/diagnostics.h"

namespace hpdl {

/// An entry of explain.def: the reason for a rule, an example that breaks the rule, and an example
/// that keeps it.
struct Explanation {
  std::string_view kind;
  std::string_view why;
  std::string_view wrong;
  std::string_view right;
};

/// Returns the entry of explain.def for a kind, or null if the kind has no entry. A test makes sure
/// that each kind has an entry.
const Explanation* ExplanationOf(DiagnosticKind kind);

/// Returns the page that `hpdlc explain KIND` prints. `kind` is a name in any case, or an Oozie
/// code, which may give several pages. Returns "" if there is no such kind.
std::string Explain(std::string_view kind);

/// Returns the line for a kind in a list of kinds.
std::string ListLine(std::string_view name, std::string_view summary);
/// Returns all kinds with their summaries, one line each, in the order of kinds.def.
std::string ListKinds();

}  // namespace hpdl

#endif  // HPDL_COMPILER_DIAGNOSTICS_EXPLAIN_H_
