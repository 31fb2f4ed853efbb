#ifndef HPDL_RUNTIME_SERVER_ACCESS_AUTHORIZATION_H_
#define HPDL_RUNTIME_SERVER_ACCESS_AUTHORIZATION_H_

#include <set>
#include <string>
#include <vector>

#include "runtime/ground/base/result.h"
#include "runtime/ground/base/task.h"
#include "runtime/server/access/caller.h"
#include "runtime/server/access/name_service.h"
#include "runtime/store/records.h"
#include "runtime/world/site/site.h"

namespace hpdl::rt {

/// What a site says of who may do what (`oozie.service.AuthorizationService.*`).
struct AuthorizationRules {
  using Names = std::set<std::string, std::less<>>;
  bool enabled = false;  ///< else everybody may do everything
  bool group_as_acl = false;
  Names administrators, administrator_groups, system_info;
  GroupsByUser groups;  ///< of users of whom the machine is not asked
};

/// `adminusers.txt` beside the site is read if no groups of administrators are named. kError: it
/// cannot be read, or a setting is of another form. `always`: also where
/// the site does not enable it.
Result<AuthorizationRules> ReadAuthorizationRules(const Site& site, const std::string& site_path,
                                                  bool always = false);

/// Who may do what, as Oozie's AuthorizationService judges it: everybody reads; jobs are acted on
/// by their users, by those whom their ACL names, and by administrators. Refusals: E0503, E0508,
/// and E0501 if groups matter and cannot be found. Loop thread only.
class Authorization {
 public:
  Authorization(AuthorizationRules rules, NameService& names)
      : rules_(std::move(rules)), names_(names) {}

  /// To change how the server works.
  Task<Result<void>> ForAdministration(Caller caller) const;
  /// To see configuration, environment and process of the server.
  Task<Result<void>> ForSystemInfo(Caller caller) const;
  /// To act on a job.
  Task<Result<void>> ForJob(Caller caller, JobRow job) const;
  /// The properties of a submission with the ACL in `group.name`, where jobs have it: as
  /// `oozie.job.acl` says, or by itself, or the first group of the user.
  Task<Result<Properties>> WithAcl(Properties properties) const;

 private:
  Task<bool> IsAdministrator(std::string user) const;

  const AuthorizationRules rules_;
  NameService& names_;
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_SERVER_ACCESS_AUTHORIZATION_H_
