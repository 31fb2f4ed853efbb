#ifndef HPDL_RUNTIME_SERVER_PROTOCOLS_CELOS_SAME_ORIGIN_H_
#define HPDL_RUNTIME_SERVER_PROTOCOLS_CELOS_SAME_ORIGIN_H_

#include <optional>
#include <string_view>

#include "runtime/world/http/http_server.h"

namespace hpdl::rt::celos {

/// Who may change something.
enum class Askers : std::uint8_t {
  kAnyProgram,   ///< whoever is no browser, and pages of this server
  kOwnPageOnly,  ///< pages of this server
};

/// Whether a page of another site has sent a request that changes something: browsers say by
/// `Origin` and `Sec-Fetch-Site` where a request is from.
bool IsForeign(const HttpCall& call, Askers askers);

/// The answer to such a request; nothing if the request is fine.
std::optional<HttpAnswer> RefusedIfForeign(const HttpCall& call, Askers askers);

}  // namespace hpdl::rt::celos

#endif  // HPDL_RUNTIME_SERVER_PROTOCOLS_CELOS_SAME_ORIGIN_H_
