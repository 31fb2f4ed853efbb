#ifndef HPDL_STDLIB_CORE_FUNCTION_NAMES_H_
#define HPDL_STDLIB_CORE_FUNCTION_NAMES_H_

#include <set>
#include <string_view>

#include "stdlib/core/registry.h"

namespace hpdl::stdlib {

/// True if a function has this name in any environment. The name includes the prefix: "wf:conf".
inline bool IsFunction(std::string_view name) {
  static const std::set<std::string_view> names = [] {
    std::set<std::string_view> all;
    for (const FunctionFamily* family : AllFunctions()) {
      for (const FunctionDecl& function : family->functions) {
        all.insert(function.name);
      }
    }
    return all;
  }();
  return names.contains(name);
}

}  // namespace hpdl::stdlib

#endif  // HPDL_STDLIB_CORE_FUNCTION_NAMES_H_
