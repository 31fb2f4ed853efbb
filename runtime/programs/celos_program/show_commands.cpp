#include <functional>
#include <string>
#include <vector>

#include "runtime/ground/abi/hpdl_celos.h"
#include "runtime/ground/base/clock.h"
#include "runtime/ground/base/terminal_text.h"
#include "runtime/programs/celos_program/celos_world.h"
#include "runtime/programs/celos_program/commands.h"
#include "runtime/programs/celos_program/named_slots.h"
#include "runtime/programs/celos_program/program_log.h"
#include "runtime/programs/celos_program/schedules.h"
#include "runtime/programs/celos_program/views.h"
#include "runtime/programs/program/admission.h"
#include "runtime/programs/program/commands.h"
#include "runtime/programs/program/opened_job.h"
#include "runtime/rules/celos/scheduler.h"
#include "runtime/store/celos_slots/looked_slots.h"

/// The table of the scripts from which this program was made.
extern "C" const hpdl_celos HPDL_CELOS_SYMBOL;

/// Commands that only read. They create no files and need no write access.
namespace hpdl::rt::celos {
namespace {

using ReadSlots = std::function<Result<void>(SlotReader&)>;

/// Returns the folder of the program's slots; "": there is no state directory.
Result<std::string> PlaceToLook(const Invocation& call) {
  const auto state = OpenState(call.line, false);
  HPDL_TRY(state);
  return *state == nullptr ? std::string() : PlaceOf(**state, HPDL_CELOS_SYMBOL);
}

/// Calls `read`. If a process wrote to the slots meanwhile, calls `read` again. Returns false if
/// there are no slots yet.
Result<bool> LookAtSlots(const std::string& place, const ReadSlots& read) {
  constexpr int kTries = 3;
  for (int tried = 0;; ++tried) {
    const auto slots =
        LookedSlots::Open(place + "/slots.db", tried < kTries ? LookedSlots::Way::kAsItLies
                                                              : LookedSlots::Way::kBesideWriters);
    HPDL_TRY(slots);
    const Result<void> done = read(**slots);
    if ((*slots)->HasStayed()) {
      HPDL_TRY(done);
      return (*slots)->exists();
    }
  }
}

/// Returns a message that explains why there are no slots.
std::string NothingHasRun(const Invocation& call, const std::string& place) {
  return "nothing has run: there is no " +
         OneLine(place.empty() ? "state directory " + *StatePath(call.line) : place + "/slots.db");
}

/// Selects slots by their times: from `start` up to but not including `end`.
struct Window {
  ScheduledTime start, end;
};
std::optional<Window> ReadWindow(Invocation& call, ScheduledTime now, bool one) {
  std::optional<ScheduledTime> start, end = now;
  if (one && call.line.Has("end")) {
    end = ReadTime(call, call.line.Value("end"));
  }
  if (one && call.line.Has("start")) {
    start = ReadTime(call, call.line.Value("start"));
  } else if (end) {
    start = ScheduledTime{end->ms - kWindowHours * 3'600'000};
  }
  return start && end ? std::optional(Window{*start, *end}) : std::nullopt;
}

/// The views of one workflow or of all workflows of the scripts, and the errors of the workflows
/// that could not be read.
struct Views {
  std::vector<WorkflowView> views;
  std::vector<std::string> wrong;
};
Views ReadViews(SlotReader& slots, const DefinedScripts& defined, const std::string& only,
                const Window& window) {
  Views read;
  for (const auto& [id, workflow] : defined.configuration.workflows) {
    if (!only.empty() && id != only) {
      continue;
    }
    Result<WorkflowView> view = ViewOf(slots, defined.configuration, workflow,
                                       std::max(window.start, workflow.start_time), window.end);
    if (!view) {
      read.wrong.push_back(OneLine(id) + ": " + view.error().message);
      continue;
    }
    const auto own = defined.starts.find(id);
    view->own = own == defined.starts.end() ? std::string() : own->second.app_path;
    view->service = workflow.service.url;
    read.views.push_back(std::move(*view));
  }
  return read;
}

int ShowWorkflows(Invocation& call) {
  const Result<DefinedScripts> defined = ReadDefined(HPDL_CELOS_SYMBOL);
  if (!defined) {
    return call.Refuse(kExitFailed, defined.error());
  }
  const ScheduledTime now{NowMs()};
  const bool one = !call.line.operands.empty();
  const std::optional<Window> window = ReadWindow(call, now, one);
  if (!window) {
    return kExitUsage;
  }
  const Result<std::string> place = PlaceToLook(call);
  Views read;
  const Result<bool> found =
      place ? LookAtSlots(*place,
                          [&](SlotReader& slots) {
                            read = ReadViews(slots, *defined, one ? call.line.operands[0] : "",
                                             *window);
                            return Result<void>();
                          })
            : place.error();
  if (!found) {
    return call.Refuse(kExitFailed, found.error());
  }
  for (const std::string& wrong : read.wrong) {
    call.Refuse(kExitFailed, wrong);
  }
  if (!*found && !call.json()) {
    call.out.Line(NothingHasRun(call, *place));
  }
  if (!one) {
    call.out.Write(call.json() ? WorkflowsJson(read.views, now) : WorkflowsText(read.views, now));
  } else if (!read.views.empty()) {
    call.out.Write(call.json() ? SlotsJson(read.views[0]) : SlotsText(read.views[0]));
  }
  return read.wrong.empty() ? kExitDone : kExitFailed;
}

}  // namespace

int ShowSchedules(Invocation& call) {
  const bool of_job = !call.line.operands.empty() && !NamesWorkflow(call);
  return of_job ? InfoCommand(call) : ShowWorkflows(call);
}

int ShowTrigger(Invocation& call) {
  if (call.line.operands.size() < 2) {
    return RefuseTimeless(call);
  }
  const std::optional<ScheduledTime> time = ReadTime(call, call.line.operands[1]);
  if (!time) {
    return kExitUsage;
  }
  const Result<RunOptions> options = ReadRunOptions(call);
  const Result<Site> site = options ? Site::Load(options->site_path) : options.error();
  if (!site) {
    return call.Refuse(kExitUsage, site.error());
  }
  const Result<DefinedScripts> defined = ReadDefined(HPDL_CELOS_SYMBOL);
  const Result<std::string> place = PlaceToLook(call);
  if (!defined || !place) {
    return call.Refuse(kExitFailed, defined ? place.error() : defined.error());
  }
  const Workflow* const workflow = FindWorkflow(defined->configuration, call.line.operands[0]);
  if (workflow == nullptr) {
    return RefuseUnknown(call, defined->configuration, call.line.operands[0]);
  }
  CelosWorld outside(call.program, *site, options->site_path);
  ProgramLog log(call.out, call.err, false);
  TriggerStatus status;
  const Result<bool> looked = LookAtSlots(*place, [&](SlotReader& slots) -> Result<void> {
    Result<TriggerStatus> described =
        DescribeTrigger(*workflow->trigger, {slots, outside.files(), log, {NowMs()}}, *time);
    HPDL_TRY(described);
    status = std::move(*described);
    return {};
  });
  if (!looked) {
    return call.Refuse(kExitFailed, looked.error().message);
  }
  call.out.Write(call.json() ? TriggerJson(status) : TriggerText(status));
  return kExitDone;
}

}  // namespace hpdl::rt::celos
