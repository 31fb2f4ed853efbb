#ifndef HPDL_STDLIB_LOCAL_ACTION_DEFAULTS_H_
#define HPDL_STDLIB_LOCAL_ACTION_DEFAULTS_H_

#include <string>

#include "runtime/engines/workflow/kind.h"

/// What an administrator has for the actions of each kind: Oozie's action-conf.
namespace hpdl::stdlib {

/// The properties that the site's directory for `job_tracker`, else the one for all, has for
/// actions of this kind; none if there is no such directory. Properties that only the engine may
/// set are left out. kNonTransient "E0902" for what is there and cannot be read.
rt::Result<rt::Properties> ActionDefaults(const rt::ActionContext& ctx,
                                          const std::string& job_tracker);

}  // namespace hpdl::stdlib

#endif  // HPDL_STDLIB_LOCAL_ACTION_DEFAULTS_H_
