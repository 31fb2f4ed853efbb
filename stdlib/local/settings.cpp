#include "stdlib/local/settings.h"

#include "runtime/config/config.h"
#include "runtime/files/run_plan.h"
#include "stdlib/local/command.h"
#include "stdlib/local/work_files.h"

namespace hpdl::stdlib {

namespace {

/// Progress of an attempt whose <prepare> is done.
constexpr const char* kPrepared = "prepared";

rt::Result<void> AddFiles(const rt::ActionContext& ctx, const std::vector<std::string>& files,
                          rt::Properties* properties) {
  for (const std::string& path : files) {
    auto text = ReadApplicationFile(ctx, path);
    HPDL_TRY(text);
    auto parsed = rt::ReadHadoopXml(*text, path);
    HPDL_TRY(parsed);
    rt::Apply(*parsed, properties);
  }
  return {};
}

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
                                               const Configuration& configuration) {
  rt::Properties properties;
  const Global global = GlobalOf(ctx);
  HPDL_TRY(AddFiles(ctx, global.job_xml, &properties));
  HPDL_TRY(AddFiles(ctx, job_xml, &properties));
  for (const Configuration* each : {&global.configuration, &configuration}) {
    for (const Property& property : each->properties) {
      properties[property.name] = property.value;
    }
  }
  return properties;
}

rt::Task<rt::Outcome> RunPrepare(rt::ActionContext& ctx, const Prepare& prepare,
                                 std::string name_node) {
  if (prepare.commands.empty() || ctx.progress() == kPrepared) {
    co_return rt::Outcome::Ok();
  }
  rt::FilePlanRules rules;
  rules.base.file_system = std::move(name_node);
  rules.base.home = rt::HomeDirectory();
  std::vector<rt::FileChange> changes;
  for (const FileCommand& command : prepare.commands) {
    changes.push_back(rt::ToFileChange(command));
  }
  const auto plan = rt::FilePlan::Make(changes, rules);
  if (!plan) {
    co_return FailedWith(plan.error());
  }
  // Deleting and making directories again gives the same: no marks are needed.
  for (std::size_t i = 0; i < plan->size(); ++i) {
    if (auto done = plan->Do(i, true); !done) {
      co_return FailedWith(done.error());
    }
  }
  co_await ctx.RecordProgress(kPrepared);
  co_return rt::Outcome::Ok();
}

}  // namespace hpdl::stdlib
