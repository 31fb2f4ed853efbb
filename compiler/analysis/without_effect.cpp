#include "compiler/analysis/analyses.h"
#include "stdlib/core/credential.h"

namespace hpdl::analysis {

void CheckWithoutEffect(Facts& facts) {
  for (const ast::Node& node : facts.subject().workflow.nodes) {
    if (node.credentials && node.kind != nullptr &&
        !stdlib::CredentialField(*node.kind->decl, node.shape)) {
      facts.subject().reporter.Emit(
          DiagnosticKind::kCredentialsIgnored, node.credentials->range,
          "an action of kind " + Message::Words(node.kind->decl->name) +
              " does not use credentials: only actions that run in a container of "
              "the cluster get them");
    }
  }
}

}  // namespace hpdl::analysis
