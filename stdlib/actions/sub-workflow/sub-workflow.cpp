#include <utility>

#include "runtime/engine/kind.h"
#include "stdlib/actions/sub-workflow/sub-workflow.kind.h"

namespace hpdl::stdlib {

namespace {

/// Properties that say what the parent is or how it is to be run again; they would be wrong for the
/// child. All others are passed on as Oozie does, also oozie.libpath and oozie.suspend.on.nodes.
constexpr std::string_view kOwnProperties[] = {
    "oozie.wf.application.path",
    "oozie.wf.rerun.skip.nodes",
    "oozie.wf.rerun.failnodes",
    "oozie.wf.parent.id",
};

bool IsOwn(std::string_view name) {
  for (const std::string_view own : kOwnProperties) {
    if (name == own) {
      return true;
    }
  }
  return false;
}

rt::Task<rt::Outcome> RunSubWorkflowAction(rt::ActionContext& ctx) {
  const SubWorkflowArgs args =
      DecodeArgs<SubWorkflowArgs>(kSubWorkflowKind, ctx.shape(), ctx.args());
  if (args.host_url && !args.host_url->empty()) {
    co_return rt::Outcome::Failed(
        rt::ErrorClass::kError, "E0711",
        "sub-workflow of another system (" + *args.host_url + "): remote systems come later");
  }
  const std::string& application = args.app_path.empty() ? args.definition : args.app_path;
  if (application.empty()) {
    co_return rt::Outcome::Failed(rt::ErrorClass::kError, "E0711",
                                  "sub-workflow: its path is empty");
  }
  rt::Properties properties;
  for (const auto& [name, value] : ctx.configuration()) {
    if (args.propagate_configuration && !IsOwn(name)) {
      properties[name] = value;
    }
  }
  for (const Property& property : args.configuration.properties) {
    properties[property.name] = property.value;
  }
  // The child is the same user's, whatever the action's configuration says.
  if (const auto user = ctx.configuration().find("user.name"); user != ctx.configuration().end()) {
    properties["user.name"] = user->second;
  }
  ctx.SetWaiting("sub-workflow " + application);
  co_return co_await ctx.RunSubWorkflow(application, std::move(properties));
}

}  // namespace

}  // namespace hpdl::stdlib

extern "C" const hpdl_kind hpdl_kind_sub_workflow;
const hpdl_kind hpdl_kind_sub_workflow = {"sub-workflow", hpdl::stdlib::RunSubWorkflowAction,
                                          false};
