#include "stdlib/actions/sub-workflow/child_properties.h"

#include <algorithm>
#include <charconv>
#include <utility>

#include "runtime/engines/workflow/inheritance.h"
#include "runtime/engines/workflow/user.h"
#include "runtime/ground/base/global_property.h"
#include "runtime/ground/base/trim.h"
#include "runtime/ground/value/reserved_names.h"
#include "stdlib/local/library_files.h"

namespace hpdl::stdlib {

namespace {

/// Properties that describe the parent or its rerun and would be wrong for the child. The child
/// gets all other properties, for example oozie.libpath and oozie.suspend.on.nodes, as in Oozie.
constexpr std::string_view kOwnProperties[] = {
    "oozie.wf.application.path",   "oozie.wf.rerun.skip.nodes",
    "oozie.wf.rerun.failnodes",    "oozie.wf.parent.id",
    "oozie.wf.external.id",        "oozie.wf.workflow.notification.url",
    rt::kInheritedLibraryProperty,
};

/// The property with the depth of a job. It grows by one from parent to child, as in Oozie.
constexpr const char* kDepth = "oozie.action.subworkflow.depth";

bool IsOwn(std::string_view name) {
  return std::find(std::begin(kOwnProperties), std::end(kOwnProperties), name) !=
         std::end(kOwnProperties);
}

}  // namespace

rt::Result<std::string> ApplicationOf(const SubWorkflowArgs& args) {
  const std::string& application = args.app_path.empty() ? args.definition : args.app_path;
  if (application.empty()) {
    return rt::Error{rt::ErrorClass::kError, "E0711",
                     "the application path of the sub-workflow is empty"};
  }
  return application;
}

rt::Result<rt::Properties> ChildProperties(const rt::ActionContext& ctx,
                                           const SubWorkflowArgs& args) {
  rt::Properties properties;
  const bool is_oozie = ctx.dialect() != HPDL_DIALECT_HWS;
  for (const auto& [name, value] : ctx.configuration()) {
    const bool always = is_oozie && name.starts_with("oozie.");
    if ((args.propagate_configuration || always) && !IsOwn(name)) {
      properties[name] = value;
    }
  }
  if (is_oozie && !ctx.handed_global().empty()) {
    properties[kGlobalProperty] = ctx.handed_global();
  }
  if (const std::string group = rt::GroupOf(ctx.configuration()); !group.empty()) {
    properties[std::string(rt::kGroupNameProperty)] = group;
  }
  // In this program the child finds the packaged libraries of its parents. It needs only the paths
  // of those that a server gave to this job.
  std::string library;
  for (const std::string& path : InheritedPaths(ctx)) {
    library.append(library.empty() ? "" : ",").append(path);
  }
  if (!library.empty()) {
    properties[rt::kInheritedLibraryProperty] = library;
  }
  Global global;
  if (ctx.global() != nullptr) {
    Decode(kGlobalDecl, *ctx.global(), &global);
  }
  const std::vector<Property>* const sources[] = {&global.configuration.properties,
                                                  &args.configuration.properties};
  for (const std::vector<Property>* const source : sources) {
    for (const Property& property : *source) {
      if (is_oozie && Trimmed(property.value).empty()) {
        continue;
      }
      if (is_oozie && (rt::NamesUser(property.name) ||
                       rt::IsReservedName(property.name, rt::ReservedBy::kWorkflows))) {
        return rt::Error{rt::ErrorClass::kError, "E0808",
                         "Disallowed user property [" + property.name + "]"};
      }
      properties[property.name] = property.value;
    }
  }
  // The child belongs to the same user, even if the configuration of an HWS action names another
  // user.
  if (const auto user = ctx.configuration().find("user.name"); user != ctx.configuration().end()) {
    properties["user.name"] = user->second;
  }
  properties[kDepth] = std::to_string(DepthIn(ctx.configuration()) + 1);
  return properties;
}

std::int64_t DepthIn(const rt::Properties& properties) {
  const auto found = properties.find(kDepth);
  std::int32_t depth = 0;
  if (found != properties.end()) {
    std::from_chars(found->second.data(), found->second.data() + found->second.size(), depth);
  }
  return std::max(depth, 0);
}

rt::Outcome NotAllowed(const rt::Error& error) {
  return rt::Outcome::Failed(error.error_class, error.code, error.message);
}

rt::Outcome NoSubWorkflow(std::string message) {
  return rt::Outcome::Failed(rt::ErrorClass::kError, "E0711", std::move(message));
}

}  // namespace hpdl::stdlib
