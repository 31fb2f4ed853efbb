#ifndef HPDL_RUNTIME_GROUND_CONFIG_PROPERTIES_TEXT_H_
#define HPDL_RUNTIME_GROUND_CONFIG_PROPERTIES_TEXT_H_

#include <string>

#include "runtime/ground/value/eval.h"

namespace hpdl::rt {

/// The properties as a file of java.util.Properties, which ReadJavaProperties() reads as they were.
std::string PropertiesText(const Properties& properties);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_GROUND_CONFIG_PROPERTIES_TEXT_H_
