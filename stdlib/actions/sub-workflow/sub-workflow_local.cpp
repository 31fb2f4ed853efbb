#include <utility>

#include "runtime/engines/workflow/kind.h"
#include "stdlib/actions/sub-workflow/child_properties.h"

/// The kind for programs without network. It runs only children that are compiled in.
namespace hpdl::stdlib {

namespace {

rt::Task<rt::Outcome> RunCompiledIn(rt::ActionContext& ctx) {
  const SubWorkflowArgs args =
      DecodeArgs<SubWorkflowArgs>(kSubWorkflowKind, ctx.shape(), ctx.args());
  const rt::Result<std::string> application = ApplicationOf(args);
  if (!application) {
    co_return NoSubWorkflow(application.error().message);
  }
  if (args.host_url && !args.host_url->empty()) {
    co_return NoSubWorkflow(
        "a sub-workflow that another Oozie server runs needs the network, but the program of the "
        "job was built with --no-network");
  }
  rt::Result<rt::Properties> properties = ChildProperties(ctx, args);
  if (!properties) {
    co_return NotAllowed(properties.error());
  }
  ctx.SetWaiting("sub-workflow " + *application);
  co_return co_await ctx.RunSubWorkflow(*application, std::move(*properties));
}

}  // namespace

}  // namespace hpdl::stdlib

extern "C" const hpdl_kind hpdl_local_kind_sub_workflow;
const hpdl_kind hpdl_local_kind_sub_workflow = {.name = "sub-workflow",
                                                .run = hpdl::stdlib::RunCompiledIn};
