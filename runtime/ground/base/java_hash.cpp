#include "runtime/ground/base/java_hash.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "runtime/ground/base/utf8.h"

namespace hpdl::rt {
namespace {

/// Returns the number of buckets of a table that holds `held` keys.
std::uint32_t TableSize(std::size_t held, JavaTable table) {
  if (table == JavaTable::kConcurrentHashMap) {
    ++held;
  }
  std::uint32_t size = 16;
  while (held * 4 > std::size_t{size} * 3) {
    size *= 2;
  }
  return size;
}

std::uint32_t PlaceOf(std::string_view key, std::uint32_t size) {
  const auto hash = static_cast<std::uint32_t>(JavaHash(key));
  return (hash ^ (hash >> 16U)) & (size - 1);
}

}  // namespace

std::int32_t JavaHash(std::string_view text) {
  std::uint32_t hash = 0;
  const auto add = [&hash](std::uint32_t unit) { hash = hash * 31 + unit; };
  while (!text.empty()) {
    const auto [code, size] = DecodeUtf8(text);
    text.remove_prefix(size == 0 ? 1 : size);
    if (size == 0) {
      add(0xFFFD);               // Java reads U+FFFD for a byte that is not part of a character
    } else if (code > 0xFFFF) {  // this character is two UTF-16 code units
      add(0xD7C0 + (code >> 10U));
      add(0xDC00 + (code & 0x3FFU));
    } else {
      add(code);
    }
  }
  return static_cast<std::int32_t>(hash);
}

std::vector<std::string> JavaHashOrder(std::vector<std::string> keys, JavaTable table) {
  const std::uint32_t size = TableSize(keys.size(), table);
  std::stable_sort(keys.begin(), keys.end(), [size](const std::string& a, const std::string& b) {
    return PlaceOf(a, size) < PlaceOf(b, size);
  });
  return keys;
}

}  // namespace hpdl::rt
