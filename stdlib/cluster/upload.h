#ifndef HPDL_STDLIB_CLUSTER_UPLOAD_H_
#define HPDL_STDLIB_CLUSTER_UPLOAD_H_

#include <string>
#include <string_view>

#include "runtime/engines/workflow/kind.h"
#include "runtime/world/files/file_system.h"
#include "runtime/world/hadoop/cluster.h"

/// Files of the program that containers need, in the cluster's file system.
namespace hpdl::stdlib {

/// Puts bytes at <home>/.hpdl/cache/<sha256>/<name> if they are not there yet, by way of another
/// name, so that what is there is whole; uploads under way at the same time do not disturb each
/// other. <home>/.hpdl is the user's alone (mode 0700). One check a process and file. `bytes` must
/// live until the task has ended. The resource's name is `name`, shared with other applications;
/// its URI is percent-encoded. Errors: those of the file system, with "JA009" where it gave no
/// code.
rt::Task<rt::Result<rt::LocalResource>> UploadOnce(rt::ActionContext& ctx, rt::FileSystem& files,
                                                   std::string name, std::string_view bytes);

/// The same of a file of the application; its hash is known already.
rt::Task<rt::Result<rt::LocalResource>> UploadOnce(rt::ActionContext& ctx, rt::FileSystem& files,
                                                   const hpdl_file& file);

/// A resource for a file that is in the cluster's file system; its URI is percent-encoded. "JA008"
/// if it is not there, or a directory.
rt::Task<rt::Result<rt::LocalResource>> ResourceAt(rt::FileSystem& files, std::string path,
                                                   std::string name, bool archive);

/// Writes a small file of one attempt, with the directories above it, over one that is there. Its
/// mode is the file system's default: secrets belong into a directory of the user's own, such as
/// those below <home>/.hpdl once UploadOnce() has made it. "JA009" as above.
rt::Task<rt::Result<void>> PutBytes(rt::ActionContext& ctx, rt::FileSystem& files, std::string path,
                                    std::string_view bytes);

/// PutBytes(), then ResourceAt() of it.
rt::Task<rt::Result<rt::LocalResource>> PutResource(rt::ActionContext& ctx, rt::FileSystem& files,
                                                    std::string path, std::string name,
                                                    std::string_view bytes);

/// The failure of a file system in the words of an action: "JA018" what it refused, "JA009" what it
/// could not do, where it gave no code; the message begins with `what`.
rt::Error FailureOf(const std::string& what, const rt::Error& error);

}  // namespace hpdl::stdlib

#endif  // HPDL_STDLIB_CLUSTER_UPLOAD_H_
