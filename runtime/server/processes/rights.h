#ifndef HPDL_RUNTIME_SERVER_PROCESSES_RIGHTS_H_
#define HPDL_RUNTIME_SERVER_PROCESSES_RIGHTS_H_

#include <sys/types.h>

#include <vector>

#include "runtime/ground/base/result.h"

/// The rights that a process of root's hpdld gives up for good.
namespace hpdl::rt {

/// Makes sure that no program which this process starts can gain a capability. Needs root.
void LoseCapabilities();

/// Makes this process run as a user other than root, with these groups. The process cannot return
/// to its earlier user, has no capability, and other processes of the user cannot read its memory.
Result<void> BecomeUser(uid_t uid, gid_t gid, const std::vector<gid_t>& groups);

/// Leaves this process nothing but the descriptors that it has or is passed: it can read and write
/// them, accept connections, pass descriptors on, and end. It cannot open a file or a socket, start
/// a process, send a signal or gain a right, not even by a program with the bit setuid. All other
/// system calls fail with EPERM. The process must be without capabilities and have one thread.
Result<void> KeepDescriptorsOnly();

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_SERVER_PROCESSES_RIGHTS_H_
