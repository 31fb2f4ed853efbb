#ifndef HPDL_RUNTIME_GROUND_CONFIG_CONFIGURATION_XML_H_
#define HPDL_RUNTIME_GROUND_CONFIG_CONFIGURATION_XML_H_

#include <string>
#include <vector>

#include "runtime/ground/value/eval.h"

namespace hpdl::rt {

/// Returns the names in the order in which a Java Properties object with these names lists them.
std::vector<std::string> InJavaOrder(const Properties& properties);

/// Returns `<configuration>` as Oozie shows the properties of a job: lines end with CR LF, and the
/// properties are in the order of InJavaOrder(). Leaves kSlaChangeProperty out. If `masked` is
/// true, hides the value of each property for whose name IsSecretName() is true, and leaves
/// kGlobalProperty out.
std::string ConfigurationXml(const Properties& properties, bool masked);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_GROUND_CONFIG_CONFIGURATION_XML_H_
