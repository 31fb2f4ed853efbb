#ifndef HPDL_RUNTIME_SERVER_PROTOCOLS_HWS_HWS_PATH_H_
#define HPDL_RUNTIME_SERVER_PROTOCOLS_HWS_HWS_PATH_H_

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace hpdl::rt {

/// Below which the HWS API is.
inline constexpr std::string_view kHwsContext = "/hws/v1/";

/// What is behind it: "applications", "NAME", "activate". A slash in a name has its code.
struct HwsPath {
  std::vector<std::string> parts;
};

/// Nothing: it is no path of the API, or has an empty part, a wrong code or a zero byte.
std::optional<HwsPath> ReadHwsPath(std::string_view target);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_SERVER_PROTOCOLS_HWS_HWS_PATH_H_
