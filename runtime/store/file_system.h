#ifndef HPDL_RUNTIME_STORE_FILE_SYSTEM_H_
#define HPDL_RUNTIME_STORE_FILE_SYSTEM_H_

#include <string>
#include <string_view>

#include "runtime/ground/base/result.h"

namespace hpdl::rt {

/// Name of the network file system that `magic` (statfs) and `type` (the word in the mount table)
/// stand for; empty for local ones. FUSE has one number for local and remote file systems, so only
/// the word tells them apart.
std::string_view NetworkFileSystem(unsigned long magic, std::string_view type);

/// The file system type of the mount that holds `path`, from the mount table in the file `mounts`
/// (proc(5), mountinfo), of the last line that has its device; empty if none has.
std::string MountType(const std::string& path, const char* mounts);

/// Refuses a directory whose file system keeps neither locks nor memory maps coherent between
/// hosts: the journal could be broken there without anybody noticing.
Result<void> RefuseNetworkFileSystem(const std::string& path);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_STORE_FILE_SYSTEM_H_
