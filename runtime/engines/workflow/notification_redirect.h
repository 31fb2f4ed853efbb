#ifndef HPDL_RUNTIME_ENGINES_WORKFLOW_NOTIFICATION_REDIRECT_H_
#define HPDL_RUNTIME_ENGINES_WORKFLOW_NOTIFICATION_REDIRECT_H_

#include <string_view>

namespace hpdl::rt {

/// Whether the answer to a notification may lead it from one HOST:PORT to another: a receiver must
/// not be able to send the engine to whatever else it can reach. To the same place and from port 80
/// to 443 of a host always, else to what the site names: HOST (any port of it) or HOST:PORT, comma
/// separated, or * for anywhere. Hosts are compared in any case.
bool MayLead(std::string_view from, std::string_view to, std::string_view named);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_ENGINES_WORKFLOW_NOTIFICATION_REDIRECT_H_
