#include <map>

#include "runtime/ground/abi/node_type.h"
#include "runtime/ground/abi/text_view.h"
#include "runtime/ground/base/json_writer.h"
#include "runtime/ground/base/quoted_text.h"
#include "runtime/ground/base/terminal_text.h"
#include "runtime/programs/program/graph_colours.h"
#include "runtime/programs/program/views.h"

namespace hpdl::rt {
namespace {

using StateMap = std::map<std::string_view, const NodeRow*>;

/// Returns the label of an edge: the condition after a decision, or "ok" or "error" after an
/// action.
std::string EdgeLabel(const hpdl_workflow& workflow, const hpdl_node& node, const hpdl_edge& edge) {
  if (node.type == HPDL_DECISION) {
    if (edge.when == HPDL_NONE) {
      return "default";
    }
    return edge.when < workflow.expr_count ? std::string(ToView(workflow.exprs[edge.when].text))
                                           : "";
  }
  if (node.type == HPDL_ACTION) {
    return &edge == node.edges ? "ok" : "error";
  }
  return {};
}

/// Returns `text` on one line, with each run of blanks as one blank.
std::string Label(std::string_view text) {
  std::string out;
  for (const char c : OneLine(text)) {
    if (c != ' ' || !out.ends_with(' ')) {
      out.push_back(c);
    }
  }
  return out;
}

std::string Id(std::uint32_t index) {
  return "n" + std::to_string(index);
}

class Mermaid {
 public:
  Mermaid(const hpdl_workflow& workflow, const StateMap* states)
      : workflow_(workflow), states_(states) {}

  std::string Text() {
    std::string out = "flowchart TD\n";
    std::map<StateClass, std::string> members;
    for (std::uint32_t i = 0; i < workflow_.node_count; ++i) {
      out.append("  ").append(Id(i)).append(Shape(workflow_.nodes[i])).append("\n");
      if (const NodeRow* row = RowOf(workflow_.nodes[i])) {
        std::string& list =
            members[Classify(ShownState(row->type, StateName(row->state, workflow_.dialect)))];
        list.append(list.empty() ? "" : ",").append(Id(i));
      }
    }
    for (std::uint32_t i = 0; i < workflow_.node_count; ++i) {
      Edges(i, &out);
    }
    for (const auto& [state_class, list] : members) {
      out.append("  classDef ").append(ClassName(state_class)).append(" fill:");
      out.append(FillOf(state_class)).append(",color:#000\n");
      out.append("  class ").append(list).append(" ").append(ClassName(state_class)).append("\n");
    }
    return out;
  }

 private:
  const NodeRow* RowOf(const hpdl_node& node) const {
    if (states_ == nullptr) {
      return nullptr;
    }
    const auto found = states_->find(ToView(node.name));
    return found == states_->end() ? nullptr : found->second;
  }

  static std::string Shape(const hpdl_node& node) {
    const std::string label = MermaidQuoted(Label(ToView(node.name)));
    switch (node.type) {
      case HPDL_START:
      case HPDL_END:
        return "([" + label + "])";
      case HPDL_KILL:
        return "[[" + label + "]]";
      case HPDL_FORK:
      case HPDL_JOIN:
        return "{{" + label + "}}";
      case HPDL_DECISION:
        return "{" + label + "}";
      default:
        return "[" + label.substr(0, label.size() - 1) + "<br/>" +
               MermaidQuoted(Label(ToView(node.kind_name))).substr(1) + "]";
    }
  }

  void Edges(std::uint32_t from, std::string* out) const {
    const hpdl_node& node = workflow_.nodes[from];
    for (std::uint32_t i = 0; i < node.edge_count; ++i) {
      const hpdl_edge& edge = node.edges[i];
      const std::string label = EdgeLabel(workflow_, node, edge);
      const bool error = node.type == HPDL_ACTION && i > 0;
      out->append("  ").append(Id(from)).append(error ? " -.->" : " -->");
      if (!label.empty() && label != "ok") {
        out->append("|").append(MermaidQuoted(Label(label))).append("|");
      }
      out->append(" ").append(Id(edge.target)).append("\n");
    }
  }

  const hpdl_workflow& workflow_;
  const StateMap* states_;
};

std::string_view DotShape(std::uint32_t type) {
  switch (type) {
    case HPDL_START:
    case HPDL_END:
      return "ellipse";
    case HPDL_KILL:
      return "octagon";
    case HPDL_FORK:
      return "triangle";
    case HPDL_JOIN:
      return "invtriangle";
    case HPDL_DECISION:
      return "diamond";
    default:
      return "box";
  }
}

std::string Dot(const hpdl_workflow& workflow, const StateMap* states) {
  std::string out = "digraph " + DotQuoted(Label(WorkflowName(workflow))) + " {\n";
  out.append("  node [fontname=\"sans-serif\"]\n");
  for (std::uint32_t i = 0; i < workflow.node_count; ++i) {
    const hpdl_node& node = workflow.nodes[i];
    std::string label = DotQuoted(Label(ToView(node.name)));
    if (node.type == HPDL_ACTION) {
      label.pop_back();
      label.append("\\n").append(DotQuoted(Label(ToView(node.kind_name))).substr(1));
    }
    out.append("  ").append(Id(i)).append(" [label=").append(label);
    out.append(" shape=").append(DotShape(node.type));
    if (states != nullptr) {
      const auto found = states->find(ToView(node.name));
      if (found != states->end()) {
        const auto state_class = Classify(
            ShownState(found->second->type, StateName(found->second->state, workflow.dialect)));
        out.append(" style=filled fillcolor=\"").append(FillOf(state_class)).append("\"");
      }
    }
    out.append("]\n");
  }
  for (std::uint32_t i = 0; i < workflow.node_count; ++i) {
    const hpdl_node& node = workflow.nodes[i];
    for (std::uint32_t j = 0; j < node.edge_count; ++j) {
      const std::string label = EdgeLabel(workflow, node, node.edges[j]);
      out.append("  ").append(Id(i)).append(" -> ").append(Id(node.edges[j].target));
      if (!label.empty() && label != "ok") {
        out.append(" [label=").append(DotQuoted(Label(label)));
        out.append(label == "error" ? " style=dashed]" : "]");
      }
      out.append("\n");
    }
  }
  return out + "}\n";
}

std::string Json(const hpdl_workflow& workflow, const StateMap* states) {
  JsonWriter json;
  json.BeginObject().Member("version", std::int64_t{1}).Member("name", WorkflowName(workflow));
  json.Key("nodes").BeginArray();
  for (std::uint32_t i = 0; i < workflow.node_count; ++i) {
    const hpdl_node& node = workflow.nodes[i];
    json.BeginObject().Member("name", ToView(node.name)).Member("type", NodeTypeName(node));
    json.Member("line", static_cast<std::int64_t>(node.line));
    if (states != nullptr) {
      const auto found = states->find(ToView(node.name));
      json.Optional("status", found == states->end()
                                  ? ""
                                  : StateName(found->second->state, workflow.dialect));
    }
    json.Key("to").BeginArray();
    for (std::uint32_t j = 0; j < node.edge_count; ++j) {
      json.BeginObject();
      json.Member("node", ToView(workflow.nodes[node.edges[j].target].name));
      json.Optional("label", EdgeLabel(workflow, node, node.edges[j])).EndObject();
    }
    json.EndArray().EndObject();
  }
  json.EndArray().EndObject();
  return json.Take() + "\n";
}

}  // namespace

std::string GraphText(const hpdl_workflow& workflow, const JobNodes* nodes, GraphFormat format) {
  StateMap states;
  if (nodes != nullptr) {
    for (const NodeRow& row : nodes->nodes) {
      states[row.node] = &row;
    }
  }
  const StateMap* known = nodes == nullptr ? nullptr : &states;
  switch (format) {
    case GraphFormat::kDot:
      return Dot(workflow, known);
    case GraphFormat::kJson:
      return Json(workflow, known);
    case GraphFormat::kMermaid:
      break;
  }
  return Mermaid(workflow, known).Text();
}

}  // namespace hpdl::rt
