#ifndef HPDL_RUNTIME_GROUND_BASE_AMOUNTS_H_
#define HPDL_RUNTIME_GROUND_BASE_AMOUNTS_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

/// Times, durations, sizes and ages as people read and write them.
namespace hpdl::rt {

/// "2026-11-21 03:56:11" in the machine's time zone; "-" for 0.
std::string LocalTime(std::int64_t ms);
/// "03:56:11" in the machine's time zone.
std::string LocalClock(std::int64_t ms);
/// "0.4s", "12s", "3m05s", "2h07m", "4d03h"; what a person wants to know at that size.
std::string DurationText(std::int64_t ms);
/// "1.4 kB", "12 B", decimal units.
std::string SizeText(std::uint64_t bytes);
/// "90s", "5m", "12h", "30d", "2w", or a plain number of days. In milliseconds; nothing if
/// malformed.
std::optional<std::int64_t> ParseAge(std::string_view text);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_GROUND_BASE_AMOUNTS_H_
