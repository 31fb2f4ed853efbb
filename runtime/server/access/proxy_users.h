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

/// The hosts from which a user may act for other users, and the groups of these other users.
/// `any_host`: all hosts are allowed; `any_group`: all users are allowed.
struct ProxyRule {
  bool any_host = false, any_group = false;
  std::set<std::string, std::less<>> hosts, groups;
};
using ProxyRules = std::map<std::string, ProxyRule, std::less<>>;  ///< the rules, by the name of
                                                                   ///< the proxy user

/// Reads `oozie.service.ProxyUserService.proxyuser.USER.hosts` and `.groups`. kError: a USER has
/// only one of the two settings, or a setting below this prefix has another name.
Result<ProxyRules> ReadProxyRules(const Site& site);

/// Lets users act for other users (`doAs`), like Oozie's ProxyUserService. Loop thread only.
class ProxyUsers {
 public:
  ProxyUsers(ProxyRules rules, NameService& names, ServerLog log)
      : rules_(std::move(rules)), names_(names), log_(std::move(log)) {}

  /// Checks whether `caller`, who calls from `address`, may act as the user `other`. Returns
  /// `other` as the new caller, with `caller` as the proxy. "E1400": the caller may not do that;
  /// "E1603": one of the two user names is missing, or `other` is not a valid user name.
  Task<Result<Caller>> ActAs(Caller caller, std::string other, std::string address) const;

 private:
  Task<bool> IsFrom(const ProxyRule& rule, std::string address) const;

  const ProxyRules rules_;
  NameService& names_;
  const ServerLog log_;
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_SERVER_ACCESS_PROXY_USERS_H_
