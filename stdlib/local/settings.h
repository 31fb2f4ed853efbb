#ifndef HPDL_STDLIB_LOCAL_SETTINGS_H_
#define HPDL_STDLIB_LOCAL_SETTINGS_H_

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/engines/workflow/kind.h"
#include "stdlib/core/common.h"

/// Settings that come from an action and <global>: configuration, clusters, preparations.
namespace hpdl::stdlib {

/// Returns <global>, evaluated; an empty Global if the workflow has no <global>.
Global GlobalOf(const rt::ActionContext& ctx);

/// True for a property of an action's configuration that only the engine may set: its user and the
/// addresses of its cluster.
bool IsForTheEngine(std::string_view property);

/// Returns the configuration of an action: its ConfigurationLayers() of job_xml.h, merged so that
/// later layers win. Error "JA010" if they ask for another user and that is not allowed.
rt::Result<rt::Properties> ActionConfiguration(const rt::ActionContext& ctx,
                                               const std::vector<std::string>& job_xml,
                                               const Configuration& configuration,
                                               const std::optional<std::string>& job_tracker = {});

/// The settings that the engine adds to the configuration of a program that talks to the cluster.
struct ClientSettings {
  const std::optional<std::string>& name_node;    ///< nullopt: the name node of <global>
  const std::optional<std::string>& job_tracker;  ///< nullopt: the job tracker of <global>
  std::string tag;                                ///< mapreduce.job.tags
};

/// Returns ActionConfiguration() with the settings that the engine adds. kFatal "JA010" if the
/// configuration has a property that only the engine may set (Oozie 3.2.7).
rt::Result<rt::Properties> ClientConfiguration(const rt::ActionContext& ctx,
                                               const std::vector<std::string>& job_xml,
                                               const Configuration& configuration,
                                               const ClientSettings& settings);

/// Does <prepare> once an attempt. A resumed attempt that has done it does not repeat it, because
/// the command may be running. `name_node` is the base of paths without scheme; "": this machine.
rt::Task<rt::Outcome> RunPrepare(rt::ActionContext& ctx, const Prepare& prepare,
                                 std::string name_node);

}  // namespace hpdl::stdlib

#endif  // HPDL_STDLIB_LOCAL_SETTINGS_H_
