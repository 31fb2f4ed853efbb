#include <utility>

#include "runtime/engines/workflow/kind.h"
#include "runtime/world/site/site.h"
#include "stdlib/actions/sub-workflow/child_properties.h"
#include "stdlib/actions/sub-workflow/remote_child.h"

namespace hpdl::stdlib {

namespace {

/// If `url` is the HWS API of an hpdld, returns the URL of its Oozie services, because an hpdld
/// accepts children of other systems there. Returns any other URL without slashes at its end.
std::string OozieBeside(std::string url) {
  constexpr std::string_view kHws = "/hws";
  while (url.ends_with('/')) {
    url.pop_back();
  }
  if (url.ends_with(kHws)) {
    url.resize(url.size() - kHws.size());
    url += "/oozie";
  }
  return url;
}

/// Returns the system that the action itself names: <host-url> of HWS, or a property of its
/// configuration for Oozie. Returns "" if the action names no system.
std::string NamedSystem(const SubWorkflowArgs& args) {
  std::string url = OozieBeside(args.host_url.value_or(""));
  for (const Property& property : args.configuration.properties) {
    if (url.empty() && property.name == kRemoteUrlProperty) {
      url = property.value;
    }
  }
  return url;
}

/// Returns the outcome of the action if its child may not be started or continued. Returns nullopt
/// if nothing forbids the child.
std::optional<rt::Outcome> Refuse(const rt::ActionContext& ctx, const RemoteChild& child) {
  if (child.local.url.empty() && RemoteProgress::Of(ctx.progress()).url == kLocalServer) {
    return rt::Outcome::Failed(rt::ErrorClass::kNonTransient, "SUBWF005",
                               "an hpdld served this job, and the sub-workflow is a job of that "
                               "server; resume this job with that server");
  }
  const std::int64_t depth = DepthIn(child.properties);
  const std::int64_t most = ctx.site().Number(rt::Setting::kMaxDepth, ctx.configuration());
  if (depth > most) {
    return rt::TooDeep(depth, most);
  }
  return std::nullopt;
}

rt::Task<rt::Outcome> RunSubWorkflowAction(rt::ActionContext& ctx) {
  const SubWorkflowArgs args =
      DecodeArgs<SubWorkflowArgs>(kSubWorkflowKind, ctx.shape(), ctx.args());
  const rt::Result<std::string> application = ApplicationOf(args);
  if (!application) {
    co_return NoSubWorkflow(application.error().message);
  }
  rt::Result<rt::Properties> given = ChildProperties(ctx, args);
  if (!given) {
    co_return NotAllowed(given.error());
  }
  RemoteChild remote{NamedSystem(args), *application, std::move(*given), rt::TheOwnServer()};
  if (remote.url.empty()) {
    rt::Properties properties = remote.properties;
    ctx.SetWaiting("sub-workflow " + *application);
    rt::Outcome outcome = co_await ctx.RunSubWorkflow(*application, std::move(properties));
    // A child that has run always has an external id. If an outcome with the error E0711 has no
    // external id, the program does not contain the child.
    const bool missing =
        outcome.error && outcome.error->code == "E0711" && outcome.external_id.empty();
    remote.url = ctx.site().Text(rt::Setting::kRemoteUrl, ctx.configuration());
    if (remote.url.empty()) {  // a program built with an empty URL takes the URL of the site
      remote.url = ctx.site().Text(rt::Setting::kRemoteUrl);
    }
    if (remote.url.empty() && !remote.local.url.empty()) {
      remote.url = kLocalServer;
    }
    const bool before = !RemoteProgress::Of(ctx.progress()).tag.empty();
    if (!missing || (remote.url.empty() && !before)) {
      co_return outcome;
    }
  }
  if (std::optional<rt::Outcome> refused = Refuse(ctx, remote)) {
    co_return std::move(*refused);
  }
  co_return co_await RunRemoteChild(ctx, std::move(remote));
}

}  // namespace

}  // namespace hpdl::stdlib

extern "C" const hpdl_kind hpdl_kind_sub_workflow;
const hpdl_kind hpdl_kind_sub_workflow = {.name = "sub-workflow",
                                          .run = hpdl::stdlib::RunSubWorkflowAction,
                                          .goes_on = true,
                                          .starts_processes = hpdl::rt::StartsProcesses::kNever};
