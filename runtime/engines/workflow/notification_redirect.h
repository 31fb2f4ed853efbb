#ifndef HPDL_RUNTIME_ENGINES_WORKFLOW_NOTIFICATION_REDIRECT_H_
#define HPDL_RUNTIME_ENGINES_WORKFLOW_NOTIFICATION_REDIRECT_H_

#include <string_view>

namespace hpdl::rt {

/// True if a redirect of a notification from one HOST:PORT to another is allowed. A receiver must
/// not be able to redirect the engine to any server that the engine can reach. A redirect to the
/// same HOST:PORT, or from port 80 to port 443 of a host, is always allowed. Other targets must be
/// in `named`, the site's comma separated list: HOST (any port), HOST:PORT, or * for every target.
/// Host names are compared without regard to case.
bool MayLead(std::string_view from, std::string_view to, std::string_view named);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_ENGINES_WORKFLOW_NOTIFICATION_REDIRECT_H_
