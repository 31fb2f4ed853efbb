#ifndef HPDL_RUNTIME_ENGINES_CELOS_SCRIPTS_JAVA_URI_H_
#define HPDL_RUNTIME_ENGINES_CELOS_SCRIPTS_JAVA_URI_H_

#include <string>
#include <string_view>

#include "runtime/ground/base/result.h"

/// What Java says of addresses that scripts give, in its words.
namespace hpdl::rt::celos {

/// "": java.net.URI takes it. "Illegal character in path at index 1: x y"
std::string UriProblem(std::string_view text);

/// The same of a path of HDFS that may have `${...}` in it.
std::string PathProblem(std::string_view text);

/// "": Hadoop knows a file system by this URI; it is not asked whether that is there.
std::string FileSystemProblem(std::string_view text);

/// What java.net.URL makes of a text; an error: what it says against it.
Result<std::string> JavaUrl(std::string_view text);

}  // namespace hpdl::rt::celos

#endif  // HPDL_RUNTIME_ENGINES_CELOS_SCRIPTS_JAVA_URI_H_
