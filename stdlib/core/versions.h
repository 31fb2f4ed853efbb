#ifndef HPDL_STDLIB_CORE_VERSIONS_H_
#define HPDL_STDLIB_CORE_VERSIONS_H_

#include <string>

#include "stdlib/core/schema.h"

/// Functions for the versions of schemas.
namespace hpdl::stdlib {

/// Returns a name like "0.2.5".
inline std::string VersionName(Version version) {
  std::string name = std::to_string(version / 100) + "." + std::to_string(version / 10 % 10);
  if (version % 10 != 0) {
    name += "." + std::to_string(version % 10);
  }
  return name;
}

/// True if an element or attribute may stand in a document of this version.
template <class Declaration>
bool Exists(const Declaration& declaration, Version version) {
  return declaration.since <= version && version <= declaration.until;
}

/// True if the element must stand in a document of this version.
inline bool IsRequired(const ElementDecl& element, Version version) {
  return element.required_since != kLatest && element.required_since <= version &&
         version <= element.required_until;
}

}  // namespace hpdl::stdlib

#endif  // HPDL_STDLIB_CORE_VERSIONS_H_
