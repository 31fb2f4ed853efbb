#ifndef HPDL_RUNTIME_SERVER_PROTOCOLS_OOZIE_JAVA_JSON_H_
#define HPDL_RUNTIME_SERVER_PROTOCOLS_OOZIE_JAVA_JSON_H_

#include "runtime/ground/base/json_writer.h"

namespace hpdl::rt {

/// JSON as Oozie's library json-simple writes it: '/', control characters and U+2000 to U+20FF are
/// escaped. Times are `EEE, dd MMM yyyy HH:mm:ss GMT`.
extern const JsonStyle kJavaJson;

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_SERVER_PROTOCOLS_OOZIE_JAVA_JSON_H_
