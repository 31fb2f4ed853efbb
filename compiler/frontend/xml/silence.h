#ifndef HPDL_COMPILER_FRONTEND_XML_SILENCE_H_
#define HPDL_COMPILER_FRONTEND_XML_SILENCE_H_

#include "compiler/base/source.h"
#include "compiler/diagnostics/diagnostics.h"

namespace hpdl::frontend {

/// Reads the comments that silence diagnostics and hands them on:
///     <!-- hpdlc: no-KIND no-OTHER - reason -->
/// Such a comment speaks for the element that follows it and for all that is in it; before the root
/// for the whole file; where no element follows, for the element that it stands in. Reports kinds
/// that do not exist or are errors. Costs one search in a file that has none.
void ReadSilences(const SourceBuffer& source, Diagnostics& diagnostics);

}  // namespace hpdl::frontend

#endif  // HPDL_COMPILER_FRONTEND_XML_SILENCE_H_
