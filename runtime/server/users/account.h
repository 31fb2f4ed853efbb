#ifndef HPDL_RUNTIME_SERVER_USERS_ACCOUNT_H_
#define HPDL_RUNTIME_SERVER_USERS_ACCOUNT_H_

#include <sys/types.h>

#include <string>
#include <string_view>
#include <vector>

#include "runtime/ground/base/result.h"
#include "runtime/ground/base/task.h"
#include "runtime/server/access/name_service.h"

namespace hpdl::rt {

/// An account of this machine.
struct Account {
  std::string name;
  uid_t uid = 0;
  gid_t gid = 0;
  std::vector<gid_t> groups;  ///< all groups, including `gid`
  std::string home;
};

/// The lowest uid of an account for which a server acts: lower uids are system accounts.
inline constexpr uid_t kLeastUid = 1000;

/// True if an account may have this name. The name has up to 32 letters, digits and ._- and begins
/// neither with `.` nor with `-`.
bool IsAccountName(std::string_view name);

/// Reads the account `name` from a line of `getent passwd`. Returns an error if the line has
/// another form or another name, or if the account's uid is below `least`.
Result<Account> ReadPasswdLine(std::string_view name, std::string_view line,
                               uid_t least = kLeastUid);
/// Returns the numbers of the groups in a line of `getent initgroups`. In the line, the numbers
/// follow the user's name.
Result<std::vector<gid_t>> ReadGroupsLine(std::string_view line);

/// Looks up an account on this machine. kError E0501: there is no account of this name for which a
/// server may act. kTransient: the groups of the account cannot be found out.
Task<Result<Account>> FindAccount(NameService& names, std::string name);

/// Looks up the account `name` of a service, which may be a system account but not root. The result
/// has no groups but the account's own. kError: there is no such account.
Task<Result<Account>> FindServiceAccount(NameService& names, std::string name);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_SERVER_USERS_ACCOUNT_H_
