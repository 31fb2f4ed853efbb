#ifndef HPDL_RUNTIME_SERVER_PROTOCOLS_HWS_RESOURCES_H_
#define HPDL_RUNTIME_SERVER_PROTOCOLS_HWS_RESOURCES_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "runtime/server/protocols/hws/answers.h"
#include "runtime/server/protocols/hws/hws_api.h"
#include "runtime/server/protocols/oozie/query.h"

/// The resources of the HWS API, each in a file of its own. Only this folder uses this header.
namespace hpdl::rt::hws {

/// A request, and the objects that a resource needs to answer it.
struct Exchange {
  const OozieRequest& request;
  std::vector<std::string> parts;  ///< parts of the path behind the resource's name
  Parameters parameters;
  StateDirectory& state;
  const HwsSettings& settings;
  bool* active;

  bool Is(std::string_view method) const { return request.method == method; }
};

using Answered = std::variant<OozieAnswer, Refusal>;

Task<Answered> ApplicationsResource(Exchange& exchange);
Task<Answered> JobsResource(Exchange& exchange);
Task<Answered> AdminResource(Exchange& exchange);

/// Returns a 404: the resource does not exist.
Refusal NoResource();
/// Returns a 405; `allowed` names the methods, as in "GET, POST".
Refusal NotAllowed(std::string_view allowed);
/// Returns the refusal of a body: 400 if it is not JSON, else 422.
Refusal WrongBody(const Error& error);

/// A range of a list.
struct Part {
  std::int64_t offset = 0;  ///< index of the first item, from 0
  std::int64_t limit = 50;
};
/// Reads `offset` and `limit` of the query; the limit is 1 to 1000, by default 50. The refusal of
/// other values is a 422.
std::variant<Part, Refusal> PartOf(const Exchange& exchange);
/// Reads the parameter `name`, a number from 0 to `most`. Returns `without` if the parameter is
/// missing, and a 422 if its value is not allowed.
std::variant<std::int64_t, Refusal> NumberOf(const Exchange& exchange, std::string_view name,
                                             std::int64_t most, std::int64_t without);

}  // namespace hpdl::rt::hws

#endif  // HPDL_RUNTIME_SERVER_PROTOCOLS_HWS_RESOURCES_H_
