#ifndef HPDL_RUNTIME_ENGINES_WORKFLOW_USER_H_
#define HPDL_RUNTIME_ENGINES_WORKFLOW_USER_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "runtime/ground/base/result.h"
#include "runtime/ground/value/eval.h"

/// The rules for the user in whose name an action works; section 6 of the Oozie and of the HWS
/// specification.
namespace hpdl::rt {

/// The property that holds the job's user.
inline constexpr std::string_view kUserNameProperty = "user.name";

/// The property that holds the job's group.
inline constexpr std::string_view kGroupNameProperty = "group.name";

/// Returns the group of a job: the value of `group.name`, or else of `oozie.job.acl`; "" if the
/// properties have neither.
std::string GroupOf(const Properties& properties);

/// The values that determine the user. The struct refers to objects of the caller.
struct UserSources {
  std::string_view kind;  ///< the kind of the action, such as "fs" or "map-reduce"
  std::uint32_t dialect;  ///< HPDL_DIALECT_*
  std::string_view job_user;
  /// The evaluated <user> of hdfs or <hadoop-user> of pig; only HWS has these elements.
  const std::optional<std::string>& element;
  /// The action's own properties; inline properties override the properties of job-xml.
  const Properties& configuration;
};

/// True for the properties that name the user or the cluster of an action. In Oozie, an action must
/// not have these properties.
bool IsForTheEngine(std::string_view property);

/// Returns the user in whose name the action works. In Oozie, this is always the job's user, and a
/// property for which IsForTheEngine() is true is the fatal error JA010, except in a sub-workflow
/// action. In HWS, the property `user.name` of a hadoop action, or the element of an hdfs or pig
/// action, names the user. Without this property or element, the user is the job's user. An empty
/// name is the error JA010.
Result<std::string> EffectiveUser(const UserSources& from);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_ENGINES_WORKFLOW_USER_H_
