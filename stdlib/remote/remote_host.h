#ifndef HPDL_STDLIB_REMOTE_REMOTE_HOST_H_
#define HPDL_STDLIB_REMOTE_REMOTE_HOST_H_

#include <string>
#include <string_view>
#include <vector>

#include "runtime/engines/workflow/kind.h"
#include "runtime/world/ssh/ssh.h"

/// The machines that actions name, and the site's settings for connections to them.
namespace hpdl::stdlib {

/// Parses `[USER@]HOST[:PORT]`. An IPv6 address has brackets if a port follows. The default user is
/// the job's user, and the default port is the site's (hpdl.ssh.port). Fails with "JA018" if the
/// text is not of this form. Fails with "ERR_USER_MISMATCH" if the user is not the job's user and
/// the site does not allow another user (oozie.action.ssh.allow.user.at.host).
rt::Result<rt::SshTarget> TargetOf(const rt::ActionContext& ctx, std::string_view host);

/// Returns the site's settings for known hosts, keys, connections and time limits.
rt::SshOptions SshOptionsOf(const rt::Site& site);

/// Returns the words of a text between blanks, tabs and line ends.
std::vector<std::string> SplitAtBlanks(std::string_view text);

}  // namespace hpdl::stdlib

#endif  // HPDL_STDLIB_REMOTE_REMOTE_HOST_H_
