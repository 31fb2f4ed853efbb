#ifndef HPDL_RUNTIME_SERVER_PROTOCOLS_CELOS_UI_PAGE_OF_API_H_
#define HPDL_RUNTIME_SERVER_PROTOCOLS_CELOS_UI_PAGE_OF_API_H_

#include <memory>
#include <string>

#include "runtime/server/protocols/celos/celos_api.h"
#include "runtime/server/protocols/celos/celos_page.h"
#include "runtime/server/protocols/celos/definitions.h"

namespace hpdl::rt::celos {

/// Makes the pages for an API in this process. The pages also show the errors of the scripts. `api`
/// and `definitions` outlive the pages. `hue`: the URL of Hue; `groups`: the file of groups; "":
/// not given.
std::unique_ptr<CelosPage> PageOf(CelosApi& api, CachedDefinitions& definitions, std::string hue,
                                  std::string groups);

}  // namespace hpdl::rt::celos

#endif  // HPDL_RUNTIME_SERVER_PROTOCOLS_CELOS_UI_PAGE_OF_API_H_
