#ifndef HPDL_RUNTIME_GROUND_CONFIG_PROPERTIES_TEXT_H_
#define HPDL_RUNTIME_GROUND_CONFIG_PROPERTIES_TEXT_H_

#include <string>

#include "runtime/ground/value/eval.h"

namespace hpdl::rt {

/// Returns the properties in the format of java.util.Properties. ReadJavaProperties() reads the
/// same properties from this text.
std::string PropertiesText(const Properties& properties);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_GROUND_CONFIG_PROPERTIES_TEXT_H_
