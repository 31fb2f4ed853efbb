#ifndef HPDL_RUNTIME_SERVER_PROTOCOLS_TOKENS_TOKEN_API_H_
#define HPDL_RUNTIME_SERVER_PROTOCOLS_TOKENS_TOKEN_API_H_

#include <string>
#include <string_view>

#include "runtime/server/protocols/oozie/oozie_request.h"
#include "runtime/store/local/state_directory.h"

/// The workflow token of a run by HTTP, a protocol of its own beside Oozie's (docs/server.md):
///
///     GET [/v3]/namespaces/{ns}/apps/{app}/workflows/{workflow}/runs/{run}/token
///     GET [/v3]/namespaces/{ns}/apps/{app}/workflows/{workflow}/runs/{run}/nodes/{node}/token
///
/// The run is a job's id; its name is that of app and workflow; the namespace is its user or
/// `default`. `scope=user|system` (without it: user) and `key=` narrow the answer.
namespace hpdl::rt {

/// The id of the job that such a path is about; "": it names none.
std::string RunOfTokenPath(std::string_view path);

/// 200 with JSON; 404 for what is not there, 400 for another scope, 405 for another method than
/// GET, 500 for what cannot be read.
OozieAnswer AnswerTokenRequest(const OozieRequest& request, StateDirectory& state);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_SERVER_PROTOCOLS_TOKENS_TOKEN_API_H_
