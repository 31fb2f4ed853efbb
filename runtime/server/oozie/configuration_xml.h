#ifndef HPDL_RUNTIME_SERVER_OOZIE_CONFIGURATION_XML_H_
#define HPDL_RUNTIME_SERVER_OOZIE_CONFIGURATION_XML_H_

#include <string>
#include <string_view>
#include <vector>

#include "runtime/base/result.h"
#include "runtime/base/task.h"
#include "runtime/value/eval.h"

namespace hpdl::rt {

/// The properties of a `<configuration>` that was sent. Document types and entities are errors; the
/// message has the line. kError "E0302".
Result<Properties> ReadConfigurationBody(std::string_view body);

/// The same, of a long body on another thread: others are answered meanwhile. `body` outlives the
/// task.
Task<Result<Properties>> ReadBodyBeside(std::string_view body);

/// Names in the order in which Java's Properties of so many names gives them.
std::vector<std::string> InJavaOrder(const Properties& properties);

/// `<configuration>` as Oozie shows the properties of a job: lines end with CR LF, and the
/// properties are in the order of Java's hashes. With `masked`, values of properties whose names
/// are those of secrets are not shown.
std::string ConfigurationXml(const Properties& properties, bool masked);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_SERVER_OOZIE_CONFIGURATION_XML_H_
