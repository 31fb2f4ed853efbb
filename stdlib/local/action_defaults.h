#ifndef HPDL_STDLIB_LOCAL_ACTION_DEFAULTS_H_
#define HPDL_STDLIB_LOCAL_ACTION_DEFAULTS_H_

#include <string>

#include "runtime/engines/workflow/kind.h"

/// The administrator's defaults for the actions of each kind: Oozie's action-conf.
namespace hpdl::stdlib {

/// Returns the properties for actions of the same kind as the action of `ctx`. The properties are
/// in the directory that the site names for `job_tracker`, or else in the site's directory for all
/// job trackers (`*`). If the site names neither directory, there are no properties. Leaves out
/// properties that only the engine may set. Fails with kNonTransient "E0902" if an existing file or
/// directory cannot be read.
rt::Result<rt::Properties> ActionDefaults(const rt::ActionContext& ctx,
                                          const std::string& job_tracker);

}  // namespace hpdl::stdlib

#endif  // HPDL_STDLIB_LOCAL_ACTION_DEFAULTS_H_
