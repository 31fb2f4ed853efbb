#ifndef HPDL_RUNTIME_SERVER_WORK_WORK_LIMITS_H_
#define HPDL_RUNTIME_SERVER_WORK_WORK_LIMITS_H_

#include <cstddef>

#include "runtime/server/work/work_line.h"
#include "runtime/world/site/site.h"

namespace hpdl::rt {

/// The numbers of places for one kind of work: of all users together, and of one user.
struct PlaceLimits {
  std::size_t all = 0;
  std::size_t of_user = 0;  ///< the places of one user; at most `all`
};

/// Returns the limits that a site sets for one server of jobs. With `many_users`, the limits are
/// for the servers of all users together, and one user gets only a part of the places for
/// compilations, commands and pictures.
PlaceLimits LimitsOf(const Site& site, WorkKind kind, bool many_users);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_SERVER_WORK_WORK_LIMITS_H_
