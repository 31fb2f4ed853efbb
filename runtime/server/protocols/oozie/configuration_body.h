#ifndef HPDL_RUNTIME_SERVER_PROTOCOLS_OOZIE_CONFIGURATION_BODY_H_
#define HPDL_RUNTIME_SERVER_PROTOCOLS_OOZIE_CONFIGURATION_BODY_H_

#include <string_view>

#include "runtime/ground/base/result.h"
#include "runtime/ground/base/task.h"
#include "runtime/ground/value/eval.h"

namespace hpdl::rt {

/// The properties of a `<configuration>` that was sent. Document types and entities are errors; the
/// message has the line. kError "E0302".
Result<Properties> ReadConfigurationBody(std::string_view body);

/// The same, of a long body on another thread: others are answered meanwhile. `body` outlives the
/// task.
Task<Result<Properties>> ReadBodyBeside(std::string_view body);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_SERVER_PROTOCOLS_OOZIE_CONFIGURATION_BODY_H_
