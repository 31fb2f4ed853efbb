#ifndef HPDL_COMPILER_CELOS_CHECK_H_
#define HPDL_COMPILER_CELOS_CHECK_H_

#include <set>
#include <string>

#include "compiler/celos/script_folder.h"
#include "compiler/diagnostics/diagnostics.h"

namespace hpdl::celos {

/// Reports errors in the scripts of a folder and in the workflows that they define. `files` limits
/// the reports to findings about these files; an empty set means all files. Secrets of the scripts
/// are hidden.
void Check(const ScriptFolder& folder, const std::set<std::string>& files,
           Diagnostics* diagnostics);

}  // namespace hpdl::celos

#endif  // HPDL_COMPILER_CELOS_CHECK_H_
