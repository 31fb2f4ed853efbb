#ifndef HPDL_COMPILER_FRONTEND_XML_DATASETS_H_
#define HPDL_COMPILER_FRONTEND_XML_DATASETS_H_

#include <memory>

#include "compiler/ast/coordinator.h"
#include "compiler/base/source.h"
#include "compiler/diagnostics/diagnostics.h"
#include "compiler/frontend/xml/reader.h"

namespace hpdl::frontend {

/// Reads and checks a data set file that a coordinator includes. Returns null if the file is not
/// well-formed or its root is not `<datasets>`.
std::unique_ptr<ast::DatasetsFile> ReadDatasets(const SourceBuffer& source,
                                                const ReadLimits& limits, Diagnostics& diagnostics);

}  // namespace hpdl::frontend

#endif  // HPDL_COMPILER_FRONTEND_XML_DATASETS_H_
