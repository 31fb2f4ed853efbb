#ifndef HPDL_RUNTIME_GROUND_ABI_TEXT_VIEW_H_
#define HPDL_RUNTIME_GROUND_ABI_TEXT_VIEW_H_

#include <cstddef>
#include <string_view>

#include "runtime/ground/abi/hpdl_abi.h"

namespace hpdl::rt {

/// Returns a view of the text without a copy. A text whose `data` is null gives "".
inline std::string_view ToView(const hpdl_str& text) {
  return {text.data == nullptr ? "" : text.data, static_cast<std::size_t>(text.size)};
}

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_GROUND_ABI_TEXT_VIEW_H_
