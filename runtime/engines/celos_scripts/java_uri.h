#ifndef HPDL_RUNTIME_ENGINES_CELOS_SCRIPTS_JAVA_URI_H_
#define HPDL_RUNTIME_ENGINES_CELOS_SCRIPTS_JAVA_URI_H_

#include <string>
#include <string_view>

#include "runtime/ground/base/result.h"

/// Checks addresses from scripts by the rules of Java. The error messages are Java's messages.
namespace hpdl::rt::celos {

/// Returns Java's message, "Illegal character in path at index 1: x y", or "" if java.net.URI
/// accepts the text.
std::string UriProblem(std::string_view text);

/// Returns Java's message for an HDFS path that may contain `${...}`, or "" if the path is valid.
std::string PathProblem(std::string_view text);

/// Returns Java's message for the URI of a file system, or "" if the URI is valid and Hadoop
/// supports its scheme. Does not check whether the file system exists.
std::string FileSystemProblem(std::string_view text);

/// Returns the text that java.net.URL makes of `text`, or an error with Java's message.
Result<std::string> JavaUrl(std::string_view text);

}  // namespace hpdl::rt::celos

#endif  // HPDL_RUNTIME_ENGINES_CELOS_SCRIPTS_JAVA_URI_H_
