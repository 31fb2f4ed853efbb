#ifndef HPDL_RUNTIME_SERVER_PROTOCOLS_OOZIE_QUERY_H_
#define HPDL_RUNTIME_SERVER_PROTOCOLS_OOZIE_QUERY_H_

#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace hpdl::rt {

/// Values by name; if a name has several values, the first value counts.
using Parameters = std::map<std::string, std::string, std::less<>>;

/// The target of a request, decoded.
struct RequestTarget {
  std::string path;  ///< for example "/oozie/v2/jobs"
  Parameters parameters;
};

/// Decodes a target. Returns nullopt for a '%' without two hex digits, a path with a zero byte, or
/// more than kMostParameters parameters.
std::optional<RequestTarget> ReadTarget(std::string_view target);
inline constexpr std::size_t kMostParameters = 100;

/// Returns the value of a parameter; null if it is missing.
const std::string* Find(const Parameters& parameters, std::string_view name);
/// Returns the value of a parameter; "" if it is missing.
std::string_view Get(const Parameters& parameters, std::string_view name);

/// Reads a number as Java's Integer.parseInt() does; nullopt for any other text.
std::optional<int> ReadJavaInt(std::string_view text);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_SERVER_PROTOCOLS_OOZIE_QUERY_H_
