#include "compiler/frontend/xml/constructs.h"
#include "stdlib/core/control.h"

namespace hpdl::frontend {

using namespace stdlib::control;  // NOLINT: this file uses the field names of one header

void ReadStart(WorkflowReader& reader, Element element, const Scope& scope) {
  const ast::Argument body = reader.ReadStruct(kToDecl, element, scope);
  ast::Node node;
  node.type = ast::NodeType::kStart;
  node.name = {":start:", element.NameRange()};
  node.range = body.range;
  ast::Edge edge;
  edge.to = NameOf(body, 0);
  edge.range = body.range;
  node.edges.push_back(std::move(edge));
  reader.workflow().nodes.push_back(std::move(node));
}

void ReadEnd(WorkflowReader& reader, Element element, const Scope& scope) {
  const ast::Argument body = reader.ReadStruct(kEndDecl, element, scope);
  ast::Node node;
  node.type = ast::NodeType::kEnd;
  node.name = NameOf(body, 0);
  node.range = body.range;
  reader.workflow().nodes.push_back(std::move(node));
}

void ReadKill(WorkflowReader& reader, Element element, const Scope& scope) {
  const ast::Argument body = reader.ReadStruct(kKillDecl, element, scope);
  ast::Node node;
  node.type = ast::NodeType::kKill;
  node.name = NameOf(body, kKillName);
  node.range = body.range;
  node.message = TemplateOf(body, kKillMessage);
  reader.workflow().nodes.push_back(std::move(node));
}

}  // namespace hpdl::frontend
