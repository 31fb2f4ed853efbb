#ifndef HPDL_STDLIB_LOCAL_SETTINGS_H_
#define HPDL_STDLIB_LOCAL_SETTINGS_H_

#include <optional>
#include <string>
#include <vector>

#include "runtime/engines/workflow/kind.h"
#include "stdlib/core/common.h"

/// Settings that come from an action and <global>: configuration, clusters, preparations.
namespace hpdl::stdlib {

/// Returns <global> with its expressions evaluated. Returns an empty Global if the workflow has no
/// <global>.
Global GlobalOf(const rt::ActionContext& ctx);

/// Returns the configuration of an action. It merges the layers that ConfigurationLayers() returns
/// (job_xml.h); later layers win. Fails with kFatal "JA010" if the configuration of an Oozie action
/// has a property that only the engine may set (rt::IsForTheEngine(), section 3.2.7 of Oozie's
/// specification).
rt::Result<rt::Properties> ActionConfiguration(const rt::ActionContext& ctx,
                                               const std::vector<std::string>& job_xml,
                                               const Configuration& configuration,
                                               const std::optional<std::string>& job_tracker = {});

/// The settings that the engine adds to the configuration of a program that uses the cluster.
struct ClientSettings {
  const std::optional<std::string>& name_node;    ///< nullopt: the name node of <global>
  const std::optional<std::string>& job_tracker;  ///< nullopt: the job tracker of <global>
  std::string tag;                                ///< mapreduce.job.tags
};

/// Returns the result of ActionConfiguration() and the settings that the engine adds.
rt::Result<rt::Properties> ClientConfiguration(const rt::ActionContext& ctx,
                                               const std::vector<std::string>& job_xml,
                                               const Configuration& configuration,
                                               const ClientSettings& settings);

/// Does <prepare> once per attempt. A resumed attempt does not repeat a <prepare> that is done,
/// because the command may be running. `name_node` is the base of paths without scheme; "" means
/// this machine. `user` makes the requests.
rt::Task<rt::Outcome> RunPrepare(rt::ActionContext& ctx, const Prepare& prepare,
                                 std::string name_node, std::string user);

}  // namespace hpdl::stdlib

#endif  // HPDL_STDLIB_LOCAL_SETTINGS_H_
