#ifndef HPDL_STDLIB_REMOTE_REMOTE_HOST_H_
#define HPDL_STDLIB_REMOTE_REMOTE_HOST_H_

#include <string>
#include <string_view>
#include <vector>

#include "runtime/engines/workflow/kind.h"
#include "runtime/world/ssh/ssh.h"

/// Machines that actions name, and how the site wants them reached.
namespace hpdl::stdlib {

/// `[USER@]HOST[:PORT]`, with an IPv6 address in brackets where a port follows. Without a user it
/// is the job's, without a port the site's (hpdl.ssh.port). "JA018" if it is none;
/// "ERR_USER_MISMATCH" for another user than the job's where the site does not allow one
/// (oozie.action.ssh.allow.user.at.host).
rt::Result<rt::SshTarget> TargetOf(const rt::ActionContext& ctx, std::string_view host);

/// What the site says of known hosts, keys, connections and time.
rt::SshOptions SshOptionsOf(const rt::Site& site);

/// The words of a text between blanks, tabs and line ends.
std::vector<std::string> SplitAtBlanks(std::string_view text);

}  // namespace hpdl::stdlib

#endif  // HPDL_STDLIB_REMOTE_REMOTE_HOST_H_
