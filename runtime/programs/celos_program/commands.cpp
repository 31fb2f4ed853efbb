#include "runtime/programs/celos_program/commands.h"

#include <signal.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "runtime/ground/abi/hpdl_celos.h"
#include "runtime/ground/abi/text_view.h"
#include "runtime/ground/base/clock.h"
#include "runtime/ground/base/json_writer.h"
#include "runtime/ground/base/terminal_text.h"
#include "runtime/ground/base/text_parts.h"
#include "runtime/programs/celos_program/named_slots.h"
#include "runtime/programs/celos_program/program_log.h"
#include "runtime/programs/celos_program/schedules.h"
#include "runtime/programs/program/admission.h"
#include "runtime/programs/program/commands.h"
#include "runtime/programs/program/keep_program.h"
#include "runtime/programs/program/opened_job.h"
#include "runtime/programs/program/text.h"
#include "runtime/rules/celos/java_exception.h"

/// The table of the scripts from which this program was made.
extern "C" const hpdl_celos HPDL_CELOS_SYMBOL;

namespace hpdl::rt::celos {
namespace {

constexpr std::int64_t kEverySeconds = 60, kMostSeconds = 86'400, kMostAnswerSeconds = 3'600;

/// Prints the message of an error, and returns the exit code. Celos prints the name of a Java class
/// before the same message.
int Refuse(Invocation& call, const Error& error) {
  return call.Refuse(kExitFailed, error.message);
}

/// The state directory, the log and the scheduler of a command that works with slots.
struct Opened {
  std::unique_ptr<StateDirectory> state;
  std::unique_ptr<ProgramLog> log;
  std::unique_ptr<Schedules> schedules;
};

/// True if the program's workflows can run with these options. Otherwise prints the reasons why
/// they cannot.
bool CanRun(Invocation& call, const RunOptions& options) {
  const std::vector<std::string> refusals = CheckProgram(call.program, options);
  for (const std::string& refusal : refusals) {
    call.Refuse(kExitUsage, refusal);
  }
  return refusals.empty();
}

/// Opens the state directory, the log and the scheduler for a command. If that fails, `*code` is
/// the exit code. `runs` is true if the command starts jobs.
std::optional<Opened> Open(Invocation& call, bool runs, int* code) {
  Result<RunOptions> options = ReadRunOptions(call);
  if (!options) {
    *code = call.Refuse(kExitUsage, options.error());
    return std::nullopt;
  }
  if (runs && !CanRun(call, *options)) {
    *code = kExitUsage;
    return std::nullopt;
  }
  auto state = OpenState(call.line, true);
  if (!state) {
    *code = call.Refuse(kExitUsage, state.error());
    return std::nullopt;
  }
  Opened opened{std::move(*state), nullptr, nullptr};
  if (call.program.workflow_count != 0) {
    // Jobs run in a copy of this program. So they can continue after the scripts are compiled
    // again.
    Result<std::string> kept = KeepProgram(*opened.state, call.program);
    if (!kept) {
      *code = call.Refuse(kExitUsage, kept.error());
      return std::nullopt;
    }
    options->program_path = std::move(*kept);
  }
  opened.log = std::make_unique<ProgramLog>(call.out, call.err, call.line.Has("verbose"));
  Schedules::Settings settings{std::move(*options)};
  if (const std::optional<std::int64_t> settle = NumberOption(call, "settle", code)) {
    settings.oozies.settled_ms = *settle * 1000;
  }
  if (const std::optional<std::int64_t> answer = NumberOption(call, "answer", code)) {
    if (*answer < 1 || *answer > kMostAnswerSeconds) {
      *code = call.Refuse(kExitUsage, "--answer needs a number of seconds from 1 to 3600");
    }
    settings.oozies.answer_ms = *answer * 1000;
  }
  if (*code != kExitDone) {
    return std::nullopt;
  }
  Result<std::unique_ptr<Schedules>> schedules = Schedules::Open(
      call.program, HPDL_CELOS_SYMBOL, *opened.state, std::move(settings), *opened.log);
  if (!schedules) {
    *code = call.Refuse(kExitUsage, schedules.error());
    return std::nullopt;
  }
  opened.schedules = std::move(*schedules);
  return opened;
}

/// Prints what has changed for a slot or workflow, as text or JSON. Returns the exit code.
int Done(Invocation& call, std::string_view what, const Workflow& workflow,
         const std::optional<ScheduledTime>& time) {
  if (call.json()) {
    JsonWriter json;
    json.BeginObject().Member("version", std::int64_t{1}).Member("workflow", workflow.id);
    json.Optional("time", time ? time->Text() : "").Member("done", what).EndObject();
    call.out.Line(json.text());
  } else {
    call.out.Line(OneLine(workflow.id) + (time ? "@" + time->Pretty() : "") + " " +
                  std::string(what));
  }
  return kExitDone;
}

/// Makes SIGINT, SIGTERM and SIGHUP end this process at once. This is safe, because a step of the
/// scheduler may be interrupted at any point.
void EndAtSignals() {
  sigset_t ends;
  sigemptyset(&ends);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    sigaddset(&ends, signal);
  }
  pthread_sigmask(SIG_BLOCK, &ends, nullptr);
  std::thread([ends] {
    int signal = 0;
    while (sigwait(&ends, &signal) != 0) {
    }
    ::_exit(kExitSignal + signal);
  }).detach();
}

/// Waits until a child process has ended or `ms` have passed.
void AwaitChild(std::int64_t ms) {
  sigset_t child;
  sigemptyset(&child);
  sigaddset(&child, SIGCHLD);
  const timespec time{ms / 1000, ms % 1000 * 1'000'000};
  (void)sigtimedwait(&child, nullptr, &time);
}

void BlockChildSignals() {
  sigset_t child;
  sigemptyset(&child);
  sigaddset(&child, SIGCHLD);
  pthread_sigmask(SIG_BLOCK, &child, nullptr);
}

}  // namespace

int RunSchedules(Invocation& call) {
  int code = kExitDone;
  const std::int64_t every = NumberOption(call, "every", &code).value_or(kEverySeconds);
  if (code == kExitDone && (every < 1 || every > kMostSeconds)) {
    code = call.Refuse(kExitUsage, "--every needs a number of seconds from 1 to 86400");
  }
  if (code != kExitDone) {
    return code;
  }
  // SIGCHLD is blocked before any thread starts. All threads inherit this, so only AwaitChild()
  // gets the signal.
  BlockChildSignals();
  EndAtSignals();
  const std::optional<Opened> opened = Open(call, true, &code);
  if (!opened) {
    return code;
  }
  bool taken = false;
  const Result<LockedFile> alone =
      LockedFile::Lock(opened->schedules->place() + "/run.lock", false, &taken);
  if (!alone || !taken) {
    return alone ? call.Refuse(
                       kExitUsage,
                       "another process already runs these scripts with the state directory " +
                           OneLine(opened->state->name()))
                 : call.Refuse(kExitUsage, alone.error());
  }
  call.out.Line("running " + std::to_string(opened->schedules->configuration().workflows.size()) +
                " workflows, one step every " + std::to_string(every) + " s");
  call.out.Flush();
  while (true) {
    const std::int64_t began = NowMs();
    if (const Result<void> stepped = opened->schedules->Step({began}, {}); !stepped) {
      call.Refuse(kExitFailed, "the step has failed: " + stepped.error().message);
      if (stepped.error().error_class == ErrorClass::kCorruptStore) {
        return kExitFailed;
      }
    }
    // The next step starts at once if a job's process has ended, even if it ended during the last
    // step. The end of a job may allow other slots to start.
    for (std::int64_t left = every * 1000; left > 0 && !opened->schedules->Reap();
         left = began + every * 1000 - NowMs()) {
      AwaitChild(std::min(left, every * 1000));
    }
  }
}

int StepSchedules(Invocation& call) {
  ScheduledTime now{NowMs()};
  if (call.line.Has("time")) {
    const std::optional<ScheduledTime> time = ReadTime(call, call.line.Value("time"));
    if (!time) {
      return kExitUsage;
    }
    now = *time;
  }
  int code = kExitDone;
  const std::optional<Opened> opened = Open(call, true, &code);
  if (!opened) {
    return code;
  }
  std::set<std::string> ids;
  const std::string only = call.line.Value("workflow");
  for (const std::string_view id :
       only.empty() ? std::vector<std::string_view>() : Split(only, ',')) {
    if (FindWorkflow(opened->schedules->configuration(), std::string(id)) == nullptr) {
      return RefuseUnknown(call, opened->schedules->configuration(), std::string(id));
    }
    ids.emplace(id);
  }
  const Result<void> stepped = opened->schedules->Step(now, ids);
  return stepped ? kExitDone : Refuse(call, stepped.error());
}

namespace {

/// The slot that a command names by a workflow and a time, with the opened state directory, log and
/// scheduler.
struct SlotCommand {
  Opened opened;
  const Workflow* workflow = nullptr;
  ScheduledTime time;
};
std::optional<SlotCommand> OpenSlot(Invocation& call, int* code) {
  if (call.line.operands.size() < 2) {
    *code = RefuseTimeless(call);
    return std::nullopt;
  }
  const std::optional<ScheduledTime> time = ReadTime(call, call.line.operands[1]);
  if (!time) {
    *code = kExitUsage;
    return std::nullopt;
  }
  std::optional<Opened> opened = Open(call, false, code);
  if (!opened) {
    return std::nullopt;
  }
  const Configuration& configuration = opened->schedules->configuration();
  const Workflow* const workflow = FindWorkflow(configuration, call.line.operands[0]);
  if (workflow == nullptr) {
    *code = RefuseUnknown(call, configuration, call.line.operands[0]);
    return std::nullopt;
  }
  return SlotCommand{std::move(*opened), workflow, *time};
}

/// Refuses a second operand and returns true; returns false if there is no second operand. The
/// caller has found that the first operand names no workflow of the scripts, so the second operand
/// cannot be the time of a slot.
bool RefusesTime(Invocation& call, int* code) {
  if (call.line.operands.size() < 2) {
    return false;
  }
  const Result<DefinedScripts> defined = ReadDefined(HPDL_CELOS_SYMBOL);
  *code = defined ? RefuseUnknown(call, defined->configuration, call.line.operands[0])
                  : call.Refuse(kExitFailed, defined.error());
  return true;
}

/// Carries out a request for one slot and prints `done`. Returns the exit code.
int AskForSlot(Invocation& call, Result<void> (Schedules::*ask)(const Workflow&, ScheduledTime),
               std::string_view done) {
  int code = kExitDone;
  const std::optional<SlotCommand> command = OpenSlot(call, &code);
  if (!command) {
    return code;
  }
  const Result<void> asked =
      (command->opened.schedules.get()->*ask)(*command->workflow, command->time);
  return asked ? Done(call, done, *command->workflow, command->time) : Refuse(call, asked.error());
}

int SetPaused(Invocation& call, bool paused) {
  const Result<DefinedScripts> defined = ReadDefined(HPDL_CELOS_SYMBOL);
  const auto state = OpenState(call.line, true);
  if (!defined || !state) {
    return call.Refuse(kExitFailed, defined ? state.error() : defined.error());
  }
  const Result<std::string> place = MakePlace(**state, HPDL_CELOS_SYMBOL);
  Result<SlotsInHand> slots = place ? SlotsInHand::Take(*place) : place.error();
  const std::string& id = call.line.operands[0];
  const Result<void> set =
      slots ? slots->database().SetPaused(id, paused) : Result<void>(slots.error());
  return set ? Done(call, paused ? "paused" : "not paused",
                    *FindWorkflow(defined->configuration, id), {})
             : call.Refuse(kExitFailed, set.error());
}

}  // namespace

int RerunSlotOrJob(Invocation& call) {
  if (NamesWorkflow(call)) {
    return AskForSlot(call, &Schedules::Rerun, "runs again");
  }
  int code = kExitDone;
  return RefusesTime(call, &code) ? code : RerunCommand(call);
}

int KillSlotOrJob(Invocation& call) {
  if (NamesWorkflow(call)) {
    return AskForSlot(call, &Schedules::Kill, "killed");
  }
  int code = kExitDone;
  return RefusesTime(call, &code) ? code : KillCommand(call);
}

int SuspendWorkflowOrJob(Invocation& call) {
  return NamesWorkflow(call) ? SetPaused(call, true) : SuspendCommand(call);
}

int ResumeWorkflowOrJob(Invocation& call) {
  return NamesWorkflow(call) ? SetPaused(call, false) : ResumeCommand(call);
}

}  // namespace hpdl::rt::celos
