#ifndef HPDL_COMPILER_FRONTEND_XML_SILENCE_H_
#define HPDL_COMPILER_FRONTEND_XML_SILENCE_H_

#include "compiler/base/source.h"
#include "compiler/diagnostics/diagnostics.h"

namespace hpdl::frontend {

/// Reads the comments that silence diagnostics and passes them to `diagnostics`. Form of a comment:
///     <!-- hpdlc: no-KIND no-OTHER - reason -->
/// A comment applies to the element that follows it and to its whole content. A comment before the
/// root applies to the whole file. A comment that no element follows applies to the element around
/// it. Reports a KIND that does not exist or whose diagnostics are errors. If the file has no
/// comments of this form, the function only searches the text once.
void ReadSilences(const SourceBuffer& source, Diagnostics& diagnostics);

}  // namespace hpdl::frontend

#endif  // HPDL_COMPILER_FRONTEND_XML_SILENCE_H_
