#ifndef HPDL_RUNTIME_SERVER_PROTOCOLS_TOKENS_TOKEN_API_H_
#define HPDL_RUNTIME_SERVER_PROTOCOLS_TOKENS_TOKEN_API_H_

#include <string>
#include <string_view>

#include "runtime/server/protocols/oozie/oozie_request.h"
#include "runtime/store/local/state_directory.h"

/// Serves the workflow token of a run over HTTP, in a protocol of its own beside Oozie's
/// (docs/server.md):
///
///     GET [/v3][/namespaces/{ns}]/apps/{app}/workflows/{workflow}/runs/{run}/token
///     GET [/v3][/namespaces/{ns}]/apps/{app}/workflows/{workflow}/runs/{run}/nodes/{node}/token
///
/// The run is a job's id; app and workflow are both the job's name; the namespace is the job's user
/// or `default`, which is also the namespace of a path without one. The parameters
/// `scope=user|system` (default: user) and `key=` narrow the answer.
namespace hpdl::rt {

/// Returns the job id in a token path; "": the path has no job id.
std::string RunOfTokenPath(std::string_view path);

/// Answers 200 with JSON. Answers 404 if the run or node does not exist, 400 for an unknown scope,
/// and 405 for a method other than GET. Answers 500 if the token cannot be read or is too long.
OozieAnswer AnswerTokenRequest(const OozieRequest& request, StateDirectory& state);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_SERVER_PROTOCOLS_TOKENS_TOKEN_API_H_
