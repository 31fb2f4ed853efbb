#include <map>
#include <utility>

#include "compiler/analysis/analyses.h"

namespace hpdl::analysis {
namespace {

/// One warning a kind, at its first action: programs refuse to start for the kind, however often it
/// stands.
void WarnOfKinds(const Subject& subject) {
  std::map<std::string_view, std::size_t> counts;
  for (const ast::Node& node : subject.workflow.nodes) {
    if (node.kind != nullptr && !node.kind->has_executor) {
      ++counts[node.kind->decl->name];
    }
  }
  for (const ast::Node& node : subject.workflow.nodes) {
    const auto count = node.kind == nullptr ? counts.end() : counts.find(node.kind->decl->name);
    if (count == counts.end()) {
      continue;
    }
    subject.reporter.Emit(
        DiagnosticKind::kKindCannotRun, node.kind_range,
        "actions of kind " + Message::Words(count->first) +
            " compile and cannot run yet: the program will refuse to start" +
            (count->second == 1
                 ? Message()
                 : "; there are " + Message(std::to_string(count->second)) + " of them"));
    counts.erase(count);
  }
}

void WarnOfCredentials(const Subject& subject) {
  const auto& credentials = subject.workflow.credentials;
  if (!credentials.empty()) {
    subject.reporter.Emit(DiagnosticKind::kCredentialsIgnored, credentials.front().name.range,
                          "credentials have no effect yet: nobody is asked for them, and actions "
                          "run without");
  }
}

}  // namespace

void CheckWithoutEffect(Facts& facts) {
  WarnOfKinds(facts.subject());
  WarnOfCredentials(facts.subject());
}

}  // namespace hpdl::analysis
