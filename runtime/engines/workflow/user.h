#ifndef HPDL_RUNTIME_ENGINES_WORKFLOW_USER_H_
#define HPDL_RUNTIME_ENGINES_WORKFLOW_USER_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "runtime/ground/base/result.h"
#include "runtime/ground/value/eval.h"

/// The rules for the user that an action works as: section 6 of both specifications.
namespace hpdl::rt {

/// The property that names the job's user.
inline constexpr std::string_view kUserNameProperty = "user.name";

/// The values that decide about the user. The struct refers to objects of the caller.
struct UserSources {
  std::string_view kind;  ///< "fs", "map-reduce", ...
  std::uint32_t dialect;  ///< HPDL_DIALECT_*
  std::string_view job_user;
  /// The evaluated <user> of hdfs or <hadoop-user> of pig; only HWS has them.
  const std::optional<std::string>& element;
  /// The action's own properties; inline properties override those of job-xml.
  const Properties& configuration;
};

/// Returns the user for the action's effects. HWS: the job's user, unless a hadoop action names a
/// user in its property `user.name`, or an hdfs or pig action names one in its element. An empty
/// name is an error of the code JA010. Oozie: always the job's user. An action that has a property
/// `user.name` or `hadoop.job.ugi` is refused, whatever the value: class fatal, code JA010. These
/// properties of a sub-workflow action are ignored.
Result<std::string> EffectiveUser(const UserSources& from);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_ENGINES_WORKFLOW_USER_H_
