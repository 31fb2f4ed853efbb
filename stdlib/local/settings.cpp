#include "stdlib/local/settings.h"

#include "stdlib/local/command.h"
#include "stdlib/local/job_xml.h"
#include "stdlib/local/run_plan.h"

namespace hpdl::stdlib {

namespace {

/// The progress of an attempt whose <prepare> is done.
constexpr const char* kPrepared = "prepared";

}  // namespace

Global GlobalOf(const rt::ActionContext& ctx) {
  Global global;
  if (ctx.global() != nullptr) {
    Decode(kGlobalDecl, *ctx.global(), &global);
  }
  return global;
}

rt::Result<rt::Properties> ActionConfiguration(const rt::ActionContext& ctx,
                                               const std::vector<std::string>& job_xml,
                                               const Configuration& configuration,
                                               const std::optional<std::string>& job_tracker) {
  const auto layers = ConfigurationLayers(ctx, job_xml, configuration, job_tracker);
  HPDL_TRY(layers);
  rt::Properties properties;
  for (const rt::Properties& layer : *layers) {
    for (const auto& [name, value] : layer) {
      properties[name] = value;
    }
  }
  HPDL_TRY(ctx.User({}, properties));  // fails if a property is not allowed
  return properties;
}

rt::Result<rt::Properties> ClientConfiguration(const rt::ActionContext& ctx,
                                               const std::vector<std::string>& job_xml,
                                               const Configuration& configuration,
                                               const ClientSettings& settings) {
  auto result = ActionConfiguration(ctx, job_xml, configuration, settings.job_tracker);
  HPDL_TRY(result);
  rt::Properties& properties = *result;
  const Global global = GlobalOf(ctx);
  const std::string name_node =
      FileSystemUri(settings.name_node.value_or(global.name_node.value_or("")));
  const std::string cluster = settings.job_tracker.value_or(global.job_tracker.value_or(""));
  if (!name_node.empty()) {
    properties["fs.default.name"] = properties["fs.defaultFS"] = name_node;
  }
  if (!cluster.empty()) {
    properties["yarn.resourcemanager.address"] = cluster;
    properties.try_emplace("mapred.job.tracker", cluster);
  }
  properties["user.name"] = properties["mapreduce.job.user.name"] = ctx.job().user;
  properties["oozie.job.id"] = ctx.job().id;
  properties["oozie.action.id"] = ctx.job().id + "@" + std::string(ctx.node());
  properties["mapreduce.job.tags"] = settings.tag;
  return result;
}

rt::Task<rt::Outcome> RunPrepare(rt::ActionContext& ctx, const Prepare& prepare,
                                 std::string name_node, std::string user) {
  if (prepare.commands.empty() || ctx.progress() == kPrepared) {
    co_return rt::Outcome::Ok();
  }
  std::vector<rt::FileChange> changes;
  changes.reserve(prepare.commands.size());
  for (const FileCommand& command : prepare.commands) {
    changes.push_back(rt::ToFileChange(command));
  }
  const rt::Result<void> done =
      co_await PrepareFiles(ctx, std::move(changes), std::move(name_node), std::move(user));
  if (!done) {
    co_return FailedWith(done.error());
  }
  co_await ctx.RecordProgress(kPrepared);
  co_return rt::Outcome::Ok();
}

}  // namespace hpdl::stdlib
