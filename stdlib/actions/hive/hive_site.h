#ifndef HPDL_STDLIB_ACTIONS_HIVE_HIVE_SITE_H_
#define HPDL_STDLIB_ACTIONS_HIVE_HIVE_SITE_H_

#include <string>

#include "runtime/ground/value/eval.h"

namespace hpdl::stdlib {

/// Returns hive-site.xml of an action: its configuration, and the properties that Oozie sets for
/// Hive in a container. `tag` is the tag of the jobs that Hive starts.
rt::Properties HiveSite(const rt::Properties& configuration, const std::string& tag);

}  // namespace hpdl::stdlib

#endif  // HPDL_STDLIB_ACTIONS_HIVE_HIVE_SITE_H_
