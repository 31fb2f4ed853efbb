#include "compiler/driver/coordinator_graph.h"

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <utility>

#include "compiler/driver/coordinator_words.h"
#include "compiler/driver/follow.h"
#include "runtime/base/lower_case.h"
#include "runtime/calendar/named_zone.h"
#include "runtime/coordinator/time_functions.h"

namespace hpdl::driver {
namespace {

using draw::Timeline;
using draw::TimelineData;
using draw::TimelineRun;
using schedule::PlannedAction;
using schedule::PlannedData;

std::vector<TimelineData> DataOf(const std::vector<PlannedData>& planned,
                                 const SecretTexts& secrets) {
  std::vector<TimelineData> data;
  for (const PlannedData& each : planned) {
    TimelineData& shown = data.emplace_back();
    shown.event = each.name;
    for (const std::string& uri : each.uris) {
      shown.uris.push_back(secrets.Masked(uri));
    }
  }
  return data;
}

/// Makes runs of actions, one after the other.
class RunMaker {
 public:
  RunMaker(const std::string& zone, const SecretTexts& secrets) : secrets_(secrets) {
    if (zone != "UTC" && zone != "GMT") {
      zone_ = rt::NamedZone::Find(zone);
    }
  }

  TimelineRun RunOf(const PlannedAction& action) {
    TimelineRun run;
    run.number = action.number;
    run.time = TimeWords(action.nominal);
    run.clock = zone_ ? zone_->Format(action.nominal, false) : "";
    if (before_) {
      run.since = DurationWords(action.nominal - *before_);
      const bool changed =
          zone_ && zone_->clocks().OffsetAt(action.nominal) != zone_->clocks().OffsetAt(*before_);
      run.since += changed ? ": the clocks have changed" : "";
    }
    before_ = action.nominal;
    run.inputs = DataOf(action.inputs, secrets_);
    run.outputs = DataOf(action.outputs, secrets_);
    return run;
  }

 private:
  const SecretTexts& secrets_;
  std::optional<rt::NamedZone> zone_;
  std::optional<std::int64_t> before_;  ///< the time of the last one
};

/// A line of the definition for a tooltip.
std::string Tooltip(std::string_view title, std::string_view noun) {
  return std::string(title) + " (" + std::string(noun) + ")";
}

/// Makes the tree of a bundle and what its paths lead to.
class TreeMaker {
 public:
  explicit TreeMaker(const Followed& followed) : all_(followed.definitions) {
    while (first_workflow_ < all_.size() &&
           all_[first_workflow_].definition->workflow() == nullptr) {
      ++first_workflow_;
    }
  }

  draw::BundleTree Tree() {
    const Definition& root = *all_.front().definition;
    const hir::Bundle& bundle = *root.bundle_hir;
    const SecretTexts secrets(root.diagnostics.secrets());
    const auto text = [&](hir::ValueId id) {
      return secrets.Masked(KnownOrWritten(bundle, root.submitted, id));
    };
    draw::TreeNode& node = tree_.bundle;
    node.title = text(bundle.name);
    node.tooltip = Tooltip(node.title, "bundle");
    const std::string kick_off = text(bundle.kick_off_time);
    node.about = {kick_off.empty() ? "starts at once" : "starts at " + kick_off};
    for (const hir::BundleCoordinator& each : bundle.coordinators) {
      const std::string enabled = text(each.enabled);
      Add(each, text(each.name), text(each.app_path),
          enabled.empty() || IsInAnyCase(enabled, "true") || enabled.find("${") != enabled.npos);
    }
    return std::move(tree_);
  }

 private:
  void Add(const hir::BundleCoordinator& bundled, const std::string& name,
           const std::string& app_path, bool enabled) {
    draw::BundleTree::Coordinator& added = tree_.coordinators.emplace_back();
    added.node.title = name;
    added.node.tooltip = Tooltip(name, "coordinator") + "\n" + app_path;
    const Definition* definition =
        bundled.coordinator ? all_[*bundled.coordinator + 1].definition.get() : nullptr;
    const hir::Coordinator* coordinator =
        definition == nullptr ? nullptr : definition->coordinator_hir.get();
    if (coordinator == nullptr) {
      added.node.about = {app_path, definition == nullptr ? "not found" : "not valid"};
    } else {
      const SecretTexts secrets(definition->diagnostics.secrets());
      for (const std::string& line : ScheduleWords(*coordinator, definition->submitted)) {
        added.node.about.push_back(secrets.Masked(line));
      }
      added.workflow = WorkflowOf(*coordinator,
                                  secrets.Masked(KnownOrWritten(*coordinator, definition->submitted,
                                                                coordinator->app_path)));
    }
    if (!enabled) {
      added.node.about.emplace_back("not enabled");
    }
    added.node.missing = coordinator == nullptr || !enabled;
  }

  std::size_t WorkflowOf(const hir::Coordinator& coordinator, const std::string& app_path) {
    const std::string identity =
        coordinator.workflow ? std::to_string(*coordinator.workflow) : "/" + app_path;
    const auto [found, added] = by_identity_.try_emplace(identity, tree_.workflows.size());
    if (added) {
      const Definition* definition =
          coordinator.workflow ? all_[first_workflow_ + *coordinator.workflow].definition.get()
                               : nullptr;
      tree_.workflows.push_back(WorkflowNode(definition, app_path));
    }
    return found->second;
  }

  static draw::TreeNode WorkflowNode(const Definition* definition, const std::string& app_path) {
    draw::TreeNode node;
    node.title = app_path;
    node.tooltip = Tooltip(app_path, "workflow");
    node.missing = definition == nullptr || definition->hir == nullptr;
    if (node.missing) {
      node.about = {definition == nullptr ? "not found" : "not valid"};
      return node;
    }
    const hir::Workflow& workflow = *definition->hir;
    const SecretTexts secrets(definition->diagnostics.secrets());
    node.title = secrets.Masked(KnownOrWritten(workflow, {}, workflow.name));
    node.about = {ActionWords(workflow), app_path};
    return node;
  }

  /// "3 actions: fs, shell".
  static std::string ActionWords(const hir::Workflow& workflow) {
    std::size_t actions = 0;
    std::set<std::string> kinds;
    for (const hir::Node& node : workflow.nodes) {
      if (node.type == hir::NodeType::kAction) {
        ++actions;
        kinds.insert(node.kind == nullptr ? "" : std::string(node.kind->decl->name));
      }
    }
    std::string words = std::to_string(actions) + (actions == 1 ? " action" : " actions");
    for (const std::string& kind : kinds) {
      words += (kind == *kinds.begin() ? ": " : ", ") + kind;
    }
    return words;
  }

  const std::vector<Compiled>& all_;
  std::size_t first_workflow_ = 0;
  std::map<std::string, std::size_t> by_identity_;
  draw::BundleTree tree_;
};

}  // namespace

rt::Result<Timeline> TimelineOf(const Definition& definition, schedule::Window window) {
  const hir::Coordinator& coordinator = *definition.coordinator_hir;
  schedule::PlanOptions options;
  options.write_unknown = true;
  const rt::Result<std::unique_ptr<schedule::Plan>> plan =
      schedule::Plan::Of(coordinator, definition.submitted, options);
  HPDL_TRY(plan);
  const rt::Schedule& planned = (*plan)->defined().schedule;
  if (!window.from && !window.to && window.now < planned.end) {
    window.from = window.now;
  }
  const SecretTexts secrets(definition.diagnostics.secrets());
  const auto text = [&](hir::ValueId id) {
    return secrets.Masked(KnownOrWritten(coordinator, definition.submitted, id));
  };
  Timeline timeline;
  timeline.title = text(coordinator.name);
  timeline.about = ScheduleWords(coordinator, definition.submitted);
  timeline.workflow = text(coordinator.app_path);
  RunMaker maker((*plan)->defined().timezone, secrets);
  const std::uint64_t most = window.most++;  // one more tells whether there are more
  HPDL_TRY((*plan)->Each(window, [&](const PlannedAction& action) {
    timeline.has_more = timeline.runs.size() == most;
    if (!timeline.has_more) {
      timeline.runs.push_back(maker.RunOf(action));
    }
    return !timeline.has_more;
  }));
  timeline.has_more = timeline.has_more || (window.to && *window.to < planned.end);
  timeline.end =
      std::string(timeline.has_more ? "and so on until " : "ends ") + TimeWords(planned.end);
  return timeline;
}

rt::Result<draw::BundleTree> BundleTreeOf(Compiled bundle, const CompileOptions& options,
                                          std::vector<std::string> given) {
  const rt::Result<Followed> followed =
      Follow(std::move(bundle), options, options.properties.value_or(pipeline::PropertyMap()),
             std::move(given));
  HPDL_TRY(followed);
  return TreeMaker(*followed).Tree();
}

}  // namespace hpdl::driver
