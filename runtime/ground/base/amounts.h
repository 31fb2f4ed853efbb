#ifndef HPDL_RUNTIME_GROUND_BASE_AMOUNTS_H_
#define HPDL_RUNTIME_GROUND_BASE_AMOUNTS_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

/// Prints and parses durations, sizes and ages for people.
namespace hpdl::rt {

/// Returns a duration as "0.4s", "12s", "3m05s", "2h07m" or "4d03h". The precision depends on the
/// length of the duration.
std::string DurationText(std::int64_t ms);
/// Returns a size in decimal units, for example "1.4 kB" or "12 B".
std::string SizeText(std::uint64_t bytes);
/// Returns an age in milliseconds. `text` is like "90s", "5m", "12h", "30d" or "2w", or a plain
/// number of days. Returns nullopt if `text` is malformed.
std::optional<std::int64_t> ParseAge(std::string_view text);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_GROUND_BASE_AMOUNTS_H_
