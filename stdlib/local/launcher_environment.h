#ifndef HPDL_STDLIB_LOCAL_LAUNCHER_ENVIRONMENT_H_
#define HPDL_STDLIB_LOCAL_LAUNCHER_ENVIRONMENT_H_

#include <optional>
#include <string>
#include <vector>

#include "runtime/ground/base/result.h"
#include "runtime/ground/value/eval.h"
#include "stdlib/core/common.h"

/// Settings of <launcher>, and of the properties that stand for it, that commands have with --local
/// too.
namespace hpdl::stdlib {

/// Appends the NAME=VALUE:NAME=VALUE of oozie.launcher.mapred.child.env and its kin, of <global>
/// and of the action, in this order: later ones count. "JA018" what is not of that form.
rt::Result<void> AddLauncherEnvironment(const rt::Properties& configuration, const Global& global,
                                        const std::optional<Launcher>& launcher,
                                        std::vector<std::string>* set);

}  // namespace hpdl::stdlib

#endif  // HPDL_STDLIB_LOCAL_LAUNCHER_ENVIRONMENT_H_
