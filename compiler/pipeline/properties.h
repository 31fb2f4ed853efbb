#ifndef HPDL_COMPILER_PIPELINE_PROPERTIES_H_
#define HPDL_COMPILER_PIPELINE_PROPERTIES_H_

#include <string>
#include <vector>

#include "compiler/analysis/analyze.h"
#include "compiler/base/source.h"
#include "compiler/diagnostics/diagnostics.h"
#include "compiler/hir/hir.h"
#include "runtime/ground/config/config.h"

namespace hpdl::pipeline {

/// Returns the properties of the file of defaults, and stores their places in `places`. Emits
/// diagnostics if the file is not a configuration. If `of_hws` is false, the file is one of Oozie:
/// properties with an empty value are left out, a property that has only blanks gets the value " ",
/// and no property may name the user by its name in Hadoop. No file may have user.name.
std::vector<hir::Property> ReadDefaults(const SourceBuffer& source, bool of_hws,
                                        std::vector<analysis::PropertyPlace>* places,
                                        Diagnostics* diagnostics);

/// Reports a properties file that could not be parsed.
void EmitBadProperties(const SourceBuffer& source, const rt::ConfigProblem& problem,
                       Diagnostics* diagnostics);

/// Reports properties whose values refer to each other in a circle. This is an error if all
/// properties of the job are known, and otherwise a warning, because the job may give a value that
/// ends the circle.
void EmitCircle(const std::string& problem, bool all_known, const std::string& file,
                Diagnostics* diagnostics);

}  // namespace hpdl::pipeline

#endif  // HPDL_COMPILER_PIPELINE_PROPERTIES_H_
