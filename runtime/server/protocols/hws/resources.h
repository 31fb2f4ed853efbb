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

/// The resources of the HWS API, a file each. Of this room alone.
namespace hpdl::rt::hws {

/// One request on its way to a resource.
struct Exchange {
  const OozieRequest& request;
  std::vector<std::string> parts;  ///< of the path, behind the name of the resource
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

/// 404
Refusal NoResource();
/// 405; `allowed`: "GET, POST".
Refusal NotAllowed(std::string_view allowed);
/// 400 or 422: the error of a body.
Refusal WrongBody(const Error& error);

/// A part of a list.
struct Part {
  std::int64_t offset = 0;  ///< from 0
  std::int64_t limit = 50;
};
/// `offset` and `limit`, 1 to 1000.
std::variant<Part, Refusal> PartOf(const Exchange& exchange);
/// A parameter that is a number from 0 on; 422.
std::variant<std::int64_t, Refusal> NumberOf(const Exchange& exchange, std::string_view name,
                                             std::int64_t most, std::int64_t without);

}  // namespace hpdl::rt::hws

#endif  // HPDL_RUNTIME_SERVER_PROTOCOLS_HWS_RESOURCES_H_
