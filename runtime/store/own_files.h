#ifndef HPDL_RUNTIME_STORE_OWN_FILES_H_
#define HPDL_RUNTIME_STORE_OWN_FILES_H_

#include <sys/types.h>

#include <string>

#include "runtime/ground/base/result.h"

/// A state directory says which commands run and where their output goes. So what somebody else may
/// have put there is refused before it is read or written: folders of other users than this one and
/// root, folders that others may write, links and odd files in the place of files.
namespace hpdl::rt {

/// Why `user` must not use a folder of `owner`; empty: it may.
std::string WhyForeign(uid_t owner, uid_t user);

/// Refuses a directory that belongs to another user, or that everybody may write, as /tmp. A group
/// may: those who share it trust one another with what is in it, but not with jobs.
Result<void> RefuseForeignDirectory(const std::string& path);

/// Refuses the folder of a job that is no folder, belongs to another user, or can be written by
/// anybody else. One that is not there is an error too.
Result<void> RefuseForeignJob(const std::string& path);

/// Refuses what is there and no regular file, as a link or a FIFO. What is not there is fine.
Result<void> RefuseOddFile(const std::string& path);

/// Makes a file, for its owner alone, unless there is one; refuses what is there and no regular
/// file. What SQLite puts beside a database gets the mode of that.
Result<void> MakePrivateFile(const std::string& path);

/// Opens a regular file; no link is followed, and nothing else is waited for. The descriptor is the
/// caller's.
Result<int> OpenRegular(const std::string& path, int flags);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_STORE_OWN_FILES_H_
