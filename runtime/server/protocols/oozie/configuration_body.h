#ifndef HPDL_RUNTIME_SERVER_PROTOCOLS_OOZIE_CONFIGURATION_BODY_H_
#define HPDL_RUNTIME_SERVER_PROTOCOLS_OOZIE_CONFIGURATION_BODY_H_

#include <string_view>

#include "runtime/ground/base/result.h"
#include "runtime/ground/base/task.h"
#include "runtime/ground/value/eval.h"

namespace hpdl::rt {

/// Reads the properties of a `<configuration>` in a request. A document type or an entity is an
/// error. A property that has only blanks gets the value " ", because it is defined
/// (ResolveProperties()), unless the server itself reads the property. Errors are kError "E0302";
/// the message has the number of the wrong line.
Result<Properties> ReadConfigurationBody(std::string_view body);

/// Like ReadConfigurationBody(), but reads a long body on another thread, so that other requests
/// are answered meanwhile. `body` outlives the task.
Task<Result<Properties>> ReadBodyBeside(std::string_view body);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_SERVER_PROTOCOLS_OOZIE_CONFIGURATION_BODY_H_
