#ifndef HPDL_RUNTIME_SERVER_JOBS_PROPERTY_OF_H_
#define HPDL_RUNTIME_SERVER_JOBS_PROPERTY_OF_H_

#include <string>
#include <string_view>

#include "runtime/ground/value/eval.h"

namespace hpdl::rt {

/// Returns a property as it was sent; "": no such property.
inline std::string PropertyOf(const Properties& properties, std::string_view name) {
  const auto found = properties.find(std::string(name));
  return found == properties.end() ? "" : found->second;
}

/// Returns the user of a submission.
inline std::string UserOf(const Properties& properties) {
  return PropertyOf(properties, "user.name");
}

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_SERVER_JOBS_PROPERTY_OF_H_
