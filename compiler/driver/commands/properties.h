#ifndef HPDL_COMPILER_DRIVER_COMMANDS_PROPERTIES_H_
#define HPDL_COMPILER_DRIVER_COMMANDS_PROPERTIES_H_

#include <optional>
#include <set>
#include <string>

#include "compiler/diagnostics/diagnostics.h"
#include "compiler/driver/commands/options.h"
#include "compiler/driver/commands/output.h"

namespace hpdl::driver {

/// Reads the properties of -D and --config. A property of -D overrides a property of --config, and
/// a later file overrides an earlier file. `properties` stays empty if neither option was given.
/// Returns the exit code. If a file's content is wrong, prints a diagnostic in the form of `output`
/// and returns 1. If a file cannot be read, prints an error and returns 2.
int ReadProperties(const CommandLine& line, const OutputOptions& output,
                   std::optional<PropertyMap>* properties);

/// Returns the names of the properties that -D sets.
std::set<std::string> DefinedNames(const CommandLine& line);

}  // namespace hpdl::driver

#endif  // HPDL_COMPILER_DRIVER_COMMANDS_PROPERTIES_H_
