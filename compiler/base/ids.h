#ifndef HPDL_COMPILER_BASE_IDS_H_
#define HPDL_COMPILER_BASE_IDS_H_

#include <cstdint>
#include <functional>

namespace hpdl {

/// An index into one table. The tag makes ids of different tables different types.
template <class Tag>
struct Id {
  static constexpr std::uint32_t kNone = UINT32_MAX;
  std::uint32_t index = kNone;

  constexpr bool valid() const { return index != kNone; }
  friend constexpr bool operator==(Id, Id) = default;
  friend constexpr auto operator<=>(Id, Id) = default;
};

}  // namespace hpdl

template <class Tag>
struct std::hash<hpdl::Id<Tag>> {
  std::size_t operator()(hpdl::Id<Tag> id) const noexcept { return id.index; }
};

#endif  // HPDL_COMPILER_BASE_IDS_H_
