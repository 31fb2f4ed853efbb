#ifndef HPDL_RUNTIME_SERVER_PROTOCOLS_HWS_HWS_PATH_H_
#define HPDL_RUNTIME_SERVER_PROTOCOLS_HWS_HWS_PATH_H_

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace hpdl::rt {

/// The path prefix of the HWS API.
inline constexpr std::string_view kHwsContext = "/hws/v1/";

/// The parts of a path behind the prefix, percent-decoded: "applications", "NAME", "activate". A
/// slash in a name is sent as %2F.
struct HwsPath {
  std::vector<std::string> parts;
};

/// Reads the path of a target. Returns nullopt if the path is not below the prefix, or has an empty
/// part, a wrong percent code or a zero byte.
std::optional<HwsPath> ReadHwsPath(std::string_view target);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_SERVER_PROTOCOLS_HWS_HWS_PATH_H_
