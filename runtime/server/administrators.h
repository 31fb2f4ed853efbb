#ifndef HPDL_RUNTIME_SERVER_ADMINISTRATORS_H_
#define HPDL_RUNTIME_SERVER_ADMINISTRATORS_H_

#include "runtime/server/job_verbs.h"
#include "runtime/site/site.h"

namespace hpdl::rt {

/// Whether the site names the caller among its administrators.
bool IsAdministrator(const Site& site, const Caller& caller);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_SERVER_ADMINISTRATORS_H_
