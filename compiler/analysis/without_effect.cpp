#include <map>
#include <string>
#include <vector>

#include "compiler/analysis/analyses.h"
#include "stdlib/core/credential.h"

namespace hpdl::analysis {
namespace {

/// Emits one warning for each kind, at its first action. A single action of the kind is enough to
/// make the program refuse to start.
void WarnOfKinds(const Subject& subject) {
  std::map<std::string_view, std::vector<const ast::Node*>> actions;
  for (const ast::Node& node : subject.workflow.nodes) {
    if (node.kind != nullptr && !node.kind->has_executor) {
      actions[node.kind->decl->name].push_back(&node);
    }
  }
  for (const auto& [kind, nodes] : actions) {
    const std::string count = std::to_string(nodes.size());
    subject.reporter.Emit(
        DiagnosticKind::kKindCannotRun, nodes[0]->kind_range,
        "actions of kind " + Message::Words(kind) +
            " compile but cannot run yet: the program will refuse to start" +
            (nodes.size() == 1 ? Message() : "; the workflow has " + Message(count) + " of them"));
  }
}

void WarnOfCredentials(const Subject& subject) {
  for (const ast::Node& node : subject.workflow.nodes) {
    if (node.credentials && node.kind != nullptr &&
        !stdlib::CredentialField(*node.kind->decl, node.shape)) {
      subject.reporter.Emit(
          DiagnosticKind::kCredentialsIgnored, node.credentials->range,
          "an action of kind " + Message::Words(node.kind->decl->name) +
              " does not use credentials: only actions that run in a container of "
              "the cluster get them");
    }
  }
}

}  // namespace

void CheckWithoutEffect(Facts& facts) {
  WarnOfKinds(facts.subject());
  WarnOfCredentials(facts.subject());
}

}  // namespace hpdl::analysis
