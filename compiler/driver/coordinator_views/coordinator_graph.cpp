#include "compiler/driver/coordinator_views/coordinator_graph.h"

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <utility>

#include "compiler/base/print_text.h"
#include "compiler/driver/program/coordinator_words.h"
#include "compiler/driver/program/follow.h"
#include "runtime/rules/coordinator/time_functions.h"

namespace hpdl::driver {
namespace {

using draw::Timeline;
using draw::TimelineData;
using draw::TimelineRun;
using schedule::PlannedAction;
using schedule::PlannedData;

/// The most URIs of one event in a picture, and the most bytes of all URIs in a picture.
constexpr std::size_t kMostUris = 1000;
constexpr std::size_t kMostUriBytes = std::size_t{64} << 20;

/// Turns the actions of a coordinator into the runs that a picture shows, one after the other.
class RunMaker {
 public:
  RunMaker(const std::string& zone, const SecretTexts& secrets)
      : secrets_(secrets), clocks_(zone) {}

  TimelineRun RunOf(const PlannedAction& action) {
    TimelineRun run;
    run.number = action.number;
    run.time = TimeWords(action.nominal);
    run.clock = clocks_.TextOf(action.nominal);
    if (before_) {
      run.since = DurationWords(action.nominal - *before_);
      run.since += clocks_.HaveChanged(*before_, action.nominal) ? ": the clocks have changed" : "";
    }
    before_ = action.nominal;
    run.inputs = DataOf(action.inputs);
    run.outputs = DataOf(action.outputs);
    return run;
  }

  /// True if the URIs of all runs together have too many bytes.
  bool IsTooMuch() const { return bytes_ > kMostUriBytes; }

 private:
  std::vector<TimelineData> DataOf(const std::vector<PlannedData>& planned) {
    std::vector<TimelineData> data;
    for (const PlannedData& each : planned) {
      TimelineData& shown = data.emplace_back();
      shown.event = secrets_.Masked(each.name);
      shown.nothing = kNoInstance;
      shown.left_out = each.uris.size() - std::min(each.uris.size(), kMostUris);
      for (std::size_t i = 0; i < each.uris.size(); ++i) {
        if (i + 1 == kMostUris) {
          i += shown.left_out;
        }
        bytes_ += each.uris[i].size();
        if (IsTooMuch()) {
          return data;
        }
        shown.uris.push_back(secrets_.Masked(each.uris[i]));
      }
    }
    return data;
  }

  const SecretTexts& secrets_;
  const LocalClocks clocks_;
  std::size_t bytes_ = 0;
  std::optional<std::int64_t> before_;  ///< the nominal time of the previous action
};

/// Returns the first error of an invalid definition and the place of the error. Secrets become
/// asterisks.
std::string ProblemOf(const Definition& definition) {
  const std::vector<Diagnostic> found = definition.diagnostics.Sorted();
  const auto error = std::find_if(found.begin(), found.end(), [](const Diagnostic& each) {
    return each.severity == Severity::kError;
  });
  if (error == found.end()) {
    return "not valid";
  }
  std::string place;
  if (error->source != nullptr) {
    place = "line " + std::to_string(error->source->Locate(error->range.begin).line) + ": ";
    if (error->source != definition.source.get()) {
      place = error->source->name() + ", " + place;
    }
  }
  return "not valid: " + place + error->text.str();
}

/// Returns the tooltip of a definition: its title and, in parentheses, its kind.
std::string Tooltip(std::string_view title, std::string_view noun) {
  return std::string(title) + " (" + std::string(noun) + ")";
}

/// Makes the tree of a bundle, its coordinators and their workflows.
class TreeMaker {
 public:
  explicit TreeMaker(const Followed& followed)
      : all_(followed.definitions), of_bundle_(all_.front().definition->diagnostics.secrets()) {
    while (first_workflow_ < all_.size() &&
           all_[first_workflow_].definition->workflow() == nullptr) {
      ++first_workflow_;
    }
  }

  draw::BundleTree Tree() {
    const Definition& root = *all_.front().definition;
    const hir::Bundle& bundle = *root.bundle_hir;
    const auto text = [&](hir::ValueId id) {
      return of_bundle_.Masked(KnownOrWritten(bundle, root.submitted, id));
    };
    draw::TreeNode& node = tree_.bundle;
    node.title = text(bundle.name);
    node.tooltip = Tooltip(node.title, "bundle");
    const std::string kick_off = text(bundle.kick_off_time);
    node.about = {kick_off.empty() ? "starts at once" : "starts at " + kick_off};
    const sema::KnownTexts known(bundle, root.submitted);
    for (const hir::BundleCoordinator& each : bundle.coordinators) {
      Add(each, text(each.name), text(each.app_path), IsOff(known, each));
    }
    return std::move(tree_);
  }

 private:
  void Add(const hir::BundleCoordinator& bundled, const std::string& name,
           const std::string& app_path, bool is_off) {
    draw::BundleTree::Coordinator& added = tree_.coordinators.emplace_back();
    added.node.title = name;
    added.node.tooltip = Tooltip(name, "coordinator") + "\n" + app_path;
    const Definition* definition =
        bundled.coordinator ? all_[*bundled.coordinator + 1].definition.get() : nullptr;
    const hir::Coordinator* coordinator =
        definition == nullptr ? nullptr : definition->coordinator_hir.get();
    if (coordinator == nullptr) {
      SayMissing(definition, app_path, &added.node);
    } else {
      const SecretTexts secrets(definition->diagnostics.secrets());
      for (const std::string& line : ScheduleWords(*coordinator, definition->submitted)) {
        added.node.about.push_back(Masked(line, secrets));
      }
      added.workflow = WorkflowOf(
          *coordinator,
          Masked(KnownOrWritten(*coordinator, definition->submitted, coordinator->app_path),
                 secrets));
    }
    if (is_off) {
      added.node.about.emplace_back("not enabled");
      added.node.missing = true;
    }
  }

  /// Marks the node of a definition that is not found or not valid.
  void SayMissing(const Definition* definition, const std::string& app_path,
                  draw::TreeNode* node) const {
    node->missing = true;
    if (app_path != node->title) {
      node->about = {app_path};
    }
    if (definition == nullptr) {
      node->about.emplace_back("not found");
    } else {
      node->problem = of_bundle_.Masked(ProblemOf(*definition));
    }
  }

  /// Masks the secrets of a definition in a text. Also masks the secrets of the bundle, because the
  /// bundle may give its values to the definition under any name.
  std::string Masked(std::string_view text, const SecretTexts& secrets) const {
    return of_bundle_.Masked(secrets.Masked(text));
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

  draw::TreeNode WorkflowNode(const Definition* definition, const std::string& app_path) const {
    draw::TreeNode node;
    node.title = app_path;
    node.tooltip = Tooltip(app_path, "workflow");
    if (definition == nullptr || definition->hir == nullptr) {
      SayMissing(definition, app_path, &node);
      return node;
    }
    const hir::Workflow& workflow = *definition->hir;
    const SecretTexts secrets(definition->diagnostics.secrets());
    node.title = Masked(KnownOrWritten(workflow, {}, workflow.name), secrets);
    node.about = {ActionWords(workflow), app_path};
    return node;
  }

  /// Returns a text such as "3 actions: fs, shell".
  static std::string ActionWords(const hir::Workflow& workflow) {
    std::size_t actions = 0;
    std::set<std::string> kinds;
    for (const hir::Node& node : workflow.nodes) {
      if (node.type == hir::NodeType::kAction) {
        ++actions;
        kinds.insert(node.kind == nullptr ? "" : std::string(node.kind->decl->name));
      }
    }
    std::string words = Counted(actions, "action");
    for (const std::string& kind : kinds) {
      words += (kind == *kinds.begin() ? ": " : ", ") + kind;
    }
    return words;
  }

  const std::vector<Compiled>& all_;
  const SecretTexts of_bundle_;
  std::size_t first_workflow_ = 0;
  std::map<std::string, std::size_t> by_identity_;
  draw::BundleTree tree_;
};

rt::Result<Timeline> TimelineWith(const Definition& definition, schedule::Window window,
                                  const SecretTexts& secrets) {
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
  const auto text = [&](hir::ValueId id) {
    return secrets.Masked(KnownOrWritten(coordinator, definition.submitted, id));
  };
  Timeline timeline;
  timeline.title = text(coordinator.name);
  for (const std::string& line : ScheduleWords(coordinator, definition.submitted)) {
    timeline.about.push_back(secrets.Masked(line));
  }
  timeline.workflow = text(coordinator.app_path);
  RunMaker maker((*plan)->defined().timezone, secrets);
  // The plan gives at most one run more than the picture shows. If the plan gives this run, more
  // runs follow.
  const std::uint64_t most = window.most++;
  HPDL_TRY((*plan)->Each(window, [&](const PlannedAction& action) {
    timeline.has_more = timeline.runs.size() == most;
    if (!timeline.has_more) {
      timeline.runs.push_back(maker.RunOf(action));
    }
    return !timeline.has_more && !maker.IsTooMuch();
  }));
  if (maker.IsTooMuch()) {
    return Failure("the URIs of these runs have more than " + std::to_string(kMostUriBytes >> 20) +
                   " MiB; show fewer runs by --count");
  }
  timeline.has_more = timeline.has_more || (window.to && *window.to < planned.end);
  timeline.end =
      std::string(timeline.has_more ? "and so on until " : "ends ") + TimeWords(planned.end);
  return timeline;
}

}  // namespace

rt::Result<Timeline> TimelineOf(const Definition& definition, schedule::Window window) {
  const SecretTexts secrets(definition.diagnostics.secrets());
  rt::Result<Timeline> timeline = TimelineWith(definition, window, secrets);
  if (!timeline) {
    timeline.error().message = secrets.Masked(timeline.error().message);
  }
  return timeline;
}

rt::Result<draw::BundleTree> BundleTreeOf(Compiled bundle, const CompileOptions& options) {
  const rt::Result<Followed> followed =
      Follow(std::move(bundle), options, options.properties.value_or(pipeline::PropertyMap()));
  HPDL_TRY(followed);
  return TreeMaker(*followed).Tree();
}

}  // namespace hpdl::driver
