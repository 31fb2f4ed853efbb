#ifndef HPDL_RUNTIME_PROGRAMS_PROGRAM_GIVEN_PROPERTIES_H_
#define HPDL_RUNTIME_PROGRAMS_PROGRAM_GIVEN_PROPERTIES_H_

#include <string>

#include "runtime/ground/config/config.h"
#include "runtime/programs/program/invocation.h"

namespace hpdl::rt {

/// Returns the properties of the command line. A property of -D overrides --config, and a later
/// --config overrides an earlier --config. The message of an error has the file and, if known, the
/// line.
Result<Properties> GivenProperties(const Invocation& call, const std::string& site_path);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_PROGRAMS_PROGRAM_GIVEN_PROPERTIES_H_
