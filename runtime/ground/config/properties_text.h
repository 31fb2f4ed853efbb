#ifndef HPDL_RUNTIME_GROUND_CONFIG_PROPERTIES_TEXT_H_
#define HPDL_RUNTIME_GROUND_CONFIG_PROPERTIES_TEXT_H_

#include <string>

#include "runtime/ground/value/eval.h"

namespace hpdl::rt {

/// Returns the text of a file of java.util.Properties from which ReadJavaProperties() reads the
/// same properties.
std::string PropertiesText(const Properties& properties);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_GROUND_CONFIG_PROPERTIES_TEXT_H_
