#ifndef HPDL_COMPILER_DIAGNOSTICS_EXPLAIN_H_
#define HPDL_COMPILER_DIAGNOSTICS_EXPLAIN_H_

#include <string>
#include <string_view>

#include "compiler/diagnostics/diagnostics.h"

namespace hpdl {

/// From explain.def: why the rule exists, and a few lines that break it and keep it.
struct Explanation {
  std::string_view kind;
  std::string_view why;
  std::string_view wrong;
  std::string_view right;
};

/// Null if explain.def has none; a test sees to it that each kind has one.
const Explanation* ExplanationOf(DiagnosticKind kind);

/// The page that `hpdlc explain KIND` prints. `kind` is a name (in any case) or one of Oozie's
/// codes, which may give several pages. Empty if there is no such kind.
std::string Explain(std::string_view kind);

/// A line of a list of kinds.
std::string ListLine(std::string_view name, std::string_view summary);
/// All kinds with their summaries, a line each, in the order of kinds.def.
std::string ListKinds();

}  // namespace hpdl

#endif  // HPDL_COMPILER_DIAGNOSTICS_EXPLAIN_H_
