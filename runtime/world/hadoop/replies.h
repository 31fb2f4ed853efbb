#ifndef HPDL_RUNTIME_WORLD_HADOOP_REPLIES_H_
#define HPDL_RUNTIME_WORLD_HADOOP_REPLIES_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/ground/base/result.h"
#include "runtime/world/files/file_system.h"

/// The JSON of WebHDFS. A text that is none of these is an error of class kNonTransient, "E0902":
/// whatever answered is no name node.
namespace hpdl::rt {

Result<FileStatus> ReadFileStatus(std::string_view json);
/// Of LISTSTATUS_BATCH or LISTSTATUS. A name is empty where a file itself was listed.
Result<DirectoryPart> ReadListing(std::string_view json);
/// Of GETFILEBLOCKLOCATIONS.
Result<std::vector<FileBlock>> ReadBlocks(std::string_view json);
/// {"boolean": true}
Result<bool> ReadBoolean(std::string_view json);
/// Of operations that are answered without a word.
Result<void> ReadNothing(std::string_view body);

/// What a name node refuses with: the short name of a Java exception ("StandbyException") and its
/// message, its first line.
struct RemoteException {
  std::string name;
  std::string message;
};
/// Empty if the text has no such thing.
RemoteException ReadRemoteException(std::string_view json);

/// The node is alive but cannot answer: another one of its name service may.
bool IsStandby(const RemoteException& exception);

/// The error that a reply other than 2xx stands for. Classes: standby, safe mode, overloaded or
/// starting servers and each status that MayPass() are kTransient ("JA005" safe mode, else
/// "JA009"), whatever exception comes with it; a server that wants a login
/// is kNonTransient "JA002"; the rest is kError with kNotFound, kExists or no code. `host` is for
/// messages about what is no WebHDFS.
Error ErrorOfReply(int status, std::string_view body, const std::string& host);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_WORLD_HADOOP_REPLIES_H_
