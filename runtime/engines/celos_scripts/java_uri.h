#ifndef HPDL_RUNTIME_ENGINES_CELOS_SCRIPTS_JAVA_URI_H_
#define HPDL_RUNTIME_ENGINES_CELOS_SCRIPTS_JAVA_URI_H_

#include <string>
#include <string_view>

#include "runtime/ground/base/result.h"

/// Checks addresses from scripts as Java does, with Java's messages.
namespace hpdl::rt::celos {

/// Java's message, "Illegal character in path at index 1: x y". "": java.net.URI accepts the text.
std::string UriProblem(std::string_view text);

/// Java's message for a path of HDFS that may contain `${...}`. "": the path is good.
std::string PathProblem(std::string_view text);

/// Java's message for the URI of a file system. "": Hadoop knows the scheme. Does not ask if the
/// file system exists.
std::string FileSystemProblem(std::string_view text);

/// The text of java.net.URL for `text`, or an error with Java's message.
Result<std::string> JavaUrl(std::string_view text);

}  // namespace hpdl::rt::celos

#endif  // HPDL_RUNTIME_ENGINES_CELOS_SCRIPTS_JAVA_URI_H_
