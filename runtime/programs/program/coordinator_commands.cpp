#include "runtime/programs/program/coordinator_commands.h"

#include <unistd.h>

#include <cerrno>
#include <system_error>
#include <utility>
#include <vector>

#include "runtime/engines/coordinator/coordination.h"
#include "runtime/engines/coordinator/coordinator_update.h"
#include "runtime/ground/abi/text_view.h"
#include "runtime/ground/base/clock.h"
#include "runtime/ground/base/json_writer.h"
#include "runtime/ground/base/own_server.h"
#include "runtime/ground/base/terminal_text.h"
#include "runtime/ground/config/properties_text.h"
#include "runtime/programs/program/admission.h"
#include "runtime/programs/program/id_file.h"
#include "runtime/programs/program/keep_program.h"
#include "runtime/programs/program/opened_job.h"
#include "runtime/programs/program/record_options.h"
#include "runtime/programs/program/view_coordination_graph.h"
#include "runtime/programs/program/view_coordinator.h"
#include "runtime/programs/program/watch_job.h"
#include "runtime/store/job_ids.h"
#include "runtime/world/site/site.h"

namespace hpdl::rt {

namespace {

/// Makes the job of `run` and `submit`. Opens the state directory and puts it in `*state`.
Result<std::string> MakeJob(Invocation& call, const RunOptions& options,
                            std::unique_ptr<StateDirectory>* state) {
  IdFile id_file;
  if (call.line.Has("id-file")) {
    HPDL_TRY(id_file.Open(call.line.Value("id-file")));
  }
  auto opened = OpenState(call.line, true);
  HPDL_TRY(opened);
  *state = std::move(*opened);
  RunOptions submitted = options;
  HPDL_TRY(KeepIfWanted(call, **state, &submitted));
  Result<std::string> id = call.program.coordination->submit(call.program, **state, submitted);
  HPDL_TRY(id);
  if (Result<void> published = id_file.Publish(*id); !published) {
    (void)(*state)->RemoveJob(*id);
    return published.error();
  }
  return id;
}

/// If the job was handed over to another program while this process ran it, goes on with the job:
/// execv() turns this process into the other program. Returns `code` if the job was not handed
/// over. Also returns `code` if a server has started this process, because then the server starts
/// the other program.
int GoOnAfter(int code, Invocation& call, StateDirectory& state, const std::string& id) {
  const Result<JobRow> job = ReadJob(state, id);
  const Result<JobFacts> facts = ReadFacts(state, id);
  // With these two exit codes, this process has run the job and stopped, but the job has not ended.
  const bool ran = code == kExitSuspended || code == kExitParked;
  if (!ran || !job || !facts || !IsLive(job->state) || !TheOwnServer().url.empty() ||
      facts->program_hash == ToView(call.program.content_hash)) {
    return code;
  }
  std::vector<std::string> words = {facts->program_path, "start", id};
  for (const char* option : {"state", "progress", "park"}) {
    if (call.line.Has(option)) {
      words.push_back("--" + std::string(option));
      words.push_back(call.line.Value(option));
    }
  }
  std::vector<char*> argv;
  for (std::string& word : words) {
    argv.push_back(word.data());
  }
  argv.push_back(nullptr);
  ::execv(argv.front(), argv.data());
  return call.Refuse(
      kExitFailed, Error{ErrorClass::kError, "E0710",
                         "cannot continue the job with the program " + facts->program_path + ": " +
                             std::generic_category().message(errno)});
}

int RunOrSubmit(Invocation& call, bool run) {
  Result<RunOptions> options = ReadRunOptions(call);
  if (!options) {
    return call.Refuse(kExitUsage, options.error());
  }
  options->name = call.line.Value("name");
  if (options->dry_run) {
    const Result<std::string> text =
        call.program.coordination->dry_run(call.program, *options, call.line.Has("resolved"));
    if (!text) {
      return call.Refuse(kExitUsage, text.error());
    }
    call.out.Write(*text);
    return kExitDone;
  }
  std::unique_ptr<StateDirectory> state;
  const Result<std::string> id = MakeJob(call, *options, &state);
  if (!id) {
    return RefuseStart(call, id.error());
  }
  if (run) {
    return GoOnAfter(Watch(call, *state, *id), call, *state, *id);
  }
  if (call.json()) {
    call.out.Line("{\"version\":1,\"id\":\"" + *id + "\"}");
  } else {
    call.out.Line(*id);
  }
  return kExitDone;
}

/// Carries out the request. If `of_actions` is true, prints the numbers of the actions that the
/// request affected. Otherwise prints the state of the job.
int Ask(Invocation& call, CoordinatorRequest request, bool of_actions) {
  const Result<OpenedJob> job = OpenJobOf(call, call.line.operands[0]);
  if (!job) {
    return call.Refuse(kExitFailed, job.error());
  }
  request.job = job->id;
  const Result<std::vector<std::int64_t>> numbers =
      call.program.coordination->ask(call.program, *job->state, request);
  if (!numbers) {
    return call.Refuse(kExitFailed, numbers.error());
  }
  if (!of_actions) {
    return ReportState(call, *job->state, job->id);
  }
  if (call.json()) {
    JsonWriter json;
    json.BeginObject().Member("version", std::int64_t{1}).Member("id", job->id);
    json.Key("actions").BeginArray();
    for (const std::int64_t number : *numbers) {
      json.Number(number);
    }
    json.EndArray().EndObject();
    call.out.Line(json.text());
    return kExitDone;
  }
  for (const std::int64_t number : *numbers) {
    call.out.Line(job->id + "@" + std::to_string(number));
  }
  return kExitDone;
}

using Verb = CoordinatorRequest::Verb;
using Scope = CoordinatorRequest::Scope;

/// Reads --action and --date. If the command line has both, prints an error and returns false.
bool ReadScope(Invocation& call, CoordinatorRequest* request) {
  if (call.line.Has("action") && call.line.Has("date")) {
    call.Refuse(kExitUsage, std::string(call.line.command->name) +
                                ": name the actions with --action or with --date, not with both");
    return false;
  }
  if (call.line.Has("action")) {
    request->scope = Scope::kAction;
    request->actions = call.line.Value("action");
  } else if (call.line.Has("date")) {
    request->scope = Scope::kDate;
    request->actions = call.line.Value("date");
  }
  return true;
}

int AskForActions(Invocation& call, Verb verb) {
  CoordinatorRequest request;
  request.verb = verb;
  if (!ReadScope(call, &request)) {
    return kExitUsage;
  }
  return Ask(call, std::move(request), request.scope != Scope::kAll);
}

}  // namespace

int RunCoordination(Invocation& call) {
  return RunOrSubmit(call, true);
}
int SubmitCoordination(Invocation& call) {
  return RunOrSubmit(call, false);
}

namespace {

/// Starts a bundle at once, without waiting for its kick-off time. Does nothing for a coordinator.
Result<void> StartAtOnce(Invocation& call, StateDirectory& state, const std::string& id) {
  if (call.program.bundle == nullptr) {
    return {};
  }
  CoordinatorRequest request;
  request.verb = Verb::kStart;
  request.job = id;
  const auto asked = call.program.coordination->ask(call.program, state, request);
  return asked ? Result<void>() : Result<void>(asked.error());
}

int GoOn(Invocation& call, bool woken) {
  const Result<OpenedJob> job = OpenJobOf(call, call.line.operands[0]);
  if (!job) {
    return call.Refuse(kExitUsage, job.error());
  }
  const Result<JobRow> row = ReadJob(*job->state, job->id);
  if (!row) {
    return call.Refuse(kExitUsage, row.error());
  }
  if (!woken && !IsLive(row->state)) {
    return call.Refuse(kExitUsage, "job " + job->id + " is " +
                                       std::string(StateName(row->state, row->dialect)) +
                                       "; use 'rerun' to run its actions again [E0607]");
  }
  if (!woken) {
    if (const Result<void> recorded = RecordOptions(call, *job->state, job->id); !recorded) {
      return call.Refuse(kExitUsage, recorded.error());
    }
    if (const Result<void> started = StartAtOnce(call, *job->state, job->id); !started) {
      return call.Refuse(kExitFailed, started.error());
    }
  }
  // The job may have been handed over to another program, which GoOnAfter() then starts. `wake`
  // does not need GoOnAfter(), because its caller finds the other program itself.
  return woken ? WatchWoken(call, *job->state, job->id)
               : GoOnAfter(Watch(call, *job->state, job->id), call, *job->state, job->id);
}

}  // namespace

int StartCoordination(Invocation& call) {
  return GoOn(call, false);
}
int WakeCoordination(Invocation& call) {
  return GoOn(call, true);
}

/// Lifts the suspension of a job. Then runs the job, unless --ask was given or another process runs
/// it. If a server has started this process, does not run the job, because the server starts a
/// process for the job.
int ResumeCoordination(Invocation& call) {
  CoordinatorRequest request;
  request.verb = Verb::kResume;
  const int code = Ask(call, std::move(request), false);
  if (code != kExitDone || call.line.Has("ask") || !TheOwnServer().url.empty()) {
    return code;
  }
  const Result<OpenedJob> job = OpenJobOf(call, call.line.operands[0]);
  const Result<JobRow> row = job ? ReadJob(*job->state, job->id) : Result<JobRow>(job.error());
  return row && IsLive(row->state) && !job->state->IsRun(job->id)
             ? GoOnAfter(Watch(call, *job->state, job->id), call, *job->state, job->id)
             : code;
}

int SuspendCoordination(Invocation& call) {
  CoordinatorRequest request;
  request.verb = Verb::kSuspend;
  return Ask(call, std::move(request), false);
}

int KillCoordination(Invocation& call) {
  return AskForActions(call, Verb::kKill);
}

int IgnoreCoordination(Invocation& call) {
  return AskForActions(call, Verb::kIgnore);
}

namespace {

/// Warns if the properties of a rerun have no effect. A bundle always ignores them. A coordinator
/// ignores them unless the site sets hpdl.coordinator.rerun.takes.properties.
void TellIfPassedOver(Invocation& call) {
  if (call.program.bundle != nullptr) {
    call.err.Line("rerun: the properties are ignored, as in Oozie");
    return;
  }
  const Result<OpenedJob> job = OpenJobOf(call, call.line.operands[0]);
  const Result<JobFacts> facts =
      job ? ReadFacts(*job->state, job->id) : Result<JobFacts>(job.error());
  const Result<Site> site = facts ? Site::Load(facts->site_path) : Result<Site>(facts.error());
  const bool alone = TheOwnServer().url.empty();
  if (alone && site && !site->Flag(Setting::kCoordinatorRerunProperties)) {
    call.err.Line(
        "rerun: the properties are ignored, as in Oozie; set "
        "hpdl.coordinator.rerun.takes.properties to use them");
  }
}

}  // namespace

int RerunCoordination(Invocation& call) {
  CoordinatorRequest request;
  request.verb = Verb::kRerun;
  if (!ReadScope(call, &request)) {
    return kExitUsage;
  }
  request.coordinators = call.line.Value("coordinator");
  request.refresh = call.line.Has("refresh");
  request.nocleanup = call.line.Has("nocleanup");
  request.failed = call.line.Has("failed");
  if (call.line.Has("D") || call.line.Has("config")) {
    const Result<RunOptions> options = ReadRunOptions(call);
    if (!options) {
      return call.Refuse(kExitUsage, options.error());
    }
    request.properties = PropertiesText(options->properties);
    TellIfPassedOver(call);
  }
  return Ask(call, std::move(request), true);
}

int ChangeCoordination(Invocation& call) {
  CoordinatorRequest request;
  request.verb = Verb::kChange;
  request.value = call.line.Value("value");
  if (request.value.empty()) {
    return call.Refuse(kExitUsage,
                       "change: --value is missing; an example is --value 'concurrency=2'");
  }
  return Ask(call, std::move(request), false);
}

int UpdateCoordination(Invocation& call) {
  Result<RunOptions> read = ReadRunOptions(call);
  if (!read) {
    return call.Refuse(kExitUsage, read.error());
  }
  const Result<OpenedJob> job = OpenJobOf(call, call.line.operands[0]);
  if (!job) {
    return call.Refuse(kExitFailed, job.error());
  }
  if (const Result<void> kept = KeepIfWanted(call, *job->state, &*read); !kept) {
    return call.Refuse(kExitFailed, kept.error());
  }
  using Given = UpdateOptions::Given;
  UpdateOptions options;
  options.given = call.line.Has("config") ? Given::kAll
                  : call.line.Has("D")    ? Given::kSome
                                          : Given::kNothing;
  options.properties = std::move(read->properties);
  options.program_path = std::move(read->program_path);
  options.dry_run = read->dry_run;
  const Result<std::string> difference =
      call.program.coordination->update(call.program, *job->state, job->id, options);
  if (!difference) {
    return call.Refuse(kExitFailed, difference.error());
  }
  if (!call.line.Has("no-diff")) {
    call.out.Write(*difference);
  }
  return kExitDone;
}

/// Carries out `sla JOB enable|disable|change`.
int CommandSla(Invocation& call) {
  const std::string& what = call.line.operands[1];
  CoordinatorRequest request;
  request.verb = what == "enable"    ? Verb::kSlaEnable
                 : what == "disable" ? Verb::kSlaDisable
                                     : Verb::kSlaChange;
  if (what != "enable" && what != "disable" && what != "change") {
    return call.Refuse(kExitUsage, "sla: expected enable, disable or change, not '" + what + "'");
  }
  request.value = call.line.Value("value");
  request.coordinators = call.line.Value("coordinator");
  if (request.verb == Verb::kSlaChange && request.value.empty()) {
    return call.Refuse(kExitUsage,
                       "sla: --value is missing; an example is --value 'sla-should-end=60'");
  }
  if (!ReadScope(call, &request)) {
    return kExitUsage;
  }
  return Ask(call, std::move(request), true);
}

namespace {

/// Loads the report of the job that the command names.
Result<CoordinatorReport> ReportOf(Invocation& call) {
  const Result<OpenedJob> job = OpenJobOf(call, call.line.operands[0]);
  return job ? LoadCoordinator(*job->state, job->id) : Result<CoordinatorReport>(job.error());
}

}  // namespace

int ShowCoordination(Invocation& call) {
  const Result<CoordinatorReport> report = ReportOf(call);
  if (!report) {
    return call.Refuse(kExitFailed, report.error());
  }
  call.out.Write(call.json() ? CoordinatorJson(*report)
                             : CoordinatorText(*report, call.Hint(), NowMs()));
  return kExitDone;
}

int GraphOfCoordination(Invocation& call) {
  const GraphFormat format = GraphFormatOf(call.line);
  if (call.line.operands.empty()) {
    call.out.Write(CoordinationGraph(call.program, format));
    return kExitDone;
  }
  const Result<CoordinatorReport> report = ReportOf(call);
  if (!report) {
    return call.Refuse(kExitFailed, report.error());
  }
  call.out.Write(CoordinationGraph(*report, format));
  return kExitDone;
}

int SourceOfCoordination(Invocation& call) {
  call.out.Write(ToView(DefinitionOf(call.program).source));
  return kExitDone;
}

}  // namespace hpdl::rt
