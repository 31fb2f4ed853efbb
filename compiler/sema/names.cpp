#include "compiler/sema/graph.h"

namespace hpdl::sema {
namespace {

/// The most characters of a name. Oozie checks this limit when it reads a definition, but Oozie's
/// schema does not contain the limit.
constexpr std::size_t kMaxName = 128;

void CheckForm(const ast::Node& node, const Reporter& reporter) {
  // The XML reader has already checked the characters of the name, because the schema limits them.
  const std::string& name = node.name.text;
  if (node.type != ast::NodeType::kStart && name.size() > kMaxName) {
    reporter.Emit(DiagnosticKind::kBadNodeName, node.name.range,
                  "the node name has " + Message(std::to_string(name.size())) +
                      " characters; at most " + Message(std::to_string(kMaxName)) + " are allowed");
  }
}

void DefineNames(Graph& graph, const Reporter& reporter) {
  const auto& nodes = graph.workflow->nodes;
  graph.names.reserve(nodes.size());
  graph.lost.insert(graph.workflow->lost_names.begin(), graph.workflow->lost_names.end());
  for (std::uint32_t n = 0; n < nodes.size(); ++n) {
    const ast::Node& node = nodes[n];
    CheckForm(node, reporter);
    if (node.type == ast::NodeType::kStart && graph.start == kNoNode) {
      graph.start = n;
    }
    if (node.name.text.empty()) {
      graph.nameless = true;
      continue;
    }
    const auto [entry, added] = graph.names.emplace(node.name.text, n);
    if (!added && node.type != ast::NodeType::kStart) {
      graph.duplicates = true;
      reporter
          .Emit(DiagnosticKind::kDuplicateNode, node.name.range,
                "node " + Quoted(node.name.text) + " is defined twice; names must be unique")
          .notes.push_back(
              reporter.Note(nodes[entry->second].name.range, "the first definition is here"));
    }
  }
}

std::uint32_t ResolveEdge(const ast::Node& node, const ast::Edge& edge, const Graph& graph,
                          const Reporter& reporter) {
  const std::string& to = edge.to.text;
  if (to.empty()) {
    return kNoNode;
  }
  if (to == node.name.text) {
    reporter
        .Emit(DiagnosticKind::kSelfTransition, edge.to.range,
              "node " + Quoted(to) + " leads to itself; a workflow may not loop")
        .notes.push_back(reporter.Note(node.name.range, Quoted(to) + " is defined here"));
    return kNoNode;
  }
  const auto found = graph.names.find(to);
  return found == graph.names.end() ? kNoNode : found->second;
}

}  // namespace

Graph ResolveNames(const ast::Workflow& workflow, const Reporter& reporter) {
  Graph graph;
  graph.workflow = &workflow;
  DefineNames(graph, reporter);
  graph.first.reserve(workflow.nodes.size() + 1);
  for (const ast::Node& node : workflow.nodes) {
    graph.first.push_back(static_cast<std::uint32_t>(graph.targets.size()));
    for (const ast::Edge& edge : node.edges) {
      graph.targets.push_back(ResolveEdge(node, edge, graph, reporter));
    }
  }
  graph.first.push_back(static_cast<std::uint32_t>(graph.targets.size()));
  return graph;
}

}  // namespace hpdl::sema
