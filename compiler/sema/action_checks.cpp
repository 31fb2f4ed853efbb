#include "compiler/sema/action_checks.h"

#include <algorithm>
#include <string>

#include "compiler/sema/credentials.h"
#include "stdlib/core/common.h"

namespace hpdl::sema {
namespace {

/// A property with which the start of an action fails. A sub-workflow action fails only with a
/// property that names its user.
struct Refused {
  std::string_view name;
  DiagnosticKind kind;
};
constexpr Refused kRefused[] = {
    {"user.name", DiagnosticKind::kUserInAction},
    {"mapreduce.job.user.name", DiagnosticKind::kUserInAction},
    {"yarn.resourcemanager.address", DiagnosticKind::kBadConstant},
    {"fs.default.name", DiagnosticKind::kBadConstant},
    {"fs.defaultFS", DiagnosticKind::kBadConstant},
};

Message WhyRefused(DiagnosticKind kind) {
  return kind == DiagnosticKind::kUserInAction
             ? "actions run as the user of the job, and an action that sets its user fails"
             : "<resource-manager> and <name-node> name the cluster, and an action that names it "
               "in its configuration fails when it starts";
}

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

/// Reports the properties in the configuration of an action or of <global> that are refused. If
/// `names_cluster` is true, the configuration may name a cluster.
void CheckConfiguration(const ast::Argument& body, const stdlib::StructDecl& decl,
                        const Message& whose, bool names_cluster, const Reporter& reporter) {
  for (const ast::Argument& child : body.children) {
    if (child.field >= decl.elements.size() ||
        decl.elements[child.field].type != &stdlib::kConfigurationDecl) {
      continue;
    }
    ForEachPropertyName(child, [&](const ast::Argument& name) {
      const std::string_view text = name.text->text.value;
      const auto* const refused =
          std::find_if(std::begin(kRefused), std::end(kRefused),
                       [&](const Refused& each) { return each.name == text; });
      if (refused != std::end(kRefused) &&
          !(names_cluster && refused->kind == DiagnosticKind::kBadConstant)) {
        reporter.Emit(refused->kind, name.text->text.range,
                      "the configuration of " + whose + " sets " + Quoted(text) + ": " +
                          WhyRefused(refused->kind));
      }
    });
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
  const bool oozie = workflow.dialect == ast::Dialect::kOozie;
  if (oozie && workflow.global) {
    CheckConfiguration(*workflow.global, stdlib::Global::Decl(), "<global>", false, reporter);
  }
  CheckCredentials(workflow, reporter);
  if (!oozie) {
    return;
  }
  for (const ast::Node& node : workflow.nodes) {
    if (node.kind != nullptr) {
      CheckConfiguration(node.body, *node.kind->decl->shapes[node.shape].body,
                         "action " + Quoted(node.name.text),
                         node.kind->decl->name == "sub-workflow", reporter);
    }
  }
  CheckNameNodes(workflow, reporter);
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
