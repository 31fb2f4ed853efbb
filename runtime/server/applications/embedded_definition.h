#ifndef HPDL_RUNTIME_SERVER_APPLICATIONS_EMBEDDED_DEFINITION_H_
#define HPDL_RUNTIME_SERVER_APPLICATIONS_EMBEDDED_DEFINITION_H_

#include <string>
#include <string_view>

#include "runtime/ground/base/result.h"
#include "runtime/ground/base/task.h"
#include "runtime/world/files/file_system.h"

/// A submission may contain the definition for its application path; the submissions of Oozie's
/// Fluent API do. As in Oozie, the server writes the definition to that path if no file exists
/// there.
namespace hpdl::rt {

/// The property that has the definition.
inline constexpr std::string_view kEmbeddedDefinition = "oozie.jobs.api.generated.xml";

/// Returns the path for a definition: the path of the application itself if it ends with .xml, else
/// the file `name` in it.
std::string DefinitionPath(std::string application, std::string_view name);

/// Writes a definition to a path of this machine, and makes the directories above it. After a crash
/// the file is complete or missing. An existing file is not replaced, and is not an error. kError
/// "E0307": the file cannot be written.
Task<Result<void>> PutDefinitionHere(std::string path, std::string definition);
/// Like PutDefinitionHere(), but for a file system of Hadoop. First writes the definition to a
/// temporary file on this machine, beside the path `scratch`, and then uploads this file. Also
/// returns kTransient errors.
Task<Result<void>> PutDefinition(FileSystem& files, std::string path, std::string scratch,
                                 std::string definition);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_SERVER_APPLICATIONS_EMBEDDED_DEFINITION_H_
