#include "compiler/sema/action_checks.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <string>

#include "compiler/sema/credentials.h"
#include "runtime/ground/value/reserved_names.h"
#include "stdlib/core/common.h"

namespace hpdl::sema {
namespace {

/// The reason why an action fails when it starts.
struct Refusal {
  DiagnosticKind kind;
  std::string_view code;  ///< the code of the failure
  Message why;
};

/// Returns the refusal of a property that only hpdl itself makes.
Refusal OfInternalName(std::string_view code) {
  return {DiagnosticKind::kBadConstant, code,
          "hpdl itself makes properties of this name, and an action that sets one fails when it "
          "starts"};
}

/// Returns the reason why a sub-workflow action refuses the property `name`, or nullopt.
std::optional<Refusal> OfChildren(std::string_view name) {
  constexpr std::string_view kCode = "E0808";
  if (rt::IsInternalName(name)) {
    return OfInternalName("E0701");
  }
  if (rt::NamesUser(name)) {
    return Refusal{DiagnosticKind::kUserInAction, kCode,
                   "the child runs as the user of the job, and a sub-workflow action that sets "
                   "the user fails"};
  }
  if (rt::IsReservedName(name, rt::ReservedBy::kWorkflows)) {
    return Refusal{DiagnosticKind::kBadConstant, kCode,
                   "the name is reserved for expressions, and a sub-workflow action that sets it "
                   "fails when it starts"};
  }
  return std::nullopt;
}

/// Returns the reason why an action that is no sub-workflow refuses the property `name`, or
/// nullopt.
std::optional<Refusal> OfActions(std::string_view name) {
  constexpr std::string_view kCode = "JA010";
  constexpr std::string_view kOfClusters[] = {"yarn.resourcemanager.address", "fs.default.name",
                                              "fs.defaultFS"};
  if (rt::NamesUser(name)) {
    return Refusal{DiagnosticKind::kUserInAction, kCode,
                   "actions run as the user of the job, and an action that sets its user fails"};
  }
  if (rt::IsInternalName(name)) {
    return OfInternalName(kCode);
  }
  if (std::find(std::begin(kOfClusters), std::end(kOfClusters), name) != std::end(kOfClusters)) {
    return Refusal{DiagnosticKind::kBadConstant, kCode,
                   "<resource-manager> and <name-node> name the cluster, and an action that names "
                   "it in its configuration fails when it starts"};
  }
  return std::nullopt;
}

/// The kinds of actions that get the properties of a configuration.
struct Readers {
  bool actions = false;   ///< actions that are no sub-workflows
  bool children = false;  ///< sub-workflow actions
};

/// Calls `visit` for each constant name of a property in a <configuration>.
template <class Visitor>
void ForEachPropertyName(const ast::Argument& configuration, const Visitor& visit) {
  for (const ast::Argument& property : configuration.children) {
    for (const ast::Argument& part : property.children) {
      if (part.field == stdlib::kPropertyName && part.text) {
        visit(part);
      }
    }
  }
}

bool IsConfiguration(const stdlib::ElementDecl& element) {
  return element.type == &stdlib::kConfigurationDecl;
}

/// Reports the properties in the configuration of an action or of <global> that the `readers`
/// refuse.
void CheckConfiguration(const ast::Argument& body, const stdlib::StructDecl& decl,
                        const Message& whose, Readers readers, const Reporter& reporter) {
  for (const ast::Argument& child : body.children) {
    if (child.field >= decl.elements.size() || !IsConfiguration(decl.elements[child.field])) {
      continue;
    }
    ForEachPropertyName(child, [&](const ast::Argument& name) {
      const std::string_view text = name.text->text.value;
      std::optional<Refusal> refusal = readers.actions ? OfActions(text) : std::nullopt;
      if (!refusal && readers.children) {
        refusal = OfChildren(text);
      }
      if (refusal) {
        reporter
            .Emit(refusal->kind, name.text->text.range,
                  "the configuration of " + whose + " sets " + Quoted(text) + ": " + refusal->why)
            .oozie_code = refusal->code;
      }
    });
  }
}

/// Checks the configurations of the actions and of <global>. The latter is a part of the
/// configuration of each action that can have one.
void CheckConfigurations(const ast::Workflow& workflow, const Reporter& reporter) {
  Readers of_global;
  for (const ast::Node& node : workflow.nodes) {
    if (node.kind == nullptr) {
      continue;
    }
    const stdlib::StructDecl& decl = *node.kind->decl->shapes[node.shape].body;
    const bool child = node.kind->decl->name == "sub-workflow";
    const bool reads = std::any_of(decl.elements.begin(), decl.elements.end(), IsConfiguration);
    of_global.actions = of_global.actions || (reads && !child);
    of_global.children = of_global.children || (reads && child);
    CheckConfiguration(node.body, decl, "action " + Quoted(node.name.text), {!child, child},
                       reporter);
  }
  if (workflow.global) {
    CheckConfiguration(*workflow.global, stdlib::Global::Decl(), "<global>", of_global, reporter);
  }
}

/// Returns the <name-node> of an action or of <global>, or null.
const ast::Argument* NameNodeIn(const ast::Argument& body, const stdlib::StructDecl& decl) {
  for (const ast::Argument& child : body.children) {
    if (child.field < decl.elements.size() &&
        decl.elements[child.field].path == stdlib::PathUse::kFileSystem) {
      return &child;
    }
  }
  return nullptr;
}

/// Reports a constant <name-node> that an fs action does not accept.
void CheckNameNode(const ast::Argument& element, const Message& whose, const Reporter& reporter) {
  if (!element.text || element.text->expr.valid() ||
      stdlib::IsFileSystemUri(element.text->text.value)) {
    return;
  }
  const ast::Text& name_node = element.text->text;
  reporter.Emit(DiagnosticKind::kBadConstant, name_node.range,
                "the name node " + Quoted(name_node.value) + " of " + whose +
                    " is not a URI such as hdfs://HOST:PORT; an fs action fails with it when a run "
                    "reaches the action");
}

/// Reports name nodes of fs actions. Hadoop takes `nn:8020` for hdfs://nn:8020 in other actions.
void CheckNameNodes(const ast::Workflow& workflow, const Reporter& reporter) {
  bool uses_global = false;
  for (const ast::Node& node : workflow.nodes) {
    if (node.kind == nullptr || node.kind->decl->name != "fs") {
      continue;
    }
    const ast::Argument* own = NameNodeIn(node.body, *node.kind->decl->shapes[node.shape].body);
    uses_global = uses_global || own == nullptr;
    if (own != nullptr) {
      CheckNameNode(*own, "action " + Quoted(node.name.text), reporter);
    }
  }
  const ast::Argument* shared = uses_global && workflow.global
                                    ? NameNodeIn(*workflow.global, stdlib::Global::Decl())
                                    : nullptr;
  if (shared != nullptr) {
    CheckNameNode(*shared, "<global>", reporter);
  }
}

}  // namespace

void CheckActions(const ast::Workflow& workflow, const Reporter& reporter) {
  CheckCredentials(workflow, reporter);
  if (workflow.dialect == ast::Dialect::kOozie) {
    CheckConfigurations(workflow, reporter);
    CheckNameNodes(workflow, reporter);
  }
}

void CheckRetryTypes(const hir::Workflow& workflow, const Reporter& reporter) {
  const auto found = [&](hir::ValueId id) -> std::string_view {
    if (!id.valid() || !workflow.values[id.index].expr.valid()) {
      return {};
    }
    const stdlib::Type type = workflow.exprs[workflow.values[id.index].expr.index].type;
    return type == stdlib::Type::kMap ? "a Map" : type == stdlib::Type::kBoolean ? "a Boolean" : "";
  };
  const auto check = [&](hir::ValueId id, std::string_view what, std::string_view wanted,
                         DiagnosticKind kind) {
    if (const std::string_view type = found(id); !type.empty()) {
      Message text = Message::Words(what) + " must be " + Message::Words(wanted) +
                     ", but this expression gives " + Message::Words(type);
      if (kind == DiagnosticKind::kBadRetry) {
        text += "; the job is FAILED when a run reaches this node";
      }
      reporter.Emit(kind, workflow.values[id.index].range, std::move(text));
    }
  };
  for (const hir::Node& node : workflow.nodes) {
    check(node.retry_max, "retry-max", "a whole number", DiagnosticKind::kBadRetry);
    check(node.retry_interval, "retry-interval", "a whole number", DiagnosticKind::kBadRetry);
    check(node.retry_policy, "retry-policy", "periodic or exponential",
          DiagnosticKind::kUnknownWord);
  }
}

}  // namespace hpdl::sema
