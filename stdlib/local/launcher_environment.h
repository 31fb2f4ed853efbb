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

/// Appends the variables that a launcher gets, each as NAME=VALUE. First come those of the
/// properties oozie.launcher.mapred.child.env, oozie.launcher.yarn.app.mapreduce.am.env and
/// oozie.launcher.env, then those of the <launcher> in <global>, then those of the action's
/// <launcher>. If a name occurs twice, its last value is used. Each source is a text
/// NAME=VALUE:NAME=VALUE, and another form is the error "JA018".
rt::Result<void> AddLauncherEnvironment(const rt::Properties& configuration, const Global& global,
                                        const std::optional<Launcher>& launcher,
                                        std::vector<std::string>* set);

}  // namespace hpdl::stdlib

#endif  // HPDL_STDLIB_LOCAL_LAUNCHER_ENVIRONMENT_H_
