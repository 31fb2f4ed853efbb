#ifndef HPDL_COMPILER_DRIVER_FIX_CORRECTIONS_H_
#define HPDL_COMPILER_DRIVER_FIX_CORRECTIONS_H_

#include <string>
#include <vector>

#include "compiler/diagnostics/diagnostics.h"
#include "compiler/driver/program/definition.h"

/// Sets of corrections. The functions find corrections that can be made together, and check whether
/// a set of corrections makes a definition better.
namespace hpdl::driver {

using Found = std::vector<Diagnostic>;
using Chosen = std::vector<const Diagnostic*>;

/// True if hpdlc may make the correction of a diagnostic without asking the user.
bool IsSafe(const Diagnostic& diagnostic, const Definition& definition);

/// Returns safe corrections in the order of `found`. Their edits do not overlap. The result points
/// into `found`.
Chosen Choose(const Found& found, const Definition& definition);

/// Returns the bytes of the definition's file after all edits of `chosen`.
std::string Edited(const std::string& bytes, const Definition& definition, const Chosen& chosen);

/// Returns null if the corrected definition has no new error, otherwise returns a new error.
const Diagnostic* Worse(const Found& before, const Found& after);

/// True if there are fewer diagnostics of each corrected kind, or if the XML was not well-formed
/// before. Without this check, a correction that does not help would be made again and again. The
/// function compares only the kinds of diagnostics. Their texts may differ for another reason: in a
/// file with very many diagnostics, some texts lack their hints.
bool Helped(const Chosen& chosen, const Found& before, const Found& after);

}  // namespace hpdl::driver

#endif  // HPDL_COMPILER_DRIVER_FIX_CORRECTIONS_H_
