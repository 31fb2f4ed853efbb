#ifndef HPDL_RUNTIME_ENGINES_COORDINATOR_JOB_PROPERTIES_H_
#define HPDL_RUNTIME_ENGINES_COORDINATOR_JOB_PROPERTIES_H_

#include <string_view>

#include "runtime/ground/value/eval.h"

/// Properties of the jobs of coordinators that mean something to several parts of their engine.
namespace hpdl::rt {

inline constexpr const char* kApplicationPath = "oozie.coord.application.path";
/// The bundle that has submitted the coordinator.
inline constexpr const char* kBundleId = "oozie.bundle.id";
/// What `sla-change` of the whole job has changed, for actions to come. It is ours alone: no
/// workflow is started with it, and an update leaves it as it is.
inline constexpr const char* kSlaChangeProperty = "hpdl.sla.change";
/// The action with which the job begins, `5@2024-01-05T00:00Z`: those before it were another
/// server's. It is paused there until its pause time is reset. No workflow is started with it.
inline constexpr const char* kFirstActionProperty = "hpdl.coord.first.action";

/// The value of a property, as long as that lives; "": there is none.
inline std::string_view PropertyOf(const Properties& properties, std::string_view name) {
  const auto found = properties.find(name);
  return found == properties.end() ? std::string_view() : std::string_view(found->second);
}

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_ENGINES_COORDINATOR_JOB_PROPERTIES_H_
