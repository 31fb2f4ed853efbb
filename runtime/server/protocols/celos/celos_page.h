#ifndef HPDL_RUNTIME_SERVER_PROTOCOLS_CELOS_CELOS_PAGE_H_
#define HPDL_RUNTIME_SERVER_PROTOCOLS_CELOS_CELOS_PAGE_H_

#include <string_view>

#include "runtime/server/protocols/celos/celos_api.h"
#include "runtime/server/protocols/celos/celos_request.h"

namespace hpdl::rt::celos {

/// Paths beside the API, on the same port, that browsers ask for.
class CelosPage {
 public:
  virtual ~CelosPage() = default;
  /// Whether a request is for it, and not for the API.
  virtual bool Has(std::string_view target) const = 0;
  virtual RequestLine LineOf(const CelosRequest& request) const = 0;
  /// Any thread; those of kChange do not overlap.
  virtual CelosAnswer Answer(const CelosRequest& request) = 0;
};

}  // namespace hpdl::rt::celos

#endif  // HPDL_RUNTIME_SERVER_PROTOCOLS_CELOS_CELOS_PAGE_H_
