#ifndef HPDL_RUNTIME_STORE_OWN_FILES_H_
#define HPDL_RUNTIME_STORE_OWN_FILES_H_

#include <sys/types.h>

#include <string>

#include "runtime/ground/base/result.h"

/// Checks of the files of a state directory. The files decide which commands run and where their
/// output goes. So the program does not use files that another user may have put there. It refuses
/// folders that belong neither to this user nor to root, and folders that others may write. It also
/// refuses links and special files in place of regular files.
namespace hpdl::rt {

/// Returns the reason why `user` must not use a folder of `owner`; "": `user` may use it.
std::string WhyForeign(uid_t owner, uid_t user);

/// Refuses a directory that belongs to another user, and a directory that everybody may write, such
/// as /tmp. A group may write the directory, but not the folder of a job in it
/// (RefuseForeignJob()).
Result<void> RefuseForeignDirectory(const std::string& path);

/// Refuses a path if everybody may rename or replace a directory above it. A directory such as /tmp,
/// which everybody may write but whose entries only their owners may rename, is accepted. `path` is
/// absolute and without links.
Result<void> RefuseOpenParents(const std::string& path);

/// Refuses the folder of a job if it belongs to another user, if anybody else may write it, or if
/// it is not a folder. A missing folder is an error too.
Result<void> RefuseForeignJob(const std::string& path);

/// Refuses a path that exists but is not a regular file, for example a link or a FIFO. A missing
/// path is accepted.
Result<void> RefuseOddFile(const std::string& path);

/// Creates the file with rights for its owner only, unless it exists. Refuses a path that exists
/// but is not a regular file. The files that SQLite puts beside a database get the database's mode.
Result<void> MakePrivateFile(const std::string& path);

/// Opens a regular file; a new one gets rights for its owner only. It follows no link and does not
/// block on special files. The caller owns the descriptor.
Result<int> OpenRegular(const std::string& path, int flags);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_STORE_OWN_FILES_H_
