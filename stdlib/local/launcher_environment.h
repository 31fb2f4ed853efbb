#ifndef HPDL_STDLIB_LOCAL_LAUNCHER_ENVIRONMENT_H_
#define HPDL_STDLIB_LOCAL_LAUNCHER_ENVIRONMENT_H_

#include <optional>
#include <string>
#include <vector>

#include "runtime/ground/base/result.h"
#include "runtime/ground/value/eval.h"
#include "stdlib/core/common.h"

/// Settings of <launcher>, and of the equivalent properties, that also apply to commands with
/// --local.
namespace hpdl::stdlib {

/// Appends the entries NAME=VALUE:NAME=VALUE of oozie.launcher.mapred.child.env and
/// oozie.launcher.yarn.app.mapreduce.am.env, of <global>, and of the action, in this order. If a
/// name occurs twice, its last entry is used. Fails with "JA018" if an entry does not have this
/// form.
rt::Result<void> AddLauncherEnvironment(const rt::Properties& configuration, const Global& global,
                                        const std::optional<Launcher>& launcher,
                                        std::vector<std::string>* set);

}  // namespace hpdl::stdlib

#endif  // HPDL_STDLIB_LOCAL_LAUNCHER_ENVIRONMENT_H_
