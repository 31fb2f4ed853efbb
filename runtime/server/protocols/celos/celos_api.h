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

/// All that answers come from. The references outlive the API.
struct CelosWorld {
  CachedDefinitions& definitions;
  SteppedStore& slots;
  Registers& registers;
  ExternalService& service;
  Intents& intents;
  Files& files;
  StepLog& log;
  std::function<std::int64_t()> now_ms;  ///< since 1970
  std::optional<std::string> version;    ///< what /version answers
  SchedulerRules rules;
  bool names_json = false;  ///< answers that are JSON say so; Celos' do not
};

/// Which requests may be worked on at the same time.
enum class RequestLine : std::uint8_t {
  kChange,  ///< one at a time
  kAsk,     ///< waits for other servers, and for no other request
  kLook,    ///< waits for nobody
};
RequestLine LineOf(const CelosRequest& request);

/// Whether a path, perhaps with a query behind it, is one of the API.
bool IsOfApi(std::string_view target);

/// Celos' HTTP API: no sockets, any thread.
class CelosApi {
 public:
  explicit CelosApi(CelosWorld world) : world_(std::move(world)) {}

  /// Those of kChange must not overlap.
  CelosAnswer Answer(const CelosRequest& request);

 private:
  CelosWorld world_;
};

}  // namespace hpdl::rt::celos

#endif  // HPDL_RUNTIME_SERVER_PROTOCOLS_CELOS_CELOS_API_H_
