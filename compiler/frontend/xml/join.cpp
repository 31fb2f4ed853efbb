#include "compiler/frontend/xml/constructs.h"
#include "stdlib/core/control.h"

namespace hpdl::frontend {
namespace {

using namespace stdlib::control;  // NOLINT: this file uses the field names of one header

void AddJoin(WorkflowReader& reader, ast::Name name, Range range, ast::Edge edge) {
  ast::Node node;
  node.type = ast::NodeType::kJoin;
  node.name = std::move(name);
  node.range = range;
  node.edges.push_back(std::move(edge));
  reader.workflow().nodes.push_back(std::move(node));
}

}  // namespace

void ReadJoin(WorkflowReader& reader, Element element, const Scope& scope) {
  const ast::Argument body = reader.ReadStruct(kJoinDecl, element, scope);
  ast::Edge edge;
  edge.to = NameOf(body, kJoinTo);
  edge.range = body.range;
  AddJoin(reader, NameOf(body, kJoinName), body.range, std::move(edge));
}

void ReadHwsJoin(WorkflowReader& reader, Element element, const Scope& scope) {
  const ast::Argument body = reader.ReadStruct(kHwsJoinDecl, element, scope);
  ast::Edge edge;
  edge.range = body.range;
  if (const ast::Argument* transition = Find(body, kHwsTransition)) {
    edge.to = NameOf(*transition, 0);
    edge.range = transition->range;
  }
  AddJoin(reader, NameOf(body, kHwsPathName), body.range, std::move(edge));
}

}  // namespace hpdl::frontend
