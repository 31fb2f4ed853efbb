#ifndef HPDL_RUNTIME_CLIENT_JAVA_HASH_H_
#define HPDL_RUNTIME_CLIENT_JAVA_HASH_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

/// The order in which Java's hash tables give back what is in them. It depends on the names alone,
/// so scripts that read the client's output can rely on it.
namespace hpdl::client {

/// String.hashCode() of a text in UTF-8.
std::int32_t JavaHash(std::string_view text);

/// `keys`, which are all different and stand in the order in which they were put in, in the order
/// of a java.util.HashMap that grew with them.
std::vector<std::string> JavaHashOrder(std::vector<std::string> keys);

}  // namespace hpdl::client

#endif  // HPDL_RUNTIME_CLIENT_JAVA_HASH_H_
