#include "stdlib/cluster/application.h"

#include "stdlib/local/settings.h"

namespace hpdl::stdlib {

rt::Result<rt::Cluster*> ClusterOf(rt::ActionContext& ctx,
                                   const std::optional<std::string>& job_tracker,
                                   const rt::Properties& configuration) {
  rt::Clusters* clusters = ctx.clusters();
  if (clusters == nullptr) {
    return rt::Error{rt::ErrorClass::kError, "E0723",
                     "this program was built with --no-network and reaches no cluster"};
  }
  auto user = ctx.User({}, configuration);
  HPDL_TRY(user);
  return clusters->Open(job_tracker.value_or(GlobalOf(ctx).job_tracker.value_or("")), *user);
}

}  // namespace hpdl::stdlib
