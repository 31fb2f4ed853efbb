#ifndef HPDL_RUNTIME_SERVER_ACCESS_PROXY_USERS_H_
#define HPDL_RUNTIME_SERVER_ACCESS_PROXY_USERS_H_

#include <map>
#include <set>
#include <string>
#include <utility>

#include "runtime/ground/base/result.h"
#include "runtime/ground/base/task.h"
#include "runtime/server/access/caller.h"
#include "runtime/server/access/name_service.h"
#include "runtime/server/work/server_log.h"
#include "runtime/world/site/site.h"

namespace hpdl::rt {

/// From where, and for users of which groups, somebody may act for others; without any: from
/// anywhere, for everybody.
struct ProxyRule {
  bool any_host = false, any_group = false;
  std::set<std::string, std::less<>> hosts, groups;
};
using ProxyRules = std::map<std::string, ProxyRule, std::less<>>;  ///< by user

/// `oozie.service.ProxyUserService.proxyuser.USER.hosts` and `.groups`: both, or none. kError: one
/// is missing, or the name is another.
Result<ProxyRules> ReadProxyRules(const Site& site);

/// Who acts for whom (`doAs`), as Oozie's ProxyUserService has it. Loop thread only.
class ProxyUsers {
 public:
  ProxyUsers(ProxyRules rules, NameService& names, ServerLog log)
      : rules_(std::move(rules)), names_(names), log_(std::move(log)) {}

  /// The caller whom a caller from an address becomes who wants to act as `other`. "E1400": that is
  /// not allowed; "E1603": a name is missing, or is none.
  Task<Result<Caller>> ActAs(Caller caller, std::string other, std::string address) const;

 private:
  Task<bool> IsFrom(const ProxyRule& rule, std::string address) const;

  const ProxyRules rules_;
  NameService& names_;
  const ServerLog log_;
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_SERVER_ACCESS_PROXY_USERS_H_
