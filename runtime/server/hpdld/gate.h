#ifndef HPDL_RUNTIME_SERVER_HPDLD_GATE_H_
#define HPDL_RUNTIME_SERVER_HPDLD_GATE_H_

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "runtime/server/access/own_hosts.h"
#include "runtime/server/jobs/job_verbs.h"

namespace hpdl::rt {

/// The rules by which callers are admitted.
struct GateRules {
  OwnHosts hosts;
  bool anonymous = false;        ///< callers without a name are admitted, too
  std::int64_t validity_ms = 0;  ///< milliseconds for which a cookie is valid
  bool secure = false;           ///< browsers send the cookies only over TLS
  std::string secret;
  bool many_users = false;  ///< each user has a separate server, which has its own key for programs
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
std::optional<GateVerdict> RefuseForeign(const GateRules& rules, const GateRequest& request);

/// Authenticates a program of this server by its credential; nullopt if the request has no
/// credential. Does not check the state of the program's job.
std::optional<GateVerdict> AuthenticateProgram(const GateRules& rules, const GateRequest& request);

/// Authenticates a caller by Hadoop's simple authentication: by a valid cookie, or else by
/// `user.name` in the query. In the second case the answer sets a cookie.
GateVerdict Authenticate(const GateRules& rules, const GateRequest& request, std::int64_t now_ms);

/// Returns the user whom the request's cookie names; does not check the signature of the cookie.
/// nullopt: the request has no cookie.
std::optional<std::string> ClaimedUser(const GateRequest& request);
/// True if the request's cookie was signed with `key` and is valid at `now_ms`.
bool HasGoodCookie(const GateRequest& request, std::int64_t now_ms, std::string_view key);
/// Admits a user who was authenticated by the method `way` (`simple`, `basic`). The answer sets a
/// cookie that is signed with `key`.
GateVerdict Entered(const GateRules& rules, const std::string& user, std::string_view way,
                    std::string_view key, std::int64_t now_ms);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_SERVER_HPDLD_GATE_H_
