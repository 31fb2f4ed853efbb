#ifndef HPDL_RUNTIME_GROUND_VALUE_MAP_H_
#define HPDL_RUNTIME_GROUND_VALUE_MAP_H_

#include <cstdint>
#include <string>
#include <string_view>

#include "runtime/ground/value/eval.h"

namespace hpdl::rt {

struct MapEntry {
  std::string_view key;
  hpdl_value value;
};

/// What a map gives for a key that it does not have.
enum class MissingKey : std::uint8_t {
  kNull,
  kCounterGroup,  ///< the map `UndefinedCounters()`
  kZero,          ///< the number 0: counters of a group
};

}  // namespace hpdl::rt

/// A Map value: strings to values, sorted by key. Lives in an arena, or for ever.
struct hpdl_map {
  const hpdl::rt::MapEntry* entries = nullptr;
  std::uint32_t size = 0;
  hpdl::rt::MissingKey missing = hpdl::rt::MissingKey::kNull;
  /// Stands for counters that do not exist: 0 as a number and as text (specification 4.2.5), and so
  /// is whatever is looked up in it.
  bool reads_as_zero = false;
};

namespace hpdl::rt {

/// The value of `key`, or what the map gives instead.
hpdl_value Lookup(const hpdl_map& map, std::string_view key);

/// Map in the arena whose strings point into `properties`, which must outlive the evaluation.
const hpdl_map* MakeMap(hpdl_eval* eval, const Properties& properties);

/// Groups of counters. In `zero_for_missing` mode unknown groups and names read as 0, else as null.
const hpdl_map* MakeMap(hpdl_eval* eval, const Counters& counters, bool zero_for_missing);

/// The counters of a job that has none.
const hpdl_map* UndefinedCounters();

/// `{a=b, c={d=1}}`, as Java prints it.
void AppendMapText(const hpdl_map& map, std::string* out);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_GROUND_VALUE_MAP_H_
