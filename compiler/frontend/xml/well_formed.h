#ifndef HPDL_COMPILER_FRONTEND_XML_WELL_FORMED_H_
#define HPDL_COMPILER_FRONTEND_XML_WELL_FORMED_H_

#include "compiler/base/source.h"
#include "compiler/diagnostics/diagnostics.h"
#include "compiler/frontend/xml/reader.h"

namespace hpdl::frontend {

/// True if the text is well-formed XML 1.0, declares its prefixes, has no document type and no
/// entities, and is within the limits. Reports the first syntax error and all namespace errors
/// before it.
bool CheckWellFormed(const SourceBuffer& source, const ReadLimits& limits,
                     Diagnostics& diagnostics);

}  // namespace hpdl::frontend

#endif  // HPDL_COMPILER_FRONTEND_XML_WELL_FORMED_H_
