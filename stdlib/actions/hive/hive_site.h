#ifndef HPDL_STDLIB_ACTIONS_HIVE_HIVE_SITE_H_
#define HPDL_STDLIB_ACTIONS_HIVE_HIVE_SITE_H_

#include <string>

#include "runtime/ground/value/eval.h"

namespace hpdl::stdlib {

/// Returns hive-site.xml of an action: its configuration, and the properties that Oozie sets for
/// Hive in a container. `tag` is the tag of the jobs that Hive starts.
rt::Properties HiveSite(const rt::Properties& configuration, const std::string& tag);

/// Returns the text of a hive-site.xml. If `included` is not "", it is the absolute path of another
/// file of this machine, which Hive reads first; later properties win.
std::string SiteXml(const rt::Properties& site, const std::string& included);

}  // namespace hpdl::stdlib

#endif  // HPDL_STDLIB_ACTIONS_HIVE_HIVE_SITE_H_
