#include "compiler/sema/action_checks.h"

#include <algorithm>
#include <string>

#include "compiler/sema/credentials.h"
#include "stdlib/core/common.h"

namespace hpdl::sema {
namespace {

constexpr std::string_view kUserProperties[] = {"user.name", "hadoop.job.ugi"};

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

void CheckUser(const ast::Argument& body, const stdlib::StructDecl& decl, const Message& whose,
               const Reporter& reporter) {
  for (const ast::Argument& child : body.children) {
    if (child.field >= decl.elements.size() ||
        decl.elements[child.field].type != &stdlib::kConfigurationDecl) {
      continue;
    }
    ForEachPropertyName(child, [&](const ast::Argument& name) {
      const std::string_view text = name.text->text.value;
      if (std::find(std::begin(kUserProperties), std::end(kUserProperties), text) !=
          std::end(kUserProperties)) {
        reporter.Emit(DiagnosticKind::kUserInAction, name.text->text.range,
                      "the configuration of " + whose + " sets " + Quoted(text) +
                          ": actions run as the user of the job, and an action that sets its user "
                          "fails");
      }
    });
  }
}

}  // namespace

void CheckActions(const ast::Workflow& workflow, const Reporter& reporter) {
  const bool oozie = workflow.dialect == ast::Dialect::kOozie;
  if (oozie && workflow.global) {
    CheckUser(*workflow.global, stdlib::Global::Decl(), "<global>", reporter);
  }
  CheckCredentials(workflow, reporter);
  for (const ast::Node& node : workflow.nodes) {
    if (oozie && node.kind != nullptr && node.kind->decl->name != "sub-workflow") {
      CheckUser(node.body, *node.kind->decl->shapes[node.shape].body,
                "action " + Quoted(node.name.text), reporter);
    }
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
      reporter.Emit(kind, workflow.values[id.index].range,
                    Message::Words(what) + " must be " + Message::Words(wanted) +
                        ", but this expression gives " + Message::Words(type));
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
