#ifndef HPDL_RUNTIME_SERVER_HPDLD_GATE_H_
#define HPDL_RUNTIME_SERVER_HPDLD_GATE_H_

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "runtime/server/job_verbs.h"

namespace hpdl::rt {

/// Who comes in.
struct GateRules {
  std::set<std::string, std::less<>> hosts;  ///< what `Host` may name, small letters, without port
  bool anonymous = false;                    ///< callers without a name come in, too
  std::int64_t validity_ms = 0;              ///< of cookies
  std::string secret;
};

/// The fields of a request that matter here, as they were sent.
struct GateRequest {
  std::string_view target, host, origin, cookie;
};

/// What becomes of a caller.
struct GateVerdict {
  int status = 200;     ///< else the request is refused
  std::string message;  ///< why
  std::string fields;   ///< of the answer, "NAME: VALUE\r\n" each
  Caller caller;
};

/// Whether a page of somebody else's site, in the browser of somebody who may call, is who calls: a
/// foreign `Origin`, or a `Host` that is no name of this server. None: it is not.
std::optional<GateVerdict> RefuseForeign(const GateRules& rules, const GateRequest& request);

/// Who calls, by Hadoop's simple authentication: a good cookie, else `user.name` in the query, for
/// which the answer has a cookie.
GateVerdict Authenticate(const GateRules& rules, const GateRequest& request, std::int64_t now_ms);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_SERVER_HPDLD_GATE_H_
