#ifndef HPDL_RUNTIME_SERVER_PROTOCOLS_CELOS_CELOS_API_H_
#define HPDL_RUNTIME_SERVER_PROTOCOLS_CELOS_CELOS_API_H_

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "runtime/rules/celos/registers.h"
#include "runtime/rules/celos/scheduler.h"
#include "runtime/rules/celos/step_view.h"
#include "runtime/server/protocols/celos/celos_request.h"
#include "runtime/server/protocols/celos/definitions.h"

namespace hpdl::rt::celos {

/// The objects and settings that the API needs for its answers. The referenced objects outlive the
/// API.
struct CelosWorld {
  CachedDefinitions& definitions;
  SteppedStore& slots;
  Registers& registers;
  ExternalService& service;
  Intents& intents;
  Files& files;
  StepLog& log;
  std::function<std::int64_t()> now_ms;  ///< milliseconds since 1970
  std::optional<std::string> version;    ///< the answer of /version; nullopt: status 500
  /// True: JSON answers have a content type; false: they have no content type, as in Celos.
  bool names_json = false;
};

/// The classes of requests. They decide which requests may run at the same time.
enum class RequestLine : std::uint8_t {
  kChange,  ///< requests that change something; they run one at a time
  kAsk,     ///< requests that may wait for other servers; a few run at a time
  kLook,    ///< requests that never wait for other servers
};
RequestLine LineOf(const CelosRequest& request);

/// True if a target, with or without a query, has a path of the API.
bool IsOfApi(std::string_view target);

/// Celos' HTTP API without sockets. Any thread may call it.
class CelosApi {
 public:
  explicit CelosApi(CelosWorld world) : world_(std::move(world)) {}

  /// Answers a request. Requests of kChange must not overlap.
  CelosAnswer Answer(const CelosRequest& request);

 private:
  CelosWorld world_;
};

}  // namespace hpdl::rt::celos

#endif  // HPDL_RUNTIME_SERVER_PROTOCOLS_CELOS_CELOS_API_H_
