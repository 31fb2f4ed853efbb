#ifndef HPDL_COMPILER_CELOS_CHECK_H_
#define HPDL_COMPILER_CELOS_CHECK_H_

#include <set>
#include <string>

#include "compiler/celos/script_folder.h"
#include "compiler/diagnostics/diagnostics.h"

namespace hpdl::celos {

/// Says what is wrong with the scripts of a folder, and with the workflows that they define.
/// `files`: only what these have to do with; none: all. Secrets of the scripts are hidden.
void Check(const ScriptFolder& folder, const std::set<std::string>& files,
           Diagnostics* diagnostics);

}  // namespace hpdl::celos

#endif  // HPDL_COMPILER_CELOS_CHECK_H_
