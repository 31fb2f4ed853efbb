#ifndef HPDL_COMPILER_FRONTEND_XML_READER_H_
#define HPDL_COMPILER_FRONTEND_XML_READER_H_

#include <cstddef>

#include "compiler/base/source.h"
#include "compiler/diagnostics/diagnostics.h"
#include "compiler/frontend/xml/languages.h"

namespace hpdl::frontend {

/// Limits for one definition. A definition beyond a limit is refused with one diagnostic.
struct ReadLimits {
  std::size_t bytes = 64u << 20;
  unsigned depth = 256;
};

/// The language and the ast of a file.
struct ParsedDefinition {
  const Language* language = nullptr;  ///< null if there is no ast
  Ast ast;
};

/// Reads a definition in the language of its root element. Checks well-formedness (Expat, no
/// DOCTYPE, no entities, no network), namespaces, schema and expressions. The result has no ast if
/// the file is not a definition. A definition with errors may have an ast; the errors are in
/// `diagnostics`.
ParsedDefinition ReadDefinition(const SourceBuffer& source, const ReadLimits& limits,
                                Diagnostics& diagnostics);

}  // namespace hpdl::frontend

#endif  // HPDL_COMPILER_FRONTEND_XML_READER_H_
