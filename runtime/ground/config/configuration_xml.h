#ifndef HPDL_RUNTIME_GROUND_CONFIG_CONFIGURATION_XML_H_
#define HPDL_RUNTIME_GROUND_CONFIG_CONFIGURATION_XML_H_

#include <string>
#include <vector>

#include "runtime/ground/value/eval.h"

namespace hpdl::rt {

/// Names in the order in which Java's Properties of so many names gives them.
std::vector<std::string> InJavaOrder(const Properties& properties);

/// `<configuration>` as Oozie shows the properties of a job: lines end with CR LF, and the
/// properties are in the order of Java's hashes. With `masked`, values of properties whose names
/// are those of secrets are not shown.
std::string ConfigurationXml(const Properties& properties, bool masked);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_GROUND_CONFIG_CONFIGURATION_XML_H_
