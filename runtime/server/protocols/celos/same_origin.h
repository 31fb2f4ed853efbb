#ifndef HPDL_RUNTIME_SERVER_PROTOCOLS_CELOS_SAME_ORIGIN_H_
#define HPDL_RUNTIME_SERVER_PROTOCOLS_CELOS_SAME_ORIGIN_H_

#include <optional>
#include <string_view>

#include "runtime/world/http/http_server.h"

namespace hpdl::rt::celos {

/// The senders from whom a request that changes something is accepted.
enum class Askers : std::uint8_t {
  kAnyProgram,   ///< programs other than browsers, and pages of this server
  kOwnPageOnly,  ///< pages of this server
};

/// True if a page of another site sent a request that changes something. Browsers name the sender's
/// site in `Origin` and `Sec-Fetch-Site`.
bool IsForeign(const HttpCall& call, Askers askers);

/// Returns the refusal if IsForeign() is true, else nullopt.
std::optional<HttpAnswer> RefusedIfForeign(const HttpCall& call, Askers askers);

}  // namespace hpdl::rt::celos

#endif  // HPDL_RUNTIME_SERVER_PROTOCOLS_CELOS_SAME_ORIGIN_H_
