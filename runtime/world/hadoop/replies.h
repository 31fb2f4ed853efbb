#ifndef HPDL_RUNTIME_WORLD_HADOOP_REPLIES_H_
#define HPDL_RUNTIME_WORLD_HADOOP_REPLIES_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/ground/base/result.h"
#include "runtime/world/files/file_system.h"

/// Reads the JSON of WebHDFS. Any other text is an error of class kNonTransient, "E0902", because
/// the server that answered is not a name node.
namespace hpdl::rt {

Result<FileStatus> ReadFileStatus(std::string_view json);
/// Reads the reply of LISTSTATUS_BATCH or LISTSTATUS. A name is empty if the listed path is a file.
Result<DirectoryPart> ReadListing(std::string_view json);
/// Reads the reply of GETFILEBLOCKLOCATIONS.
Result<std::vector<FileBlock>> ReadBlocks(std::string_view json);
/// Reads {"boolean": true}.
Result<bool> ReadBoolean(std::string_view json);
/// Reads the reply of an operation that answers with an empty body.
Result<void> ReadNothing(std::string_view body);

/// The reason with which a name node refuses a request: the short name of a Java exception
/// ("StandbyException") and the first line of its message.
struct RemoteException {
  std::string name;
  std::string message;
};
/// Reads a remote exception. Its texts are empty if the reply has no exception.
RemoteException ReadRemoteException(std::string_view json);

/// True if the name node is alive but cannot answer. The other name nodes of the same name service
/// may answer.
bool IsStandby(const RemoteException& exception);

/// Returns the error for a reply with a status other than 2xx. It is kTransient "JA005" in safe
/// mode. It is kTransient "JA009" for a standby, and for an overloaded or starting server. It is
/// also kTransient "JA009", with any exception, if MayPass() is true for the status. It is
/// kNonTransient "JA002" if the server requires a login, and kNonTransient "E0902" if the server is
/// not WebHDFS. Otherwise it is kError with kNotFound, kExists or no code. `host` is named in
/// messages about servers that are not WebHDFS.
Error ErrorOfReply(int status, std::string_view body, const std::string& host);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_WORLD_HADOOP_REPLIES_H_
