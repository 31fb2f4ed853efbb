#ifndef HPDL_COMPILER_DRIVER_COMMANDS_PROPERTIES_H_
#define HPDL_COMPILER_DRIVER_COMMANDS_PROPERTIES_H_

#include <optional>
#include <set>
#include <string>

#include "compiler/diagnostics/diagnostics.h"
#include "compiler/driver/commands/options.h"
#include "compiler/driver/commands/output.h"

namespace hpdl::driver {

/// The properties of -D and --config, the most important on top; nothing if neither was given.
/// Returns the exit code after a message: 1 and a diagnostic, as `output` wants it, if a file's
/// content is wrong; 2 if one cannot be read.
int ReadProperties(const CommandLine& line, const OutputOptions& output,
                   std::optional<PropertyMap>* properties);

/// The names that -D gives values to.
std::set<std::string> DefinedNames(const CommandLine& line);

}  // namespace hpdl::driver

#endif  // HPDL_COMPILER_DRIVER_COMMANDS_PROPERTIES_H_
