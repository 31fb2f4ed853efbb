#ifndef HPDL_RUNTIME_SERVER_LOGIN_GATE_H_
#define HPDL_RUNTIME_SERVER_LOGIN_GATE_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "runtime/server/access/caller.h"
#include "runtime/server/access/own_hosts.h"
#include "runtime/server/login/signed_cookie.h"

namespace hpdl::rt {

/// The rules by which a server of one user admits callers.
struct GateRules {
  bool anonymous = false;        ///< callers without a name are admitted, too
  std::int64_t validity_ms = 0;  ///< milliseconds for which a cookie is valid
  bool secure = false;           ///< browsers send the cookies only over TLS
  std::string secret;
};

/// The fields of a request that the gate reads, as they were sent.
struct GateRequest {
  std::string_view target, host, origin, cookie, authorization;
};

/// The gate's decision about a caller.
struct GateVerdict {
  int status = 200;     ///< 200: the caller is admitted; any other status: refused
  std::string message;  ///< the reason of a refusal
  std::string fields;   ///< further header fields of the answer, each "NAME: VALUE\r\n"
  Caller caller;
};

/// Refuses a request with a foreign `Origin`, or with a `Host` that is not a name of this server. A
/// page of another site may have sent such a request through the browser of an authenticated user.
/// Returns nullopt if the request is not refused.
std::optional<GateVerdict> RefuseForeign(const OwnHosts& hosts, const GateRequest& request);

/// Authenticates a program of this server by its credential; nullopt if the request has no
/// credential. Does not check the state of the program's job.
std::optional<GateVerdict> AuthenticateProgram(const GateRules& rules, const GateRequest& request);

/// Returns the refusal of a credential that does not belong to a program of this server.
GateVerdict NotOfThisServer();

/// Authenticates a caller by Hadoop's simple authentication: by a valid cookie, or else by
/// `user.name` in the query. In the second case the answer sets a cookie.
GateVerdict Authenticate(const GateRules& rules, const GateRequest& request, std::int64_t now_ms);

/// Reads the request's cookie; nullopt: the request has no cookie that SignedCookie() returns. Does
/// not check the signature.
std::optional<ClaimedCookie> CookieOf(const GateRequest& request);

/// Admits a user who was authenticated. The answer sets the cookie `value`, which is valid until
/// `until_ms` (UTC milliseconds). `secure`: browsers send the cookie only over TLS.
GateVerdict Entered(const std::string& user, std::string_view value, std::int64_t until_ms,
                    bool secure);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_SERVER_LOGIN_GATE_H_
