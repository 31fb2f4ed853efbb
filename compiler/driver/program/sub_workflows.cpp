#include "compiler/driver/program/sub_workflows.h"

#include <string_view>

#include "compiler/driver/program/fold_text.h"
#include "stdlib/core/common.h"

namespace hpdl::driver {
namespace {

/// The property that names the Oozie server on which sub-workflows run. In an action, it applies to
/// the action's sub-workflow. With -D, it applies to all sub-workflows without a --sub.
constexpr std::string_view kRemoteUrl = "hpdl.subworkflow.oozie.url";

/// True if the action's configuration at `at` names the server that runs the sub-workflow.
bool NamesServer(const hir::Workflow& workflow, const hir::Node& node, std::uint32_t at) {
  const auto value = [&](std::uint32_t i) -> const hir::Value* {
    return node.args[i].value.valid() ? &workflow.values[node.args[i].value.index] : nullptr;
  };
  for (std::uint32_t property = at + 1; property < node.args[at].end;
       property = node.args[property].end) {
    bool named = false, empty = true;
    for (std::uint32_t i = property + 1; i < node.args[property].end; i = node.args[i].end) {
      const hir::Value* const part = value(i);
      if (part != nullptr && node.args[i].field == stdlib::kPropertyName) {
        named = part->text == kRemoteUrl;
      } else if (part != nullptr && node.args[i].field == stdlib::kPropertyValue) {
        empty = !part->expr.valid() && part->text.empty();
      }
    }
    if (named && !empty) {
      return true;
    }
  }
  return false;
}

/// Returns the text that names the sub-workflow's definition: Oozie's <app-path>, HWS's
/// <hadoop-workflow>. Returns null if the node is not a sub-workflow action, or if another system
/// runs the sub-workflow.
const hir::Value* AppPathOf(const hir::Workflow& workflow, const hir::Node& node) {
  if (node.kind == nullptr || node.kind->decl->name != "sub-workflow") {
    return nullptr;
  }
  const stdlib::StructDecl& body = *node.kind->decl->shapes[node.shape].body;
  const hir::Value* found = nullptr;
  for (std::uint32_t i = 0; i < node.args.size(); i = node.args[i].end) {
    const hir::Arg& arg = node.args[i];
    if (arg.field < body.elements.size() &&
        body.elements[arg.field].type == &stdlib::kConfigurationDecl &&
        NamesServer(workflow, node, i)) {
      return nullptr;
    }
    if (!arg.value.valid() || arg.field >= body.elements.size()) {
      continue;
    }
    const std::string_view name = body.elements[arg.field].name;
    const hir::Value& value = workflow.values[arg.value.index];
    if (name == "host-url" && !value.text.empty()) {
      return nullptr;
    }
    if (name == "app-path" || name == "hadoop-workflow") {
      found = &value;
    }
  }
  return found;
}

}  // namespace

rt::Result<void> SubWorkflows::Resolve(std::size_t first) {
  first_ = first;
  for (std::size_t i = first; i < found_.all().size(); ++i) {
    if (found_.all()[i].definition->hir != nullptr) {
      HPDL_TRY(ResolveActions(i));
    }
  }
  return {};
}

rt::Result<void> SubWorkflows::ResolveActions(std::size_t number) {
  // The vector of definitions grows and moves its entries, but the hir of a definition stays at its
  // address.
  const hir::Workflow& workflow = *found_.all()[number].definition->hir;
  for (const hir::Node& node : workflow.nodes) {
    if (const hir::Value* app_path = AppPathOf(workflow, node)) {
      HPDL_TRY(ResolveAction(number, node, *app_path));
    }
  }
  return {};
}

rt::Result<void> SubWorkflows::ResolveAction(std::size_t number, const hir::Node& node,
                                             const hir::Value& value) {
  const AppPath app_path{value, Known(found_.all()[number], value)};
  if (found_.PathGivenFor(app_path).empty() && defines_.contains(std::string(kRemoteUrl))) {
    return {};
  }
  FoundDefinitions::Purpose purpose{options_};
  purpose.options.inherited_global = found_.all()[number].definition->handed_global;
  purpose.variant = purpose.options.inherited_global;
  const rt::Result<FoundDefinitions::Found> found = found_.Find(app_path, number, purpose);
  HPDL_TRY(found);
  if (!found->number) {
    if (!options_.served) {
      FoundDefinitions::Unknown unknown;
      unknown.what = "sub-workflow";
      unknown.reason = found->reason;
      unknown.failure = "node " + Quoted(node.name) + " fails when a run reaches it";
      unknown.or_else = ", or set -D " + Message::Words(kRemoteUrl) +
                        "=URL to the Oozie server that runs the sub-workflow";
      found_.ReportUnknown(number, app_path, unknown);
    }
    return {};
  }
  by_text_.try_emplace({value.text, number}, *found->number);
  if (!app_path.known.empty()) {
    by_text_.try_emplace({app_path.known, number}, *found->number);
  }
  found_.NameWorkflow(*found->number, app_path);
  return {};
}

std::vector<hir::SubWorkflow> SubWorkflows::subs() const {
  std::vector<hir::SubWorkflow> subs;
  subs.reserve(by_text_.size());
  for (const auto& [written, number] : by_text_) {
    subs.push_back({written.first, static_cast<std::uint32_t>(written.second - first_),
                    static_cast<std::uint32_t>(number - first_)});
  }
  return subs;
}

std::string SubWorkflows::Known(const Compiled& parent, const hir::Value& app_path) const {
  const hir::Workflow& workflow = *parent.definition->hir;
  rt::Properties properties;
  for (const hir::Parameter& parameter : workflow.parameters) {
    if (parameter.default_value) {
      properties[parameter.name] = *parameter.default_value;
    }
  }
  for (const hir::Property& property : workflow.defaults) {
    properties[property.name] = property.value;
  }
  for (const auto& [name, value] : defines_) {
    properties[name] = value;
  }
  return FoldText(workflow, app_path, properties, parent.application.directory).value_or("");
}

}  // namespace hpdl::driver
