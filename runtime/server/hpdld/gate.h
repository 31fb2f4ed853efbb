#ifndef HPDL_RUNTIME_SERVER_HPDLD_GATE_H_
#define HPDL_RUNTIME_SERVER_HPDLD_GATE_H_

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "runtime/server/jobs/job_verbs.h"

namespace hpdl::rt {

/// Who comes in.
struct GateRules {
  std::set<std::string, std::less<>> hosts;  ///< what `Host` may name, small letters, without port
  bool anonymous = false;                    ///< callers without a name come in, too
  std::int64_t validity_ms = 0;              ///< of cookies
  bool secure = false;                       ///< cookies are for TLS alone
  std::string secret;
  bool many_users = false;  ///< each has a server and a key for programs of their own
};

/// The fields of a request that matter here, as they were sent.
struct GateRequest {
  std::string_view target, host, origin, cookie, authorization;
};

/// What becomes of a caller.
struct GateVerdict {
  int status = 200;     ///< else the request is refused
  std::string message;  ///< why
  std::string fields;   ///< of the answer, "NAME: VALUE\r\n" each
  Caller caller;
};

/// The name in a `Host`, in small letters: "[::1]" of "[::1]:11000", "localhost" of
/// "LOCALHOST:11000".
std::string HostName(std::string_view host);

/// Whether a page of somebody else's site, in the browser of somebody who may call, is who calls: a
/// foreign `Origin`, or a `Host` that is no name of this server. None: it is not.
std::optional<GateVerdict> RefuseForeign(const GateRules& rules, const GateRequest& request);

/// Who calls, if it is a program of this server, by its credential. None: the request has none.
/// What the program's job is doing is not looked at.
std::optional<GateVerdict> AuthenticateProgram(const GateRules& rules, const GateRequest& request);

/// Who calls, by Hadoop's simple authentication: a good cookie, else `user.name` in the query, for
/// which the answer has a cookie.
GateVerdict Authenticate(const GateRules& rules, const GateRequest& request, std::int64_t now_ms);

/// The user of the request's cookie, which nobody has looked at closely; none without one.
std::optional<std::string> ClaimedUser(const GateRequest& request);
/// Whether the request's cookie was signed with this key and is good now.
bool HasGoodCookie(const GateRequest& request, std::int64_t now_ms, std::string_view key);
/// A user who has come in in a way (`simple`, `basic`), with a cookie signed with a key.
GateVerdict Entered(const GateRules& rules, const std::string& user, std::string_view way,
                    std::string_view key, std::int64_t now_ms);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_SERVER_HPDLD_GATE_H_
