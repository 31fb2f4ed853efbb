#ifndef HPDL_RUNTIME_SERVER_PROTOCOLS_CELOS_CELOS_PAGE_H_
#define HPDL_RUNTIME_SERVER_PROTOCOLS_CELOS_CELOS_PAGE_H_

#include <string_view>

#include "runtime/server/protocols/celos/celos_api.h"
#include "runtime/server/protocols/celos/celos_request.h"

namespace hpdl::rt::celos {

/// The page for browsers. The port of the API also serves this page's paths.
class CelosPage {
 public:
  virtual ~CelosPage() = default;
  /// True if the page, not the API, answers `target`.
  virtual bool Has(std::string_view target) const = 0;
  virtual RequestLine LineOf(const CelosRequest& request) const = 0;
  /// Answers a request, on any thread. Two requests that change something never run at the same
  /// time.
  virtual CelosAnswer Answer(const CelosRequest& request) = 0;
};

}  // namespace hpdl::rt::celos

#endif  // HPDL_RUNTIME_SERVER_PROTOCOLS_CELOS_CELOS_PAGE_H_
