#ifndef HPDL_RUNTIME_SERVER_PROCESSES_RIGHTS_H_
#define HPDL_RUNTIME_SERVER_PROCESSES_RIGHTS_H_

#include <sys/types.h>

#include <vector>

#include "runtime/ground/base/result.h"

/// The rights that a process of root's hpdld gives up for good.
namespace hpdl::rt {

/// Makes this process run as a user other than root, with these groups. The process cannot return
/// to its earlier user, has no capability, and other processes of the user cannot read its memory.
Result<void> BecomeUser(uid_t uid, gid_t gid, const std::vector<gid_t>& groups);

/// Closes standard output and standard error, which lead to root's log.
void LeaveLog();

/// Makes this process run under an account, and leaves it nothing but the descriptors that it has
/// or receives: it can read and write them, accept connections and end. It cannot open a file or a
/// socket, connect, start a process, send a signal or gain a right, not even by a program with the
/// bit setuid. It cannot change how a file is written that it shares with another process. All
/// other system calls fail with EPERM. The process must be root's and have one thread.
Result<void> KeepDescriptorsOnly(uid_t uid, gid_t gid);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_SERVER_PROCESSES_RIGHTS_H_
