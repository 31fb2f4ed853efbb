#ifndef HPDL_RUNTIME_SERVER_WORK_WORK_LIMITS_H_
#define HPDL_RUNTIME_SERVER_WORK_WORK_LIMITS_H_

#include <cstddef>

#include "runtime/server/work/work_line.h"
#include "runtime/world/site/site.h"

namespace hpdl::rt {

/// How many places there are for work of a kind.
struct PlaceLimits {
  std::size_t all = 0;
  std::size_t of_user = 0;  ///< at most `all`
};

/// As the site says, for one server of jobs, or for those of many users together: of these nobody
/// can have all places that somebody waits for.
PlaceLimits LimitsOf(const Site& site, WorkKind kind, bool many_users);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_SERVER_WORK_WORK_LIMITS_H_
