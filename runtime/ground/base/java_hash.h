#ifndef HPDL_RUNTIME_GROUND_BASE_JAVA_HASH_H_
#define HPDL_RUNTIME_GROUND_BASE_JAVA_HASH_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

/// The iteration order of Java's hash tables. It depends only on the keys, so scripts that read
/// Oozie's output can rely on it.
namespace hpdl::rt {

/// Returns what Java's String.hashCode() returns; `text` is UTF-8.
std::int32_t JavaHash(std::string_view text);

/// The kind of hash table. A java.util.HashMap doubles its buckets when its number of keys is above
/// three quarters of the number of buckets. A java.util.concurrent.ConcurrentHashMap doubles them
/// as soon as its number of keys reaches three quarters of the number of buckets.
enum class JavaTable { kHashMap, kConcurrentHashMap };

/// Returns `keys` in the iteration order of a Java table into which they were put one after the
/// other. The keys must be different and in the order in which they were put.
std::vector<std::string> JavaHashOrder(std::vector<std::string> keys,
                                       JavaTable table = JavaTable::kHashMap);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_GROUND_BASE_JAVA_HASH_H_
