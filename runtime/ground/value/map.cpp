#include "runtime/ground/value/map.h"

#include <algorithm>
#include <memory>
#include <new>

#include "runtime/ground/value/coerce.h"
#include "runtime/ground/value/values.h"

namespace hpdl::rt {
namespace {

MapEntry* NewEntries(hpdl_eval* eval, std::size_t count) {
  return static_cast<MapEntry*>(eval->arena.Allocate(count * sizeof(MapEntry)));
}

hpdl_map* NewMap(hpdl_eval* eval, const MapEntry* entries, std::size_t size) {
  auto* map = new (eval->arena.Allocate(sizeof(hpdl_map))) hpdl_map;
  map->entries = entries;
  map->size = static_cast<std::uint32_t>(size);
  return map;
}

}  // namespace

const MapEntry* FindEntry(const hpdl_map& map, std::string_view key) {
  const MapEntry* end = map.entries + map.size;
  const MapEntry* found =
      std::find_if(map.entries, end, [&](const MapEntry& entry) { return entry.key == key; });
  return found == end ? nullptr : found;
}

hpdl_value Lookup(const hpdl_map& map, std::string_view key) {
  if (const MapEntry* found = FindEntry(map, key)) {
    return found->value;
  }
  switch (map.missing) {
    case MissingKey::kNull:
      return NullValue();
    case MissingKey::kCounterGroup:
      return MapValue(UndefinedCounters());
    case MissingKey::kZero:
      return LongValue(0);
  }
  return NullValue();
}

const hpdl_map* MakeMap(hpdl_eval* eval, std::span<const MapEntry> entries) {
  MapEntry* kept = NewEntries(eval, entries.size());
  std::uninitialized_copy(entries.begin(), entries.end(), kept);
  return NewMap(eval, kept, entries.size());
}

const hpdl_map* MakeMap(hpdl_eval* eval, const Properties& properties) {
  MapEntry* entries = NewEntries(eval, properties.size());
  MapEntry* next = entries;
  for (const auto& [key, value] : properties) {
    new (next++) MapEntry{key, StringValue(value)};
  }
  return NewMap(eval, entries, properties.size());
}

const hpdl_map* MakeMap(hpdl_eval* eval, const Counters& counters, bool zero_for_missing) {
  MapEntry* groups = NewEntries(eval, counters.size());
  MapEntry* next_group = groups;
  for (const auto& [group, names] : counters) {
    MapEntry* entries = NewEntries(eval, names.size());
    MapEntry* next = entries;
    for (const auto& [name, value] : names) {
      new (next++) MapEntry{name, LongValue(value)};
    }
    hpdl_map* inner = NewMap(eval, entries, names.size());
    inner->missing = zero_for_missing ? MissingKey::kZero : MissingKey::kNull;
    new (next_group++) MapEntry{group, MapValue(inner)};
  }
  hpdl_map* outer = NewMap(eval, groups, counters.size());
  outer->missing = zero_for_missing ? MissingKey::kCounterGroup : MissingKey::kNull;
  return outer;
}

const hpdl_map* UndefinedCounters() {
  static constexpr hpdl_map kUndefined{nullptr, 0, MissingKey::kCounterGroup, true};
  return &kUndefined;
}

void AppendMapText(const hpdl_map& map, std::string* out) {
  if (map.reads_as_zero) {
    *out += '0';
    return;
  }
  *out += '{';
  for (std::uint32_t i = 0; i < map.size; ++i) {
    if (i > 0) {
      *out += ", ";
    }
    *out += map.entries[i].key;
    *out += '=';
    // A null inside a map is printed as "null"; only a null value by itself is printed as "".
    if (map.entries[i].value.type == HPDL_NULL) {
      *out += "null";
    } else {
      AppendText(map.entries[i].value, out);
    }
  }
  *out += '}';
}

}  // namespace hpdl::rt
