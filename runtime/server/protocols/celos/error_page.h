#ifndef HPDL_RUNTIME_SERVER_PROTOCOLS_CELOS_ERROR_PAGE_H_
#define HPDL_RUNTIME_SERVER_PROTOCOLS_CELOS_ERROR_PAGE_H_

#include <string_view>

#include "runtime/server/protocols/celos/celos_request.h"

namespace hpdl::rt::celos {

/// Returns an error answer as Jetty makes it: the text is in the status line and, for GET, HEAD and
/// POST, in a page.
CelosAnswer ErrorPage(const CelosRequest& request, int status, std::string_view text);

}  // namespace hpdl::rt::celos

#endif  // HPDL_RUNTIME_SERVER_PROTOCOLS_CELOS_ERROR_PAGE_H_
