#ifndef HPDL_COMPILER_DRIVER_PROGRAM_INCLUDED_FILE_H_
#define HPDL_COMPILER_DRIVER_PROGRAM_INCLUDED_FILE_H_

#include <string>

#include "compiler/driver/program/definition.h"

namespace hpdl::driver {

/// Reads the file that an <include> names in a coordinator of `directory`. If `options` has a --sub
/// for the URI, reads the PATH of the --sub instead. As in Oozie, a directory stands for the
/// coordinator.xml in it. The errors are those of pipeline::Input::read_include. Thread-safe if
/// `options` has no --sub.
rt::Result<pipeline::FoundInclude> ReadInclude(const pipeline::IncludeUri& uri,
                                               const std::string& directory,
                                               const CompileOptions& options);

}  // namespace hpdl::driver

#endif  // HPDL_COMPILER_DRIVER_PROGRAM_INCLUDED_FILE_H_
