#ifndef HPDL_COMPILER_DIAGNOSTICS_KINDS_H_
#define HPDL_COMPILER_DIAGNOSTICS_KINDS_H_

#include <cstdint>

namespace hpdl {

/// The kinds of diagnostics in kinds.def: HPDL_DIAGNOSTIC(Name, Severity, OozieCode, Summary).
enum class DiagnosticKind : std::uint16_t {
#define HPDL_DIAGNOSTIC(name, severity, oozie, summary) k##name,
#include "compiler/diagnostics/kinds.def"
#undef HPDL_DIAGNOSTIC
  kCount,
};

}  // namespace hpdl

#endif  // HPDL_COMPILER_DIAGNOSTICS_KINDS_H_
