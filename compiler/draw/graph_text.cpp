#include "compiler/draw/graph_text.h"

#include "runtime/ground/base/quoted_text.h"

namespace hpdl::draw {
namespace {

using hir::Edge;
using hir::Node;
using hir::NodeType;
using hir::Workflow;

constexpr std::size_t kLongestLabel = 60;

/// Cuts the text to kLongestLabel code points, and replaces each run of white space by one blank.
std::string Shorten(std::string_view text) {
  std::string out;
  std::size_t length = 0;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if ((byte & 0xC0) != 0x80) {
      if (length == kLongestLabel) {
        return out + "...";
      }
      if (byte <= 0x20 || byte == 0x7f) {
        if (!out.empty() && out.back() != ' ') {
          out += ' ';
          ++length;
        }
        continue;
      }
      ++length;
    }
    out += c;
  }
  return out;
}

/// True if the edge is the error transition of an action. An action has two edges: OK, then ERROR.
bool IsErrorEdge(const Node& node, const Edge& edge) {
  return node.type == NodeType::kAction && &edge != &node.edges.front();
}

/// Returns the label of a transition: the predicate of a case, "default", "error", or "" for any
/// other transition.
std::string EdgeLabel(const Workflow& workflow, const Node& node, const Edge& edge) {
  switch (node.type) {
    case NodeType::kDecision:
      return edge.when.valid() ? Shorten(workflow.values[edge.when.index].text) : "default";
    case NodeType::kAction:
      return IsErrorEdge(node, edge) ? "error" : "";
    default:
      return {};
  }
}

std::string Title(const Workflow& workflow) {
  return workflow.name.valid() ? workflow.values[workflow.name.index].text : std::string();
}

std::string NodeTitle(const Node& node) {
  return node.type == NodeType::kStart ? "start" : node.name;
}

/// Returns the name and the kind of a node in quotes. The "\n" between them is an escape of
/// Graphviz.
std::string DotLabel(const Node& node) {
  std::string label = DotQuoted(NodeTitle(node));
  if (node.kind != nullptr) {
    label.pop_back();
    label.append("\\n(").append(node.kind->decl->name).append(")\"");
  }
  return label;
}

std::string_view DotShape(NodeType type) {
  switch (type) {
    case NodeType::kStart:
      return "shape=circle";
    case NodeType::kEnd:
      return "shape=doublecircle";
    case NodeType::kKill:
      return "shape=octagon";
    case NodeType::kFork:
      return "shape=triangle";
    case NodeType::kJoin:
      return "shape=invtriangle";
    case NodeType::kDecision:
      return "shape=diamond";
    case NodeType::kAction:
      break;
  }
  return "shape=box, style=rounded";
}

std::string MermaidNode(const Node& node) {
  const std::string label = MermaidQuoted(NodeTitle(node));
  switch (node.type) {
    case NodeType::kStart:
      return "((" + label + "))";
    case NodeType::kEnd:
      return "(((" + label + ")))";
    case NodeType::kKill:
      return "{{" + label + "}}";
    case NodeType::kFork:
      return "[/" + label + "\\]";
    case NodeType::kJoin:
      return "[\\" + label + "/]";
    case NodeType::kDecision:
      return "{" + label + "}";
    case NodeType::kAction:
      break;
  }
  return "(" +
         MermaidQuoted(NodeTitle(node) + (node.kind != nullptr
                                              ? " (" + std::string(node.kind->decl->name) + ")"
                                              : std::string())) +
         ")";
}

}  // namespace

std::string FormatDot(const Workflow& workflow) {
  std::string out = "digraph " + DotQuoted(Title(workflow)) + " {\n  node [fontname=sans];\n";
  // Identifiers are numbers, because names of nodes may be keywords of Graphviz.
  for (std::size_t i = 0; i < workflow.nodes.size(); ++i) {
    const Node& node = workflow.nodes[i];
    out.append("  n").append(std::to_string(i)).append(" [label=").append(DotLabel(node));
    out.append(", ").append(DotShape(node.type)).append("];\n");
  }
  for (std::size_t i = 0; i < workflow.nodes.size(); ++i) {
    const Node& node = workflow.nodes[i];
    for (const Edge& edge : node.edges) {
      out.append("  n").append(std::to_string(i)).append(" -> n");
      out.append(std::to_string(edge.target.index));
      const std::string label = EdgeLabel(workflow, node, edge);
      if (!label.empty()) {
        out.append(" [label=").append(DotQuoted(label));
        out.append(IsErrorEdge(node, edge) ? ", style=dashed]" : "]");
      }
      out.append(";\n");
    }
  }
  return out + "}\n";
}

std::string FormatMermaid(const Workflow& workflow) {
  std::string out = "flowchart TD\n";
  for (std::size_t i = 0; i < workflow.nodes.size(); ++i) {
    out.append("  n").append(std::to_string(i)).append(MermaidNode(workflow.nodes[i])).append("\n");
  }
  for (std::size_t i = 0; i < workflow.nodes.size(); ++i) {
    const Node& node = workflow.nodes[i];
    for (const Edge& edge : node.edges) {
      const std::string label = EdgeLabel(workflow, node, edge);
      out.append("  n").append(std::to_string(i));
      out.append(IsErrorEdge(node, edge) ? " -.->" : " -->");
      if (!label.empty()) {
        out.append("|").append(MermaidQuoted(label)).append("|");
      }
      out.append(" n").append(std::to_string(edge.target.index)).append("\n");
    }
  }
  return out;
}

}  // namespace hpdl::draw
