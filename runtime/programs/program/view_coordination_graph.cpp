#include "runtime/programs/program/view_coordination_graph.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <string_view>
#include <utility>
#include <vector>

#include "runtime/ground/abi/text_view.h"
#include "runtime/ground/base/json_writer.h"
#include "runtime/ground/base/quoted_text.h"
#include "runtime/ground/base/terminal_text.h"
#include "runtime/programs/program/coordinator_commands.h"
#include "runtime/programs/program/graph_colours.h"
#include "runtime/rules/coordinator/time_functions.h"

namespace hpdl::rt {
namespace {

/// The maximum number of actions in the graph of a coordinator. If the coordinator has more
/// actions, the graph shows only the last actions.
constexpr std::size_t kMostActions = 24;

/// A node of the graph. The type decides its shape.
struct Part {
  std::string name;
  std::string_view type;  ///< bundle, coordinator, action, data, workflow
  std::string about;      ///< the second line of the label
  std::string state;      ///< "": no state
};

struct Arrow {
  std::size_t from = 0, to = 0;
  std::string label;
};

struct Graph {
  std::string title;
  std::vector<Part> parts;
  std::vector<Arrow> arrows;

  std::size_t Add(Part part) {
    parts.push_back(std::move(part));
    return parts.size() - 1;
  }
  void Link(std::size_t from, std::size_t to, std::string label = "") {
    arrows.push_back({from, to, std::move(label)});
  }
};

/// Returns the class of a state. The state may belong to a node, to a coordinator or to an action
/// of a coordinator. Coordinators and their actions have states that nodes do not have.
StateClass ClassOf(std::string_view state) {
  constexpr std::pair<std::string_view, StateClass> kMore[] = {
      {"TIMEDOUT", StateClass::kError},           {"DONEWITHERROR", StateClass::kError},
      {"RUNNINGWITHERROR", StateClass::kRunning}, {"PAUSED", StateClass::kManual},
      {"PAUSEDWITHERROR", StateClass::kManual},   {"SUSPENDEDWITHERROR", StateClass::kManual},
      {"PREPSUSPENDED", StateClass::kManual},     {"PREPPAUSED", StateClass::kManual},
      {"SKIPPED", StateClass::kKilled},           {"IGNORED", StateClass::kKilled},
  };
  for (const auto& [word, state_class] : kMore) {
    if (word == state) {
      return state_class;
    }
  }
  return Classify(state);
}

std::vector<std::string> LinesOf(const Part& part) {
  std::vector<std::string> lines = {OneLine(part.name)};
  for (const std::string* line : {&part.about, &part.state}) {
    if (!line->empty()) {
      lines.push_back(OneLine(*line));
    }
  }
  return lines;
}

std::string Quoted(const std::vector<std::string>& lines, std::string_view between,
                   std::string (*quote)(std::string_view)) {
  std::string label = "\"";
  for (const std::string& line : lines) {
    const std::string quoted = quote(line);
    label.append(label.size() == 1 ? "" : between).append(quoted, 1, quoted.size() - 2);
  }
  return label + "\"";
}

std::string IdOf(std::size_t index) {
  return "n" + std::to_string(index);
}

std::string MermaidShape(std::string_view type, const std::string& label) {
  return type == "coordinator" ? "([" + label + "])"
         : type == "bundle"    ? "[/" + label + "/]"
         : type == "data"      ? "[(" + label + ")]"
                               : "[" + label + "]";
}

std::string MermaidOf(const Graph& graph) {
  std::string out = "flowchart LR\n";
  std::map<StateClass, std::string> members;
  for (std::size_t i = 0; i < graph.parts.size(); ++i) {
    const Part& part = graph.parts[i];
    out += "  " + IdOf(i) +
           MermaidShape(part.type, Quoted(LinesOf(part), "<br/>", &MermaidQuoted)) + "\n";
    if (!part.state.empty()) {
      std::string& list = members[ClassOf(part.state)];
      list += (list.empty() ? "" : ",") + IdOf(i);
    }
  }
  for (const Arrow& arrow : graph.arrows) {
    out += "  " + IdOf(arrow.from) + " -->";
    out += arrow.label.empty() ? "" : "|" + MermaidQuoted(OneLine(arrow.label)) + "|";
    out += " " + IdOf(arrow.to) + "\n";
  }
  for (const auto& [state_class, list] : members) {
    out.append("  classDef ").append(ClassName(state_class)).append(" fill:");
    out.append(FillOf(state_class)).append(",color:#000\n");
    out.append("  class ").append(list).append(" ").append(ClassName(state_class)).append("\n");
  }
  return out;
}

std::string DotOf(const Graph& graph) {
  std::string out = "digraph " + DotQuoted(OneLine(graph.title)) +
                    " {\n  rankdir=LR\n  node [fontname=\"sans-serif\"]\n";
  for (std::size_t i = 0; i < graph.parts.size(); ++i) {
    const Part& part = graph.parts[i];
    const std::string_view shape = part.type == "coordinator"                     ? "ellipse"
                                   : part.type == "data" || part.type == "bundle" ? "folder"
                                                                                  : "box";
    out.append("  ").append(IdOf(i)).append(" [label=");
    out.append(Quoted(LinesOf(part), "\\n", &DotQuoted)).append(" shape=").append(shape);
    if (!part.state.empty()) {
      out.append(" style=filled fillcolor=\"").append(FillOf(ClassOf(part.state))).append("\"");
    }
    out.append("]\n");
  }
  for (const Arrow& arrow : graph.arrows) {
    out += "  " + IdOf(arrow.from) + " -> " + IdOf(arrow.to);
    out += arrow.label.empty() ? "\n" : " [label=" + DotQuoted(OneLine(arrow.label)) + "]\n";
  }
  return out + "}\n";
}

/// Returns the graph as JSON. The JSON names nodes by ids, because several nodes may have the same
/// name.
std::string JsonOf(const Graph& graph) {
  JsonWriter json;
  json.BeginObject().Member("version", std::int64_t{1}).Member("name", graph.title);
  json.Key("nodes").BeginArray();
  for (std::size_t i = 0; i < graph.parts.size(); ++i) {
    const Part& part = graph.parts[i];
    json.BeginObject().Member("id", IdOf(i)).Member("name", part.name).Member("type", part.type);
    json.Optional("about", part.about).Optional("status", part.state);
    json.Key("to").BeginArray();
    for (const Arrow& arrow : graph.arrows) {
      if (arrow.from == i) {
        json.BeginObject().Member("node", IdOf(arrow.to)).Optional("label", arrow.label);
        json.EndObject();
      }
    }
    json.EndArray().EndObject();
  }
  json.EndArray().EndObject();
  return json.Take() + "\n";
}

std::string Format(const Graph& graph, GraphFormat format) {
  return format == GraphFormat::kDot    ? DotOf(graph)
         : format == GraphFormat::kJson ? JsonOf(graph)
                                        : MermaidOf(graph);
}

/// Makes the graph of the definitions in the program.
class ProgramGraph {
 public:
  explicit ProgramGraph(const hpdl_program& program) : program_(program) {
    graph_.title = CoordinationName(program);
  }

  Graph Take() {
    if (program_.bundle != nullptr) {
      AddBundle(*program_.bundle);
    } else {
      const hpdl_coordinator& coordinator = *program_.coordinator;
      const std::size_t at = AddCoordinator(coordinator, graph_.title);
      AddEvents(coordinator, coordinator.inputs, coordinator.input_count, at, true);
      AddEvents(coordinator, coordinator.outputs, coordinator.output_count, at, false);
    }
    return std::move(graph_);
  }

 private:
  static std::string TextOf(const hpdl_definition& definition, std::uint32_t expression) {
    return expression == HPDL_NONE ? std::string()
                                   : std::string(ToView(definition.exprs[expression].text));
  }

  void AddBundle(const hpdl_bundle& bundle) {
    const std::string kick_off = TextOf(bundle.definition, bundle.kick_off_time);
    const std::size_t root =
        graph_.Add({graph_.title, "bundle", kick_off.empty() ? "" : "starts at " + kick_off, ""});
    for (std::uint32_t i = 0; i < bundle.bundled_count; ++i) {
      const hpdl_bundled& each = bundle.bundled[i];
      const std::string name = TextOf(bundle.definition, each.name);
      if (each.coordinator == HPDL_NONE) {
        graph_.Link(
            root, graph_.Add({name, "coordinator", TextOf(bundle.definition, each.app_path), ""}));
      } else {
        graph_.Link(root, AddCoordinator(bundle.coordinators[each.coordinator], name));
      }
    }
  }

  /// Adds a coordinator and the workflow that it starts.
  std::size_t AddCoordinator(const hpdl_coordinator& coordinator, const std::string& name) {
    const hpdl_definition& definition = coordinator.definition;
    const std::size_t at = graph_.Add({name, "coordinator",
                                       TextOf(definition, coordinator.frequency) + ", " +
                                           TextOf(definition, coordinator.start) + " to " +
                                           TextOf(definition, coordinator.end),
                                       ""});
    const std::string app_path = TextOf(definition, coordinator.app_path);
    const std::string workflow = coordinator.workflow == HPDL_NONE
                                     ? app_path
                                     : WorkflowName(program_.workflows[coordinator.workflow]);
    const auto [found, added] = workflows_.try_emplace({coordinator.workflow, app_path}, 0);
    if (added) {
      found->second = graph_.Add({workflow, "workflow", workflow == app_path ? "" : app_path, ""});
    }
    graph_.Link(at, found->second);
    return at;
  }

  void AddEvents(const hpdl_coordinator& coordinator, const hpdl_event* events, std::uint32_t count,
                 std::size_t at, bool inputs) {
    for (std::uint32_t i = 0; i < count; ++i) {
      const hpdl_event& event = events[i];
      const std::size_t data =
          DatasetOf(coordinator, TextOf(coordinator.definition, event.dataset));
      std::string label(ToView(event.name));
      for (std::uint32_t k = 0; k < event.instance_count; ++k) {
        label += (k == 0                ? ": "
                  : event.is_range != 0 ? " to "
                                        : ", ") +
                 TextOf(coordinator.definition, event.instances[k]);
      }
      if (inputs) {
        graph_.Link(data, at, label);
      } else {
        graph_.Link(at, data, label);
      }
    }
  }

  std::size_t DatasetOf(const hpdl_coordinator& coordinator, const std::string& name) {
    const auto [found, added] = datasets_.try_emplace(name, 0);
    if (added) {
      std::string uri;
      for (std::uint32_t i = 0; i < coordinator.dataset_count; ++i) {
        if (ToView(coordinator.datasets[i].name) == name) {
          uri = TextOf(coordinator.definition, coordinator.datasets[i].uri_template);
        }
      }
      found->second = graph_.Add({name, "data", uri, ""});
    }
    return found->second;
  }

  const hpdl_program& program_;
  Graph graph_;
  std::map<std::pair<std::uint32_t, std::string>, std::size_t> workflows_;
  std::map<std::string, std::size_t> datasets_;
};

/// Returns the first missing dependency of an action; "" if the action does not wait for data.
std::string FirstMissing(const CoordinatorActionRow& action) {
  return action.state == ActionState::kWaiting ? action.missing.substr(0, action.missing.find('#'))
                                               : std::string();
}

Graph GraphOf(const CoordinatorReport& report) {
  Graph graph;
  graph.title = report.job.app_name;
  const std::string state(StateName(report.job.state, report.job.dialect));
  const std::size_t root =
      graph.Add({graph.title, report.bundle ? "bundle" : "coordinator", report.job.id, state});
  const std::size_t first = report.actions.size() - std::min(report.actions.size(), kMostActions);
  for (std::size_t i = first; i < report.actions.size(); ++i) {
    const CoordinatorActionRow& action = report.actions[i];
    const std::size_t at =
        graph.Add({std::to_string(action.number), "action", WriteTime(action.nominal),
                   std::string(WordOf(action.state))});
    graph.Link(root, at);
    if (const std::string missing = FirstMissing(action); !missing.empty()) {
      graph.Link(graph.Add({missing, "data", "", ""}), at, "waits for");
    }
    if (!action.external_id.empty()) {
      graph.Link(at, graph.Add({action.external_id, "workflow", "", ""}));
    }
  }
  for (const BundledRow& row : report.bundled) {
    graph.Link(root, graph.Add({row.name, "coordinator", row.coordinator_id,
                                std::string(WordOf(row.state))}));
  }
  return graph;
}

}  // namespace

std::string CoordinationGraph(const hpdl_program& program, GraphFormat format) {
  return Format(ProgramGraph(program).Take(), format);
}

std::string CoordinationGraph(const CoordinatorReport& report, GraphFormat format) {
  return Format(GraphOf(report), format);
}

}  // namespace hpdl::rt
