#ifndef HPDL_RUNTIME_RULES_COORDINATOR_TESTING_FUZZ_INPUT_H_
#define HPDL_RUNTIME_RULES_COORDINATOR_TESTING_FUZZ_INPUT_H_

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string_view>

#include "runtime/ground/calendar/time_zone.h"

namespace hpdl::rt::testing {

/// Reads numbers and bytes from the input of a fuzzer. After the end of the input, the functions
/// return zeros.
class Input {
 public:
  Input(const std::uint8_t* data, std::size_t size)
      : text_(reinterpret_cast<const char*>(data), size) {}

  /// Returns a number of 16 bits or of 64 bits.
  std::int64_t Number() {
    const std::size_t width = Byte() % 3 == 0 ? 8 : 2;
    std::int64_t number = 0;
    const std::string_view bytes = Take(width);
    std::memcpy(&number, bytes.data(), bytes.size());
    return width == 2 ? number - 0x8000 : number;
  }
  /// Returns a time in the years 1 to 9999, which ReadTime() accepts.
  std::int64_t Time() {
    constexpr std::int64_t kLast = 253'402'300'799, kFirst = -62'135'596'800;
    return kFirst +
           static_cast<std::int64_t>(static_cast<std::uint64_t>(Number()) % (kLast - kFirst + 1));
  }
  std::uint8_t Byte() {
    const std::string_view byte = Take(1);
    return byte.empty() ? 0 : static_cast<std::uint8_t>(byte[0]);
  }
  std::string_view Take(std::size_t size) {
    const std::string_view taken = text_.substr(0, size);
    text_.remove_prefix(taken.size());
    return taken;
  }
  std::string_view Rest() { return text_; }

 private:
  std::string_view text_;
};

inline void Require(bool holds) {
  if (!holds) {
    std::abort();
  }
}

inline TimeZone ZoneOf(std::uint8_t byte) {
  constexpr std::string_view kRules[] = {"UTC0", "PST8PDT,M3.2.0,M11.1.0",
                                         "AEST-10AEDT,M10.1.0,M4.1.0/3",
                                         "EST-12DST-14,J60/-3,300/26"};
  return *TimeZone::FromRule(kRules[byte % 4]);
}

}  // namespace hpdl::rt::testing

#endif  // HPDL_RUNTIME_RULES_COORDINATOR_TESTING_FUZZ_INPUT_H_
