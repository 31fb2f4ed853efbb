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

/// A site's rules about permissions (`oozie.service.AuthorizationService.*`).
struct AuthorizationRules {
  using Names = std::set<std::string, std::less<>>;
  bool enabled = false;  ///< false: everybody may do everything
  bool group_as_acl = false;
  Names administrators, administrator_groups, system_info;
  /// The groups that the site lists for some users. For these users, the groups of this machine are
  /// not used.
  GroupsByUser groups;
};

/// Reads the rules of a site. If the rules are enabled and the site names no groups of
/// administrators, also reads `adminusers.txt` beside the site file. `always`: enables the rules
/// even if the site does not. kError: `adminusers.txt` cannot be read, or a setting is malformed.
Result<AuthorizationRules> ReadAuthorizationRules(const Site& site, const std::string& site_path,
                                                  bool always = false);

/// Decides what a caller may do, as Oozie's AuthorizationService does. Every caller may read jobs.
/// The user of a job, the users and groups in its ACL, and administrators may change the job. Error
/// codes: E0503 or E0508 for a refusal; E0501 if the decision depends on the caller's groups and
/// these groups cannot be found. Loop thread only.
class Authorization {
 public:
  Authorization(AuthorizationRules rules, NameService& names)
      : rules_(std::move(rules)), names_(names) {}

  /// Refuses a caller who may not change how the server works.
  Task<Result<void>> ForAdministration(Caller caller) const;
  /// Refuses a caller who may not see configuration, environment and process of the server.
  Task<Result<void>> ForSystemInfo(Caller caller) const;
  /// Refuses a caller who may not act on the job.
  Task<Result<void>> ForJob(Caller caller, JobRow job) const;
  /// Sets `group.name` in `properties` to the ACL of the job, and returns the properties. The ACL
  /// is the value of `oozie.job.acl`, or else of `group.name`. If both are missing, the ACL is the
  /// first group of the user if `group_as_acl` is set; otherwise the job has no ACL.
  Task<Result<Properties>> WithAcl(Properties properties) const;

 private:
  Task<bool> IsAdministrator(std::string user) const;

  const AuthorizationRules rules_;
  NameService& names_;
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_SERVER_ACCESS_AUTHORIZATION_H_
