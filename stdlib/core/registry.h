#ifndef HPDL_STDLIB_CORE_REGISTRY_H_
#define HPDL_STDLIB_CORE_REGISTRY_H_

#include <span>

#include "stdlib/core/function.h"
#include "stdlib/core/schema.h"

namespace hpdl::stdlib {

/// An action kind. `has_executor` is true if stdlib/actions/<kind>/<kind>.cpp exists. Only then is
/// there a descriptor `hpdl_kind_<kind>` ('-' becomes '_') that emitted code can name.
/// `has_local_half` is true if <kind>_local.cpp exists too. Then there is also
/// `hpdl_local_kind_<kind>`, for programs without network.
struct KindEntry {
  const KindDecl* decl;
  bool has_executor;
  bool has_local_half;
};

/// The functions return all kinds and all function families, for the compiler. CMake writes the
/// definitions from the folder names; there is no registration at run time.
std::span<const KindEntry> AllKinds();
std::span<const FunctionFamily* const> AllFunctions();

}  // namespace hpdl::stdlib

#endif  // HPDL_STDLIB_CORE_REGISTRY_H_
