#ifndef HPDL_STDLIB_CLUSTER_UPLOAD_H_
#define HPDL_STDLIB_CLUSTER_UPLOAD_H_

#include <string>
#include <string_view>

#include "runtime/engines/workflow/kind.h"
#include "runtime/world/files/file_system.h"
#include "runtime/world/hadoop/cluster.h"

/// Uploads files of the program into the cluster's file system, where containers need them.
namespace hpdl::stdlib {

/// Puts bytes at <home>/.hpdl/cache/<sha256>/<name> if that file does not exist yet. The bytes are
/// written under another name first, so an existing file is complete, and uploads at the same time
/// do not disturb each other. Only the user can read <home>/.hpdl (mode 0700). A process checks
/// each file once. `bytes` must live until the task has ended. The resource has the name `name` and
/// a percent-encoded URI. Other applications share it. Errors: those of the file system, with
/// "JA009" if it gave no code.
rt::Task<rt::Result<rt::LocalResource>> UploadOnce(rt::ActionContext& ctx, rt::FileSystem& files,
                                                   std::string name, std::string_view bytes);

/// Uploads a file of the application to the cache. The file's hash is known already.
rt::Task<rt::Result<rt::LocalResource>> UploadOnce(rt::ActionContext& ctx, rt::FileSystem& files,
                                                   const hpdl_file& file);

/// Returns a resource for a file in the cluster's file system. Its URI is percent-encoded. Fails
/// with "JA008" if the file does not exist or is a directory.
rt::Task<rt::Result<rt::LocalResource>> ResourceAt(rt::FileSystem& files, std::string path,
                                                   std::string name, bool archive);

/// Writes a small file of one attempt and makes the directories above it. An existing file is
/// replaced. The file has the default mode of the file system, so a secret belongs in a directory
/// that only the user can read. UploadOnce() makes <home>/.hpdl as such a directory. Errors: those
/// of the file system, with "JA009" if it gave no code.
rt::Task<rt::Result<void>> PutBytes(rt::ActionContext& ctx, rt::FileSystem& files, std::string path,
                                    std::string_view bytes);

/// Writes a file as PutBytes() does, and returns its resource as ResourceAt() does.
rt::Task<rt::Result<rt::LocalResource>> PutResource(rt::ActionContext& ctx, rt::FileSystem& files,
                                                    std::string path, std::string name,
                                                    std::string_view bytes);

/// Translates a failure of a file system for an action. If the failure has no code, it gets "JA018"
/// if the file system refused the request, and "JA009" otherwise. The message begins with `what`.
rt::Error FailureOf(const std::string& what, const rt::Error& error);

}  // namespace hpdl::stdlib

#endif  // HPDL_STDLIB_CLUSTER_UPLOAD_H_
