#ifndef HPDL_RUNTIME_ENGINES_WORKFLOW_USER_H_
#define HPDL_RUNTIME_ENGINES_WORKFLOW_USER_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "runtime/ground/base/result.h"
#include "runtime/ground/value/eval.h"

/// Which user an action works as: section 6 of both specifications.
namespace hpdl::rt {

/// The property that names the job's user.
inline constexpr std::string_view kUserNameProperty = "user.name";

/// What decides about the user. Refers to what the caller keeps.
struct UserSources {
  std::string_view kind;  ///< "fs", "map-reduce", ...
  std::uint32_t dialect;  ///< HPDL_DIALECT_*
  std::string_view job_user;
  /// HWS: <user> of hdfs, <hadoop-user> of pig, evaluated.
  const std::optional<std::string>& element;
  /// The action's own properties: those of job-xml below those inline.
  const Properties& configuration;
};

/// The user for the action's effects.
/// HWS: what hadoop has as `user.name` among its properties, hdfs and pig in their element; without
/// that the job's user. An empty name is an error, JA010.
/// Oozie: the job's user. A property `user.name` or `hadoop.job.ugi` of the action is refused,
/// whatever its value: class fatal, JA010. A sub-workflow's are passed over.
Result<std::string> EffectiveUser(const UserSources& from);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_ENGINES_WORKFLOW_USER_H_
