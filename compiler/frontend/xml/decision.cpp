#include <map>

#include "compiler/base/suggest.h"
#include "compiler/diagnostics/fixes.h"
#include "compiler/frontend/xml/constructs.h"
#include "stdlib/core/control.h"

namespace hpdl::frontend {
namespace {

using namespace stdlib::control;  // NOLINT: this file uses the field names of one header

/// Maps names to the transitions that an HWS decision declares.
using Transitions = std::map<std::string_view, const ast::Argument*, std::less<>>;

Transitions TransitionsOf(WorkflowReader& reader, const ast::Argument& body) {
  Transitions transitions;
  for (const ast::Argument& child : body.children) {
    const ast::Argument* name =
        child.field == kHwsDecisionTransition ? Find(child, kTransitionName) : nullptr;
    if (name == nullptr) {
      continue;
    }
    const ast::Text& text = name->text->text;
    const auto [known, added] = transitions.emplace(text.value, &child);
    if (!added) {
      reader
          .Report(DiagnosticKind::kRepeatedElement, text.range,
                  "transition " + Quoted(text.value) + " stands twice in this decision")
          .notes.push_back(
              {&reader.source(), known->second->range, "the first transition is here"});
    }
  }
  return transitions;
}

/// Returns the edge that `<eval>` or `<default>` defines.
ast::Edge EdgeBy(WorkflowReader& reader, const ast::Argument& from,
                 const Transitions& transitions) {
  ast::Edge edge;
  edge.name = NameOf(from, 0);
  edge.range = from.range;
  edge.when = from.text;
  if (edge.name.text.empty() && Find(from, 0) == nullptr) {
    return edge;
  }
  const auto found = transitions.find(edge.name.text);
  if (found != transitions.end()) {
    edge.to = NameOf(*found->second, kTransitionTo);
    return edge;
  }
  std::vector<std::string_view> names;
  for (const auto& [name, transition] : transitions) {
    names.push_back(name);
  }
  reader
      .Report(DiagnosticKind::kUnknownTransition, edge.name.range,
              "this decision declares no transition " + Quoted(edge.name.text) +
                  DidYouMean(edge.name.text, names))
      .fix = RenameToNearestOwn(edge.name.range, edge.name.text, names);
  return edge;
}

}  // namespace

void ReadDecision(WorkflowReader& reader, Element element, const Scope& scope) {
  const ast::Argument body = reader.ReadStruct(kDecisionDecl, element, scope);
  ast::Node node;
  node.type = ast::NodeType::kDecision;
  node.name = NameOf(body, kDecisionName);
  node.range = body.range;
  std::optional<ast::Edge> otherwise;
  if (const ast::Argument* cases = Find(body, kDecisionSwitch)) {
    for (const ast::Argument& child : cases->children) {
      ast::Edge edge;
      edge.to = NameOf(child, 0);
      edge.range = child.range;
      if (child.field == kSwitchCase) {
        edge.when = child.text;
        node.edges.push_back(std::move(edge));
      } else {
        otherwise = std::move(edge);
      }
    }
  }
  if (otherwise) {
    node.edges.push_back(std::move(*otherwise));
  }
  reader.workflow().nodes.push_back(std::move(node));
}

void ReadHwsDecision(WorkflowReader& reader, Element element, const Scope& scope) {
  const ast::Argument body = reader.ReadStruct(kHwsDecisionDecl, element, scope);
  const Transitions transitions = TransitionsOf(reader, body);
  ast::Node node;
  node.type = ast::NodeType::kDecision;
  node.name = NameOf(body, kHwsDecisionName);
  node.range = body.range;
  for (const ast::Argument& child : body.children) {
    if (child.field == kHwsDecisionEval) {
      node.edges.push_back(EdgeBy(reader, child, transitions));
    }
  }
  if (const ast::Argument* otherwise = Find(body, kHwsDecisionDefault)) {
    node.edges.push_back(EdgeBy(reader, *otherwise, transitions));
  }
  reader.workflow().nodes.push_back(std::move(node));
}

}  // namespace hpdl::frontend
