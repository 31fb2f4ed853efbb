#ifndef HPDL_COMPILER_DIAGNOSTICS_REPORTER_H_
#define HPDL_COMPILER_DIAGNOSTICS_REPORTER_H_

#include <utility>

#include "compiler/diagnostics/diagnostics.h"

namespace hpdl {

/// Emits diagnostics about one source. Does not own the objects that its pointers refer to.
struct Reporter {
  const SourceBuffer* source = nullptr;
  Diagnostics* diagnostics = nullptr;

  Diagnostic& Emit(DiagnosticKind kind, Range range, Message text) const {
    return diagnostics->Emit(kind, source, range, std::move(text));
  }
  DiagnosticNote Note(Range range, Message text) const { return {source, range, std::move(text)}; }
};

}  // namespace hpdl

#endif  // HPDL_COMPILER_DIAGNOSTICS_REPORTER_H_
