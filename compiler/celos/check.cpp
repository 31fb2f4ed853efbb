#include "compiler/celos/check.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <optional>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "compiler/base/suggest.h"
#include "compiler/celos/needs.h"
#include "compiler/celos/time_variables.h"
#include "runtime/rules/celos/schedule_times.h"

namespace hpdl::celos {
namespace {

using rt::celos::CronSchedule;
using rt::celos::DependentSchedule;
using rt::celos::HdfsCheckTrigger;
using rt::celos::Place;
using rt::celos::ScriptError;
using rt::celos::SerialStrategy;
using rt::celos::SuccessTrigger;
using rt::celos::Workflow;
using Spot = ScriptFolder::Spot;

/// The properties of which Oozie needs one.
constexpr const char* kApplicationPaths[] = {
    "oozie.wf.application.path", "oozie.coord.application.path", "oozie.bundle.application.path"};

class Checker {
 public:
  Checker(const ScriptFolder& folder, const std::set<std::string>& files, Diagnostics* diagnostics)
      : folder_(folder),
        configuration_(folder.configuration()),
        files_(files),
        diagnostics_(diagnostics) {
    for (const auto& [id, workflow] : configuration_.workflows) {
      ids_.emplace_back(id);
      by_file_.push_back(&workflow);
    }
    std::stable_sort(by_file_.begin(), by_file_.end(), [](const Workflow* a, const Workflow* b) {
      return a->place.file < b->place.file;
    });
  }

  void All() {
    for (const ScriptError& error : configuration_.errors) {
      Say(DiagnosticKind::kScriptError, error);
    }
    for (const ScriptError& warning : configuration_.warnings) {
      Say(DiagnosticKind::kUnknownOption, warning);
    }
    for (const Workflow* workflow : by_file_) {
      if (IsWanted(workflow->place.file)) {
        Schedule(*workflow);
        Trigger(*workflow);
        Strategy(*workflow);
        Service(*workflow);
      }
    }
    for (const std::vector<std::string>& circle : CirclesOf(configuration_)) {
      Circle(circle);
    }
  }

 private:
  /// True if findings in the file are reported. Findings in a file that is not a script, such as
  /// defaults, are always reported.
  bool IsWanted(const std::string& file) const {
    return files_.empty() || files_.contains(file) || !folder_.IsScript(file);
  }

  /// Emits a diagnostic, or returns null if it was already emitted. Several workflows may have the
  /// same trigger, and an error in this trigger is reported once.
  Diagnostic* Emit(DiagnosticKind kind, const Spot& spot, const std::string& file, Message text) {
    if (!said_.emplace(kind, spot.source, spot.range.begin, text.str()).second) {
      return nullptr;
    }
    Diagnostic& diagnostic = diagnostics_->Emit(kind, spot.source, spot.range, std::move(text));
    if (spot.source == nullptr) {
      diagnostic.file = file;
    }
    return &diagnostic;
  }

  void Say(DiagnosticKind kind, const ScriptError& error) {
    if (IsWanted(error.place.file)) {
      Emit(kind, folder_.SpotOf(error.place), error.place.file, Message(error.message));
    }
  }

  /// True if no script defines the workflow. Returns false if a script has failed, because the
  /// workflows of this script are not known.
  bool IsUnknown(const std::string& id) const {
    return configuration_.errors.empty() && !configuration_.workflows.contains(id);
  }

  void Unknown(const Workflow& workflow, const std::string& id, const Spot& spot,
               const std::string& file, const char* what) {
    Emit(DiagnosticKind::kUnknownCelosWorkflow, spot, file,
         "no script defines the workflow " + Quoted(id) + ", named by " + what + " of " +
             Quoted(workflow.id) + DidYouMean(id, ids_));
  }

  void Schedule(const Workflow& workflow) {
    const std::string& file = workflow.place.file;
    if (const auto* other = std::get_if<DependentSchedule>(&workflow.schedule);
        other != nullptr && IsUnknown(other->workflow)) {
      Unknown(workflow, other->workflow, folder_.SpotOfOption(workflow, "schedule"), file,
              "the schedule");
      return;
    }
    const rt::Result<const CronSchedule*> schedule = rt::celos::CronOf(configuration_, workflow);
    if (!schedule) {
      return;
    }
    const std::int64_t start = (workflow.start_time.ms + 999) / 1000;
    if (!(*schedule)->cron.Next(-1)) {
      if (std::holds_alternative<CronSchedule>(workflow.schedule)) {
        Emit(DiagnosticKind::kScheduleNeverFires, folder_.SpotOfOption(workflow, "schedule"), file,
             "the schedule of " + Quoted(workflow.id) +
                 " never fires: " + Quoted((*schedule)->expression));
      }
    } else if (!(*schedule)->cron.Next(start - 1)) {
      Emit(DiagnosticKind::kScheduleNeverFires, folder_.SpotOfOption(workflow, "startTime"), file,
           "the schedule of " + Quoted(workflow.id) + " never fires at or after its start time " +
               Message(workflow.start_time.Pretty()) + ": " + Quoted((*schedule)->expression));
    }
  }

  void Trigger(const Workflow& workflow) {
    for (const Wait& wait : WaitsOf(*workflow.trigger)) {
      const Place& place = wait.trigger->place;
      if (const auto* success = std::get_if<SuccessTrigger>(&wait.trigger->kind)) {
        if (IsUnknown(success->workflow)) {
          Unknown(workflow, success->workflow, folder_.SpotOf(place), place.file, "a trigger");
        }
      } else if (const auto* check = std::get_if<HdfsCheckTrigger>(&wait.trigger->kind)) {
        Path(check->path, place);
      }
    }
    const std::int64_t delay = NeedsOf(*workflow.trigger).delay;
    if (delay > workflow.wait_timeout_seconds) {
      Emit(DiagnosticKind::kUnreachableSlot, folder_.SpotOfOption(workflow, "waitTimeoutSeconds"),
           workflow.place.file,
           "the slots of " + Quoted(workflow.id) + " time out after " +
               Message(std::to_string(workflow.wait_timeout_seconds)) +
               " s, but their trigger cannot be ready before " + Message(std::to_string(delay)) +
               " s");
    }
  }

  void Path(const std::string& path, const Place& place) {
    for (const std::string& name : UnknownTimeVariables(path)) {
      const std::string written = "${" + name + "}";
      const std::string meant = TimeVariableMeantBy(name);
      Message text = Quoted(written) + " is not a time variable, so the path contains it unchanged";
      if (!meant.empty()) {
        text += "; did you mean '${" + Message::Words(meant) + "}'?";
      }
      Emit(DiagnosticKind::kUnknownTimeVariable, folder_.SpotOfText(place, written), place.file,
           std::move(text));
    }
  }

  void Strategy(const Workflow& workflow) {
    const auto* serial = std::get_if<SerialStrategy>(&workflow.strategy);
    if (serial != nullptr && serial->concurrency < 1) {
      Emit(DiagnosticKind::kUnreachableSlot, folder_.SpotOfOption(workflow, "schedulingStrategy"),
           workflow.place.file,
           "no slot of " + Quoted(workflow.id) +
               " is ever submitted: the strategy of the workflow lets " +
               Message(std::to_string(serial->concurrency)) + " slots run at a time");
    }
  }

  /// Warns of a service whose properties name no application, because Oozie then refuses each slot.
  /// Properties that a function of the script computes are not known here.
  void Service(const Workflow& workflow) {
    const std::optional<rt::celos::Properties>& properties = workflow.service.properties;
    if (!properties || std::any_of(std::begin(kApplicationPaths), std::end(kApplicationPaths),
                                   [&](const char* name) { return properties->contains(name); })) {
      return;
    }
    Emit(DiagnosticKind::kUnreachableSlot, folder_.SpotOfOption(workflow, "externalService"),
         workflow.place.file,
         "Oozie refuses the slots of " + Quoted(workflow.id) +
             ", because the service of the workflow has no property '" + kApplicationPaths[0] +
             "'");
  }

  /// Returns the place at which a workflow waits for the workflow `other`.
  Place PlaceOf(const Workflow& workflow, const std::string& other) const {
    for (const Wait& wait : WaitsOf(*workflow.trigger)) {
      const auto* success = std::get_if<SuccessTrigger>(&wait.trigger->kind);
      if (success != nullptr && success->workflow == other) {
        return wait.trigger->place;
      }
    }
    return workflow.place;
  }

  void Circle(const std::vector<std::string>& circle) {
    const bool wanted = std::any_of(circle.begin(), circle.end(), [&](const std::string& id) {
      return IsWanted(configuration_.workflows.at(id).place.file);
    });
    if (!wanted) {
      return;
    }
    const Place place = PlaceOf(configuration_.workflows.at(circle[0]), circle[1]);
    Message way;
    for (const std::string& id : circle) {
      way += way.empty() ? Quoted(id) : " -> " + Quoted(id);
    }
    Diagnostic* diagnostic =
        Emit(DiagnosticKind::kTriggerCycle, folder_.SpotOf(place), place.file,
             circle.size() == 2
                 ? "each slot of " + Quoted(circle[0]) + " waits for itself and never runs"
                 : "slots wait for each other and never run: " + way);
    for (std::size_t i = 1; diagnostic != nullptr && i + 1 < circle.size(); ++i) {
      const Spot spot =
          folder_.SpotOf(PlaceOf(configuration_.workflows.at(circle[i]), circle[i + 1]));
      if (spot.source != nullptr) {
        diagnostic->notes.push_back(
            {spot.source, spot.range, Quoted(circle[i]) + " waits for " + Quoted(circle[i + 1])});
      }
    }
  }

  const ScriptFolder& folder_;
  const rt::celos::Configuration& configuration_;
  const std::set<std::string>& files_;
  Diagnostics* diagnostics_;
  std::vector<std::string_view> ids_;
  std::vector<const Workflow*> by_file_;
  std::set<std::tuple<DiagnosticKind, const SourceBuffer*, std::uint32_t, std::string>> said_;
};

}  // namespace

void Check(const ScriptFolder& folder, const std::set<std::string>& files,
           Diagnostics* diagnostics) {
  folder.HideSecrets(diagnostics);
  Checker(folder, files, diagnostics).All();
}

}  // namespace hpdl::celos
