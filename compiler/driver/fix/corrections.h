#ifndef HPDL_COMPILER_DRIVER_FIX_CORRECTIONS_H_
#define HPDL_COMPILER_DRIVER_FIX_CORRECTIONS_H_

#include <string>
#include <vector>

#include "compiler/diagnostics/diagnostics.h"
#include "compiler/driver/program/definition.h"

/// Sets of corrections: which go together, and whether a definition is better with them.
namespace hpdl::driver {

using Found = std::vector<Diagnostic>;
using Chosen = std::vector<const Diagnostic*>;

/// Whether the correction of what was found may be made without asking.
bool IsSafe(const Diagnostic& diagnostic, const Definition& definition);

/// Safe corrections in the order in which they were found, none with an edit over another's. They
/// point into `found`.
Chosen Choose(const Found& found, const Definition& definition);

/// The bytes of the definition's file after all edits of `chosen`.
std::string Edited(const std::string& bytes, const Definition& definition, const Chosen& chosen);

/// Null if the corrected definition is better, else an error that it would have.
const Diagnostic* Worse(const Found& before, const Found& after);

/// Whether less is found of each kind that was corrected: a correction that does not help would be
/// made again and again. Texts are no measure, as only some of many have a hint in theirs.
bool Helped(const Chosen& chosen, const Found& before, const Found& after);

}  // namespace hpdl::driver

#endif  // HPDL_COMPILER_DRIVER_FIX_CORRECTIONS_H_
