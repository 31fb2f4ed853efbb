#ifndef HPDL_RUNTIME_WORLD_MAPREDUCE_ORDER_H_
#define HPDL_RUNTIME_WORLD_MAPREDUCE_ORDER_H_

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace hpdl::rt::mapreduce {

/// Orders keys by their bytes. A prefix of a key comes before the key.
class KeyOrder {
 public:
  /// Returns a number less than, equal to or greater than 0.
  int Compare(std::string_view a, std::string_view b) const {
    const int found = std::memcmp(a.data(), b.data(), a.size() < b.size() ? a.size() : b.size());
    return found != 0 ? found : a.size() < b.size() ? -1 : a.size() > b.size() ? 1 : 0;
  }
  /// Returns the first 8 bytes of a key as a number. Unequal numbers are ordered like their keys.
  /// If the numbers are equal, the keys may still differ.
  std::uint64_t Prefix(std::string_view key) const {
    const char* const data = key.data();
    const std::size_t size = key.size();
    if (size >= 8) {
      std::uint64_t bytes = 0;
      std::memcpy(&bytes, data, sizeof bytes);
      return __builtin_bswap64(bytes);
    }
    // Reads two words that may overlap. A copy of `size` bytes into a zeroed word would be slower,
    // because the processor would have to wait for the copied bytes.
    if (size >= 4) {
      const std::uint64_t last = Word(data + size - 4);
      return static_cast<std::uint64_t>(Word(data)) << 32 |
             (last << (8 * (8 - size)) & 0xffffffffU);
    }
    return size == 0 ? 0 : Byte(data, 0) | Byte(data, size / 2) | Byte(data, size - 1);
  }

 private:
  static std::uint32_t Word(const char* data) {
    std::uint32_t bytes = 0;
    std::memcpy(&bytes, data, sizeof bytes);
    return __builtin_bswap32(bytes);
  }
  static std::uint64_t Byte(const char* data, std::size_t place) {
    return static_cast<std::uint64_t>(static_cast<unsigned char>(data[place])) << (56 - 8 * place);
  }
};

}  // namespace hpdl::rt::mapreduce

#endif  // HPDL_RUNTIME_WORLD_MAPREDUCE_ORDER_H_
