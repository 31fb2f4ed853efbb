#ifndef HPDL_RUNTIME_SERVER_PROTOCOLS_OOZIE_QUERY_H_
#define HPDL_RUNTIME_SERVER_PROTOCOLS_OOZIE_QUERY_H_

#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace hpdl::rt {

/// By name; of several values the first.
using Parameters = std::map<std::string, std::string, std::less<>>;

/// The target of a request, decoded.
struct RequestTarget {
  std::string path;  ///< "/oozie/v2/jobs"
  Parameters parameters;
};

/// Nothing: a '%' without two hex digits, a path with a zero byte, or more than kMostParameters.
std::optional<RequestTarget> ReadTarget(std::string_view target);
inline constexpr std::size_t kMostParameters = 100;

/// The value of a parameter; nothing if it is not there.
const std::string* Find(const Parameters& parameters, std::string_view name);
/// The same, "" if it is not there.
std::string_view Get(const Parameters& parameters, std::string_view name);

/// What Java's Integer.parseInt() takes; nothing for anything else.
std::optional<int> ReadJavaInt(std::string_view text);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_SERVER_PROTOCOLS_OOZIE_QUERY_H_
