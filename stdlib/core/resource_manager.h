#ifndef HPDL_STDLIB_CORE_RESOURCE_MANAGER_H_
#define HPDL_STDLIB_CORE_RESOURCE_MANAGER_H_

#include <cstddef>
#include <cstdint>
#include <span>

#include "runtime/ground/abi/hpdl_abi.h"
#include "stdlib/core/common.h"

namespace hpdl::stdlib {

/// True if element number `field` is the address of YARN: `<job-tracker>` or `<resource-manager>`.
constexpr bool NamesResourceManager(std::span<const ElementDecl> elements, std::size_t field) {
  return field < elements.size() &&
         (elements[field].name == "job-tracker" || elements[field].name == "resource-manager");
}

/// Implements hpdl_kind::is_resource_manager for a kind.
template <const KindDecl& kind>
bool IsResourceManager(std::uint32_t shape, std::uint32_t field) {
  if (shape == HPDL_NONE) {
    return NamesResourceManager(kGlobalElements, field);
  }
  return shape < kind.shapes.size() &&
         NamesResourceManager(kind.shapes[shape].body->elements, field);
}

}  // namespace hpdl::stdlib

#endif  // HPDL_STDLIB_CORE_RESOURCE_MANAGER_H_
