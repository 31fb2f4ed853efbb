#ifndef HPDL_RUNTIME_SERVER_APPLICATIONS_EMBEDDED_DEFINITION_H_
#define HPDL_RUNTIME_SERVER_APPLICATIONS_EMBEDDED_DEFINITION_H_

#include <string>
#include <string_view>

#include "runtime/ground/base/result.h"
#include "runtime/ground/base/task.h"
#include "runtime/world/files/file_system.h"

/// A submission may bring along the definition for its application path, as the submissions of
/// Oozie's Fluent API do. As in Oozie, the definition is written to that path if there is nothing.
namespace hpdl::rt {

/// The property that has the definition.
inline constexpr std::string_view kEmbeddedDefinition = "oozie.jobs.api.generated.xml";

/// Returns the path for a definition: the path of the application itself if it ends with .xml, else
/// the file `name` in it.
std::string DefinitionPath(std::string application, std::string_view name);

/// Puts a definition to a path of this machine if there is nothing, and makes the directories above
/// it. The definition is whole or not there; a file that somebody else has put there meanwhile
/// stays. kError "E0307".
Task<Result<void>> PutDefinitionHere(std::string path, std::string definition);
/// Does the same in a file system of Hadoop. A file of this machine beside `scratch` is written
/// first. The errors also include kTransient.
Task<Result<void>> PutDefinition(FileSystem& files, std::string path, std::string scratch,
                                 std::string definition);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_SERVER_APPLICATIONS_EMBEDDED_DEFINITION_H_
