#ifndef HPDL_RUNTIME_GROUND_BASE_JAVA_HASH_H_
#define HPDL_RUNTIME_GROUND_BASE_JAVA_HASH_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

/// The order in which Java's hash tables give back what is in them. It depends on the names alone,
/// so scripts that read Oozie's output can rely on it.
namespace hpdl::rt {

/// String.hashCode() of a text in UTF-8.
std::int32_t JavaHash(std::string_view text);

/// A java.util.HashMap doubles when more than three quarters of its places are taken, a
/// java.util.concurrent.ConcurrentHashMap when three quarters are.
enum class JavaTable { kHashMap, kConcurrentHashMap };

/// `keys`, which are all different and stand in the order in which they were put in, in the order
/// of a table that grew with them.
std::vector<std::string> JavaHashOrder(std::vector<std::string> keys,
                                       JavaTable table = JavaTable::kHashMap);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_GROUND_BASE_JAVA_HASH_H_
