#ifndef HPDL_RUNTIME_SERVER_PROTOCOLS_CELOS_SAME_ORIGIN_H_
#define HPDL_RUNTIME_SERVER_PROTOCOLS_CELOS_SAME_ORIGIN_H_

#include <optional>
#include <string_view>

#include "runtime/server/access/own_hosts.h"
#include "runtime/world/http/http_server.h"

namespace hpdl::rt::celos {

/// The senders from whom a request that changes something is accepted.
enum class Askers : std::uint8_t {
  kAnyProgram,   ///< pages of this server, and programs that are not browsers
  kOwnPageOnly,  ///< pages of this server
};

/// True if a request changes something and its sender is not one of the `askers`. Browsers name the
/// site of the sending page in `Origin` and `Sec-Fetch-Site`; other programs send neither field.
bool IsForeign(const HttpCall& call, Askers askers);

/// Returns the refusal if `hosts` does not have the host that the request names, or if IsForeign()
/// is true; else nullopt.
std::optional<HttpAnswer> RefusedIfForeign(const HttpCall& call, const OwnHosts& hosts,
                                           Askers askers);

}  // namespace hpdl::rt::celos

#endif  // HPDL_RUNTIME_SERVER_PROTOCOLS_CELOS_SAME_ORIGIN_H_
