#ifndef HPDL_RUNTIME_GROUND_BASE_FNV_HASH_H_
#define HPDL_RUNTIME_GROUND_BASE_FNV_HASH_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace hpdl::rt {

/// The hash FNV-1a. It is fast. It is not safe against an attacker who chooses data with equal
/// hashes.
template <class Number, Number kBegin, Number kPrime>
class FnvHash {
 public:
  void Add(unsigned char byte) { hash_ = (hash_ ^ byte) * kPrime; }
  void Add(std::string_view bytes) {
    for (const char c : bytes) {
      Add(static_cast<unsigned char>(c));
    }
  }
  /// Adds `count` zero bytes at once; `count` is at most 8.
  void AddZeros(int count) { hash_ *= kPowers[static_cast<std::size_t>(count)]; }
  Number value() const { return hash_; }

 private:
  static constexpr std::array<Number, 9> kPowers = [] {
    std::array<Number, 9> powers{1};
    for (std::size_t i = 1; i < powers.size(); ++i) {
      powers[i] = powers[i - 1] * kPrime;
    }
    return powers;
  }();

  Number hash_ = kBegin;
};

using FnvHash64 = FnvHash<std::uint64_t, 0xcbf29ce484222325ULL, 0x100000001b3ULL>;

using Wide = unsigned __int128;
constexpr Wide MakeWide(std::uint64_t high, std::uint64_t low) {
  return static_cast<Wide>(high) << 64U | low;
}
using FnvHash128 = FnvHash<Wide, MakeWide(0x6c62272e07bb0142, 0x62b821756295c58d),
                           MakeWide(0x0000000001000000, 0x13b)>;

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_GROUND_BASE_FNV_HASH_H_
