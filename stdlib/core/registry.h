#ifndef HPDL_STDLIB_CORE_REGISTRY_H_
#define HPDL_STDLIB_CORE_REGISTRY_H_

#include <span>

#include "stdlib/core/function.h"
#include "stdlib/core/schema.h"

namespace hpdl::stdlib {

/// An action kind. stdlib/actions/<kind>/<kind>.cpp defines its descriptor `hpdl_kind_<kind>` ('-'
/// becomes '_'). Emitted code refers to this name. `has_local_half` is true if the kind also has
/// the file <kind>_local.cpp, which defines `hpdl_local_kind_<kind>` for programs without network.
struct KindEntry {
  const KindDecl* decl;
  bool has_local_half;
};

/// AllKinds() and AllFunctions() return all action kinds and all function families, for the
/// compiler. CMake writes the definitions from the folder names; there is no registration at run
/// time.
std::span<const KindEntry> AllKinds();
std::span<const FunctionFamily* const> AllFunctions();

}  // namespace hpdl::stdlib

#endif  // HPDL_STDLIB_CORE_REGISTRY_H_
