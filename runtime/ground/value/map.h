#ifndef HPDL_RUNTIME_GROUND_VALUE_MAP_H_
#define HPDL_RUNTIME_GROUND_VALUE_MAP_H_

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "runtime/ground/value/eval.h"

namespace hpdl::rt {

struct MapEntry {
  std::string_view key;
  hpdl_value value;
};

/// The value that a map gives for a missing key.
enum class MissingKey : std::uint8_t {
  kNull,
  kCounterGroup,  ///< the map that UndefinedCounters() returns
  kZero,          ///< the number 0; used for the counters of a group
};

}  // namespace hpdl::rt

/// An EL Map, which maps strings to values. Its keys differ from each other. Texts of the map have
/// the order of its entries. The map is in an arena, or lives as long as the process.
struct hpdl_map {
  const hpdl::rt::MapEntry* entries = nullptr;
  std::uint32_t size = 0;
  hpdl::rt::MissingKey missing = hpdl::rt::MissingKey::kNull;
  /// True for counters that do not exist. The map and every value in it convert to the number 0 and
  /// to the text "0" (specification 4.2.5).
  bool reads_as_zero = false;
};

namespace hpdl::rt {

/// Returns the entry of `key`, or null.
const MapEntry* FindEntry(const hpdl_map& map, std::string_view key);

/// Returns the value of `key`, or the map's value for missing keys (MissingKey).
hpdl_value Lookup(const hpdl_map& map, std::string_view key);

/// Makes a map of `entries` in the arena, in their order. The texts in `entries` must outlive the
/// evaluation.
const hpdl_map* MakeMap(hpdl_eval* eval, std::span<const MapEntry> entries);

/// Makes a map in the arena. Its strings point into `properties`, which must outlive the
/// evaluation.
const hpdl_map* MakeMap(hpdl_eval* eval, const Properties& properties);

/// Makes a map of counter groups in the arena. If `zero_for_missing` is true, unknown groups and
/// names give 0, else null.
const hpdl_map* MakeMap(hpdl_eval* eval, const Counters& counters, bool zero_for_missing);

/// Returns the map for a job without counters; it lives as long as the process.
const hpdl_map* UndefinedCounters();

/// Appends the map as Java prints it: `{a=b, c={d=1}}`.
void AppendMapText(const hpdl_map& map, std::string* out);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_GROUND_VALUE_MAP_H_
