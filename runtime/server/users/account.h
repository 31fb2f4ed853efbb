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

/// Somebody whom this machine knows.
struct Account {
  std::string name;
  uid_t uid = 0;
  gid_t gid = 0;
  std::vector<gid_t> groups;  ///< all, the first one too
  std::string home;
};

/// No account below this is ever acted for: they are the machine's own.
inline constexpr uid_t kLeastUid = 1000;

/// Whether an account may have this name: letters, digits and ._- , of which the first is none of
/// the last two, up to 32.
bool IsAccountName(std::string_view name);

/// The account `name` in a line of `getent passwd`. An error: it says something else, or the
/// account is one of the machine's own.
Result<Account> ReadPasswdLine(std::string_view name, std::string_view line);
/// The numbers behind the name in a line of `getent initgroups`.
Result<std::vector<gid_t>> ReadGroupsLine(std::string_view line);

/// Asks the machine. kError E0501: it knows nobody of this name for whom a server may act.
Task<Result<Account>> FindAccount(NameService& names, std::string name);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_SERVER_USERS_ACCOUNT_H_
