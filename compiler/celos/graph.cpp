#include "compiler/celos/graph.h"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <tuple>
#include <utility>
#include <variant>

#include "compiler/celos/needs.h"

namespace hpdl::celos {
namespace {

using rt::celos::CronSchedule;
using rt::celos::DependentSchedule;
using rt::celos::HdfsCheckTrigger;
using rt::celos::SuccessTrigger;
using rt::celos::Workflow;

/// Returns a number of seconds as "1 h" or "90 s". The number is not negative.
std::string Span(std::int64_t seconds) {
  constexpr std::pair<std::int64_t, const char*> kUnits[] = {
      {86400, " d"}, {3600, " h"}, {60, " min"}};
  for (const auto& [length, name] : kUnits) {
    if (seconds > 0 && seconds % length == 0) {
      return std::to_string(seconds / length) + name;
    }
  }
  return std::to_string(seconds) + " s";
}

/// Returns the label of the edge for a wait, for example "not, 1 h before".
std::string LabelOf(const Wait& wait) {
  std::string label = wait.negated ? "not" : wait.any ? "or" : "";
  if (wait.offset != 0) {
    label += (label.empty() ? "" : ", ") + Span(std::abs(wait.offset)) +
             (wait.offset < 0 ? " before" : " later");
  }
  return label;
}

class GraphMaker {
 public:
  GraphMaker(const rt::celos::Configuration& configuration, const SecretTexts& secrets)
      : configuration_(configuration), secrets_(secrets) {}

  void Add(const Workflow& workflow) {
    const std::size_t node = WorkflowNode(workflow.id);
    if (const auto* other = std::get_if<DependentSchedule>(&workflow.schedule)) {
      Edge(WorkflowNode(other->workflow), node, "times", true);
    }
    for (const Wait& wait : WaitsOf(*workflow.trigger)) {
      const auto* success = std::get_if<SuccessTrigger>(&wait.trigger->kind);
      Edge(success != nullptr ? WorkflowNode(success->workflow)
                              : FileNode(std::get<HdfsCheckTrigger>(wait.trigger->kind)),
           node, LabelOf(wait), false);
    }
  }

  draw::WaitGraph Take(const std::string& title) {
    graph_.title = title;
    return std::move(graph_);
  }

 private:
  void Edge(std::size_t from, std::size_t to, std::string label, bool times) {
    if (edges_.emplace(from, to, label).second) {
      graph_.edges.push_back({from, to, std::move(label), times});
    }
  }

  std::size_t WorkflowNode(const std::string& id) {
    const auto [found, is_new] = by_name_.try_emplace("w" + id, graph_.nodes.size());
    if (!is_new) {
      return found->second;
    }
    draw::WaitGraph::Node& node = graph_.nodes.emplace_back();
    node.title = secrets_.Masked(id);
    const auto workflow = configuration_.workflows.find(id);
    node.missing = workflow == configuration_.workflows.end();
    if (node.missing) {
      node.about = {"not defined in these scripts"};
      return found->second;
    }
    if (const auto* cron = std::get_if<CronSchedule>(&workflow->second.schedule)) {
      node.about.push_back("at " + secrets_.Masked(cron->expression));
    }
    if (workflow->second.start_time.ms != 0) {
      node.about.push_back("from " + workflow->second.start_time.Pretty() + " on");
    }
    if (const std::int64_t delay = NeedsOf(*workflow->second.trigger).delay; delay > 0) {
      node.about.push_back(Span(delay) + " later");
    }
    return found->second;
  }

  std::size_t FileNode(const HdfsCheckTrigger& check) {
    const auto [found, is_new] =
        by_name_.try_emplace("f" + check.file_system + "\n" + check.path, graph_.nodes.size());
    if (is_new) {
      draw::WaitGraph::Node& node = graph_.nodes.emplace_back();
      node.title = secrets_.Masked(check.path);
      node.file = true;
      if (!check.file_system.empty()) {
        node.about = {secrets_.Masked(check.file_system)};
      }
    }
    return found->second;
  }

  const rt::celos::Configuration& configuration_;
  const SecretTexts& secrets_;
  draw::WaitGraph graph_;
  std::map<std::string, std::size_t> by_name_;
  std::set<std::tuple<std::size_t, std::size_t, std::string>> edges_;
};

}  // namespace

draw::WaitGraph GraphOf(const rt::celos::Configuration& configuration,
                        const std::set<std::string>& files, const std::string& title,
                        const SecretTexts& secrets) {
  GraphMaker maker(configuration, secrets);
  for (const auto& [id, workflow] : configuration.workflows) {
    if (files.empty() || files.contains(workflow.place.file)) {
      maker.Add(workflow);
    }
  }
  return maker.Take(title);
}

}  // namespace hpdl::celos
