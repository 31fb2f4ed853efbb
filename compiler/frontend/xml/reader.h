#ifndef HPDL_COMPILER_FRONTEND_XML_READER_H_
#define HPDL_COMPILER_FRONTEND_XML_READER_H_

#include <memory>
#include <string>

#include "compiler/base/source.h"
#include "compiler/diagnostics/diagnostics.h"
#include "compiler/frontend/xml/languages.h"

namespace hpdl::frontend {

/// Bounds of one definition; what exceeds them is refused with one diagnostic.
struct ReadLimits {
  std::size_t bytes = 64u << 20;
  unsigned depth = 256;
};

/// The bytes of a file as a buffer: transcodes UTF-16, drops a byte order mark, refuses invalid
/// UTF-8. Null after a diagnostic. `name` is what messages call the file.
std::unique_ptr<SourceBuffer> MakeSource(std::string name, std::string bytes,
                                         Diagnostics& diagnostics);

/// What a file is a definition of: which language, and its ast.
struct ParsedDefinition {
  const Language* language = nullptr;  ///< null if there is no ast
  Ast ast;
};

/// Well-formedness (Expat, no DOCTYPE, no entities, no network), namespaces, schema, expressions,
/// in whichever language the root element says. No ast if there is no definition to speak of;
/// otherwise it may have errors, which are in `diagnostics`.
ParsedDefinition ReadDefinition(const SourceBuffer& source, const ReadLimits& limits,
                                Diagnostics& diagnostics);

/// The same for a file of data sets that a coordinator includes. Null after an error of the whole.
std::unique_ptr<ast::DatasetsFile> ReadDatasets(const SourceBuffer& source,
                                                const ReadLimits& limits, Diagnostics& diagnostics);

}  // namespace hpdl::frontend

#endif  // HPDL_COMPILER_FRONTEND_XML_READER_H_
