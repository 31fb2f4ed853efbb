#include "compiler/frontend/xml/constructs.h"
#include "stdlib/core/control.h"

namespace hpdl::frontend {
namespace {

using namespace stdlib::control;  // NOLINT: this file uses the field names of one header

ast::Node ForkFrom(const ast::Argument& body, std::uint32_t path_field, std::uint32_t name_field) {
  ast::Node node;
  node.type = ast::NodeType::kFork;
  node.name = NameOf(body, name_field);
  node.range = body.range;
  for (const ast::Argument& child : body.children) {
    if (child.field == path_field) {
      ast::Edge edge;
      edge.to = NameOf(child, 0);
      edge.range = child.range;
      node.edges.push_back(std::move(edge));
    }
  }
  return node;
}

}  // namespace

void ReadFork(WorkflowReader& reader, Element element, const Scope& scope) {
  const ast::Argument body = reader.ReadStruct(kForkDecl, element, scope);
  ast::Node node = ForkFrom(body, kForkPath, kForkName);
  if (node.edges.size() == 1) {
    reader.Report(DiagnosticKind::kMissingElement, element.NameRange(),
                  "`<fork>` has one `<path>`; " + scope.Name() + " requires at least two");
  }
  reader.workflow().nodes.push_back(std::move(node));
}

void ReadHwsFork(WorkflowReader& reader, Element element, const Scope& scope) {
  const ast::Argument body = reader.ReadStruct(kHwsForkDecl, element, scope);
  reader.workflow().nodes.push_back(ForkFrom(body, kHwsTransition, kHwsPathName));
}

}  // namespace hpdl::frontend
