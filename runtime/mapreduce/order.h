#ifndef HPDL_RUNTIME_MAPREDUCE_ORDER_H_
#define HPDL_RUNTIME_MAPREDUCE_ORDER_H_

#include <cstdint>
#include <cstring>
#include <string_view>

namespace hpdl::rt::mapreduce {

/// The order of keys: that of their bytes, a prefix first.
class KeyOrder {
 public:
  /// Less than, equal to or greater than 0.
  int Compare(std::string_view a, std::string_view b) const {
    const int found = std::memcmp(a.data(), b.data(), a.size() < b.size() ? a.size() : b.size());
    return found != 0 ? found : a.size() < b.size() ? -1 : a.size() > b.size() ? 1 : 0;
  }
  /// The first bytes of a key as a number. Unequal numbers compare as their keys do; equal ones say
  /// nothing.
  std::uint64_t Prefix(std::string_view key) const {
    std::uint64_t bytes = 0;
    std::memcpy(&bytes, key.data(), key.size() < sizeof bytes ? key.size() : sizeof bytes);
    return __builtin_bswap64(bytes);
  }
};

}  // namespace hpdl::rt::mapreduce

#endif  // HPDL_RUNTIME_MAPREDUCE_ORDER_H_
