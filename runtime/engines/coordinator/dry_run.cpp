// Shows the effect of a coordinator or a bundle without making a job.
#include <algorithm>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <map>
#include <memory>
#include <utility>

#include "runtime/engines/coordinator/coordinator_settings.h"
#include "runtime/engines/coordinator/coordinator_submit.h"
#include "runtime/engines/coordinator/program_texts.h"
#include "runtime/engines/workflow/user.h"
#include "runtime/ground/abi/text_view.h"
#include "runtime/ground/base/clock.h"
#include "runtime/ground/base/jdom_xml.h"
#include "runtime/rules/coordinator/data_check.h"
#include "runtime/rules/coordinator/event_instances.h"
#include "runtime/rules/coordinator/resolved_xml.h"
#include "runtime/rules/coordinator/time_functions.h"
#include "runtime/world/files/path_looks.h"
#include "runtime/world/files/resolve_path.h"
#include "runtime/world/hadoop/hadoop.h"
#include "runtime/world/net/network.h"

namespace hpdl::rt {
namespace {

/// Returns Oozie's error for an action that cannot be made.
Error NotMade(const Error& error) {
  return {ErrorClass::kError, "E0803", "IO error, " + error.code + ": " + error.message};
}

/// Checks whether the paths of the actions' data exist.
class PathsAtHand {
 public:
  PathsAtHand(const hpdl_program& program, const Site& site, const std::string& site_path,
              std::string user)
      : user_(std::move(user)) {
    if (program.network != nullptr) {
      network_ = program.network->open(loop_);
      if (program.hadoop != nullptr) {
        file_systems_ = program.hadoop->open(*network_, site, site_path);
      }
    }
    looks_ = std::make_unique<PathLooks>(loop_, file_systems_.get());
  }
  /// Destroys the tasks before the objects that they refer to.
  ~PathsAtHand() {
    looks_.reset();
    file_systems_.reset();
    network_.reset();
  }

  Result<std::optional<bool>> Known(const std::string& path) const {
    const auto found = seen_.find(path);
    if (found == seen_.end()) {
      return std::optional<bool>();
    }
    HPDL_TRY(found->second);
    return std::optional(*found->second);
  }

  void Look(const std::vector<std::string>& paths) {
    std::size_t open = paths.size();
    looks_->Ask(user_, paths, [&](std::size_t which, const PathAnswer& answer) {
      seen_.insert_or_assign(paths[which], answer);
      if (--open == 0) {
        loop_.stop();
      }
    });
    const auto work = boost::asio::make_work_guard(loop_);
    loop_.restart();
    loop_.run();
  }

 private:
  boost::asio::io_context loop_;
  const std::string user_;
  std::unique_ptr<Network> network_;
  std::unique_ptr<FileSystems> file_systems_;
  std::unique_ptr<PathLooks> looks_;
  std::map<std::string, PathAnswer> seen_;
};

/// Makes the text of Oozie's reply to a dry run of a coordinator.
class ResolvedRun {
 public:
  ResolvedRun(const hpdl_program& program, const CheckedCoordinator& checked, const Site& site,
              const std::string& site_path)
      : written_(*program.coordinator),
        checked_(checked),
        defined_(checked.defined),
        settings_(CoordinatorSettings::Of(site)),
        texts_(written_.definition, checked.properties),
        now_(NowMs() / 1000),
        paths_(program, site, site_path, checked.properties.find(kUserNameProperty)->second) {}

  Result<std::string> Text() {
    std::string text = checked_.resolved + "\n***actions for instance***";
    const Schedule& schedule = defined_.schedule;
    const std::int64_t end =
        std::min(schedule.end, schedule.start + settings_.materialisation.window);
    std::optional<Turn> turn = FirstTurn(schedule);
    for (std::int64_t made = 0; turn && turn->regular < end && made < defined_.throttle; ++made) {
      const Result<std::string> action = ActionText(*turn);
      if (!action) {
        return NotMade(action.error());
      }
      text += "action for new instance" + *action;
      turn = TurnAfter(schedule, *turn);
    }
    return text;
  }

 private:
  /// Fails if the input logic names an input that does not exist. As in Oozie, only a dry run
  /// fails.
  Result<void> CheckLogic() const {
    for (const DefinedLogic& element : defined_.logic) {
      if (element.kind == HPDL_LOGIC_DATA_IN && !element.input) {
        return Error{ErrorClass::kError, "E1028",
                     "Coord input logic error.  Data set not found : " + element.dataset};
      }
    }
    return {};
  }

  Result<std::string> ActionText(const Turn& turn) {
    HPDL_TRY(CheckLogic());
    ResolvedAction action;
    action.number = turn.number;
    action.view.times = {turn.time, now_ / 60 * 60, defined_.schedule.zone};
    action.view.id = "@" + std::to_string(turn.number);
    Result<std::vector<EventData>> inputs = DataOf(defined_.inputs, texts_, &action.view);
    HPDL_TRY(inputs);
    action.inputs = std::move(*inputs);
    Result<std::vector<EventData>> outputs = DataOf(defined_.outputs, texts_, &action.view);
    HPDL_TRY(outputs);
    action.outputs = std::move(*outputs);
    HPDL_TRY(FindData(&action));
    return ResolvedXml(written_, defined_, texts_, action);
  }

  /// Checks the data of an action. If all data exists, sets the values of the workflow's
  /// properties.
  Result<void> FindData(ResolvedAction* action) {
    WaitingAction waiting;
    waiting.inputs = action->inputs;
    waiting.missing = MissingOf(action->inputs);
    waiting.missing.by_logic = !defined_.logic.empty();
    waiting.times = action->view.times;
    waiting.id = action->view.id;
    waiting.made = now_;
    const KnownPath known = [this](const std::string& path) { return paths_.Known(path); };
    Result<DataVerdict> verdict = CheckData(defined_, texts_, waiting, now_, known);
    while (verdict && verdict->state == DataVerdict::State::kAsk) {
      paths_.Look(verdict->ask);
      verdict = CheckData(defined_, texts_, waiting, now_, known);
    }
    HPDL_TRY(verdict);
    if (verdict->state != DataVerdict::State::kComplete) {
      return {};
    }
    action->inputs = verdict->inputs;
    action->view.inputs = InputUris(defined_, *verdict);
    action->view.outputs = OutputUris(action->outputs);
    for (std::uint32_t i = 0; i < written_.configuration_count; ++i) {
      CoordinatorNotes notes;
      Result<std::string> value = texts_.Of(written_.configuration[i].value, &action->view, &notes);
      HPDL_TRY(value);
      action->values.push_back(std::move(*value));
    }
    return {};
  }

  const hpdl_coordinator& written_;
  const CheckedCoordinator& checked_;
  const DefinedCoordinator& defined_;
  const CoordinatorSettings settings_;
  const ProgramTexts texts_;
  const std::int64_t now_;
  PathsAtHand paths_;
};

std::string ForPeople(const DefinedCoordinator& defined) {
  std::string text = "coordinator " + defined.name + ": " + defined.frequency + " " +
                     defined.time_unit + ", from " + WriteTime(defined.schedule.start) + " to " +
                     WriteTime(defined.schedule.end) + ", " + defined.timezone + "\n";
  constexpr int kShown = 10;
  std::optional<Turn> turn = FirstTurn(defined.schedule);
  for (int i = 0; turn && turn->regular < defined.schedule.end && i < kShown; ++i) {
    text += "  " + std::to_string(turn->number) + "  " + WriteTime(turn->time) + "\n";
    turn = TurnAfter(defined.schedule, *turn);
  }
  return text + (turn && turn->regular < defined.schedule.end ? "  ...\n" : "");
}

std::string ForPeople(const DefinedBundle& defined) {
  std::string text = "bundle " + defined.name + "\n";
  for (const DefinedBundled& each : defined.bundled) {
    text += "  " + each.name + "  " + each.app_path + (each.enabled ? "" : "  not enabled") + "\n";
  }
  return text;
}

/// Makes the XML of a bundle with all expressions evaluated.
class ResolvedBundle {
 public:
  ResolvedBundle(const hpdl_bundle& written, const Properties& properties)
      : written_(written), texts_(written.definition, properties) {}

  Result<std::string> Text() {
    xml_.Begin("bundle-app").Attribute("xmlns", ToView(written_.definition.schema));
    HPDL_TRY(AddAttribute("name", written_.definition.name));
    if (written_.kick_off_time != HPDL_NONE) {
      xml_.Begin("controls");
      HPDL_TRY(AddLeaf("kick-off-time", written_.kick_off_time));
      xml_.End();
    }
    for (std::uint32_t i = 0; i < written_.bundled_count; ++i) {
      HPDL_TRY(AddCoordinator(written_.bundled[i]));
    }
    return xml_.End().Take() + "\n";
  }

 private:
  Result<void> AddAttribute(std::string_view name, std::uint32_t expression) {
    if (expression == HPDL_NONE) {
      return {};
    }
    const Result<std::string> value = texts_.Of(expression, nullptr, nullptr);
    HPDL_TRY(value);
    xml_.Attribute(name, *value);
    return {};
  }
  Result<void> AddLeaf(std::string_view name, std::uint32_t expression) {
    const Result<std::string> value = texts_.Of(expression, nullptr, nullptr);
    HPDL_TRY(value);
    xml_.Leaf(name, *value);
    return {};
  }

  Result<void> AddCoordinator(const hpdl_bundled& bundled) {
    xml_.Begin("coordinator");
    HPDL_TRY(AddAttribute("name", bundled.name));
    HPDL_TRY(AddAttribute("critical", bundled.critical));
    HPDL_TRY(AddAttribute("enabled", bundled.enabled));
    HPDL_TRY(AddLeaf("app-path", bundled.app_path));
    if (bundled.configuration_count != 0) {
      xml_.Begin("configuration");
      for (std::uint32_t i = 0; i < bundled.configuration_count; ++i) {
        xml_.Begin("property");
        HPDL_TRY(AddLeaf("name", bundled.configuration[i].name));
        HPDL_TRY(AddLeaf("value", bundled.configuration[i].value));
        xml_.End();
      }
      xml_.End();
    }
    xml_.End();
    return {};
  }

  const hpdl_bundle& written_;
  const ProgramTexts texts_;
  JdomXml xml_;
};

}  // namespace

Result<std::string> DryRunCoordinator(const hpdl_program& program, const RunOptions& options,
                                      bool resolved) {
  if (program.bundle != nullptr) {
    const Result<CheckedBundle> checked = CheckBundle(program, options);
    HPDL_TRY(checked);
    return resolved ? ResolvedBundle(*program.bundle, checked->properties).Text()
                    : ForPeople(checked->defined);
  }
  const Result<CheckedCoordinator> checked = CheckCoordinator(program, options);
  HPDL_TRY(checked);
  HPDL_TRY(FirstActionOf(*checked));
  if (!resolved) {
    return ForPeople(checked->defined);
  }
  const Result<Site> site = Site::Load(options.site_path);
  HPDL_TRY(site);
  return ResolvedRun(program, *checked, *site, options.site_path).Text();
}

}  // namespace hpdl::rt
