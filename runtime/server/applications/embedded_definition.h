#ifndef HPDL_RUNTIME_SERVER_APPLICATIONS_EMBEDDED_DEFINITION_H_
#define HPDL_RUNTIME_SERVER_APPLICATIONS_EMBEDDED_DEFINITION_H_

#include <string>
#include <string_view>

#include "runtime/ground/base/result.h"
#include "runtime/ground/base/task.h"
#include "runtime/world/files/file_system.h"

/// A submission may bring along the definition that is to be at its application path, as those do
/// that Oozie's Fluent API makes. As in Oozie it is written there, if nothing is there.
namespace hpdl::rt {

/// The property that has it.
inline constexpr std::string_view kEmbeddedDefinition = "oozie.jobs.api.generated.xml";

/// Where it goes: to the path of the application itself if that ends with .xml, else to
/// the file of that name in it.
std::string DefinitionPath(std::string application, std::string_view name);

/// Puts a definition where nothing is, with the directories above it. It is whole or not there;
/// what somebody else has put there meanwhile stays. On this machine. kError "E0307".
Task<Result<void>> PutDefinitionHere(std::string path, std::string definition);
/// The same in a file system of Hadoop. `scratch`: beside it, a file of this machine is written
/// first. kTransient, too.
Task<Result<void>> PutDefinition(FileSystem& files, std::string path, std::string scratch,
                                 std::string definition);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_SERVER_APPLICATIONS_EMBEDDED_DEFINITION_H_
