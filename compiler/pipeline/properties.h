#ifndef HPDL_COMPILER_PIPELINE_PROPERTIES_H_
#define HPDL_COMPILER_PIPELINE_PROPERTIES_H_

#include <cstdint>
#include <string>
#include <vector>

#include "compiler/base/source.h"
#include "compiler/diagnostics/diagnostics.h"
#include "compiler/hir/hir.h"

namespace hpdl::pipeline {

/// The properties of a config-default.xml or configuration.xml, and the line of each; diagnostics
/// if it is none.
std::vector<hir::Property> ReadDefaults(const SourceBuffer& source,
                                        std::vector<std::uint32_t>* lines,
                                        Diagnostics* diagnostics);

/// Reports a file of properties that its reader refused. `message` is the reader's, `file:line:
/// text`.
void EmitBadProperties(const SourceBuffer& source, std::string message, Diagnostics* diagnostics);

}  // namespace hpdl::pipeline

#endif  // HPDL_COMPILER_PIPELINE_PROPERTIES_H_
