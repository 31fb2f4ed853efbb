#ifndef HPDL_STDLIB_LOCAL_SETTINGS_H_
#define HPDL_STDLIB_LOCAL_SETTINGS_H_

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/engines/workflow/kind.h"
#include "stdlib/core/common.h"

/// What an action and <global> say together: configuration, clusters, preparations.
namespace hpdl::stdlib {

/// <global>, evaluated; empty if the workflow has none.
Global GlobalOf(const rt::ActionContext& ctx);

/// Whether a property of an action's configuration is the engine's to set: its user and the
/// addresses of its cluster.
bool IsForTheEngine(std::string_view property);

/// The configuration of an action: its ConfigurationLayers() of job_xml.h, later ones win. "JA010"
/// if they ask for another user where that is not allowed.
rt::Result<rt::Properties> ActionConfiguration(const rt::ActionContext& ctx,
                                               const std::vector<std::string>& job_xml,
                                               const Configuration& configuration,
                                               const std::optional<std::string>& job_tracker = {});

/// What the engine itself puts into the configuration of a program that speaks to the cluster.
struct ClientSettings {
  const std::optional<std::string>& name_node;    ///< else that of <global>
  const std::optional<std::string>& job_tracker;  ///< likewise
  std::string tag;                                ///< mapreduce.job.tags
};

/// ActionConfiguration() with what the engine adds. kFatal "JA010" if it has a property that only
/// the engine may set (Oozie 3.2.7).
rt::Result<rt::Properties> ClientConfiguration(const rt::ActionContext& ctx,
                                               const std::vector<std::string>& job_xml,
                                               const Configuration& configuration,
                                               const ClientSettings& settings);

/// Does <prepare> once an attempt: a resumed one that has got past it does not do it again, for the
/// command may be running. `name_node` is where paths without scheme are; empty: this machine.
rt::Task<rt::Outcome> RunPrepare(rt::ActionContext& ctx, const Prepare& prepare,
                                 std::string name_node);

}  // namespace hpdl::stdlib

#endif  // HPDL_STDLIB_LOCAL_SETTINGS_H_
