#include <charconv>

#include "runtime/engine/callbacks.h"
#include "runtime/engine/notification.h"
#include "runtime/engine/submit.h"
#include "runtime/program/commands.h"
#include "runtime/program/id_file.h"
#include "runtime/program/progress.h"
#include "runtime/program/text.h"
#include "runtime/program/views.h"
#include "runtime/program/watcher.h"
#include "runtime/site/site.h"

namespace hpdl::rt {
namespace {

int ExitOf(JobState state) {
  switch (state) {
    case JobState::kSucceeded:
    case JobState::kPrep:
      return kExitDone;
    case JobState::kKilled:
      return kExitKilled;
    case JobState::kSuspended:
    case JobState::kRunning:
      return kExitSuspended;
    case JobState::kFailed:
      break;
  }
  return kExitFailed;
}

/// The options that `run`, `submit` and `rerun` share.
Result<RunOptions> ReadRunOptions(const Invocation& call) {
  RunOptions options;
  options.site_path = Site::Locate(call.line.Value("site"));
  Result<Properties> properties = GivenProperties(call, options.site_path);
  if (!properties) {
    return properties.error();
  }
  options.properties = std::move(*properties);
  options.local = call.line.Has("local");
  options.dry_run = call.line.Has("dryrun");
  options.callback_listen = call.line.Value("callback-listen");
  options.callback_url = call.line.Value("callback-url");
  if (call.line.Has("callback-listen")) {
    if (const Result<CallbackPlace> place = ReadCallbackPlace(options.callback_listen); !place) {
      return place.error();
    }
  }
  if (call.line.Has("callback-url")) {
    if (const Result<void> checked = CheckCallbackUrl(options.callback_url); !checked) {
      return checked.error();
    }
  }
  if (call.line.Has("parallel")) {
    const std::string text = call.line.Value("parallel");
    const auto [end, error] =
        std::from_chars(text.data(), text.data() + text.size(), options.parallel);
    if (error != std::errc() || end != text.data() + text.size() || options.parallel == 0) {
      return Error{ErrorClass::kError, "",
                   "--parallel '" + OneLine(text) + "': expected a number from 1 up"};
    }
  }
  return options;
}

/// Names of properties that ask for notifications, wherever they come from.
std::vector<std::string> Notifications(const hpdl_program& program, const RunOptions& options) {
  std::vector<std::string> names;
  for (const auto& [name, value] : options.properties) {
    if (IsNotificationProperty(name)) {
      names.push_back(name);
    }
  }
  const auto add = [&](const hpdl_property* properties, std::uint32_t count) {
    for (std::uint32_t i = 0; i < count; ++i) {
      if (IsNotificationProperty(View(properties[i].name))) {
        names.emplace_back(View(properties[i].name));
      }
    }
  };
  add(program.properties, program.property_count);
  for (std::uint32_t i = 0; i < program.workflow_count; ++i) {
    add(program.workflows[i].defaults, program.workflows[i].default_count);
  }
  return names;
}

/// Whether callbacks can come as the options and the definitions want it; a definition that may
/// want one and cannot have it gets a warning, since the run may never come there.
bool AdmitCallbacks(Invocation& call, const RunOptions& options) {
  if (options.callback_listen.empty()) {
    if (!options.callback_url.empty()) {
      call.Refuse(kExitUsage, "--callback-url needs --callback-listen");
      return false;
    }
    for (const std::string& use : CallbackUses(call.program)) {
      call.Refuse(
          kExitDone,
          "warning: " + use + ": wf:callback will fail, nothing listens; give --callback-listen");
    }
    return true;
  }
  if (call.program.network == nullptr) {
    call.Refuse(kExitUsage,
                "--callback-listen needs the network, but this program was built with "
                "--no-network");
    return false;
  }
  return true;
}

/// Everything that refuses a run before it has begun. Returns false when it did.
bool Admit(Invocation& call, const RunOptions& options) {
  if (const Result<Site> site = Site::Load(options.site_path); !site) {
    call.Refuse(kExitUsage, site.error());
    return false;
  }
  const std::vector<std::string> notifications = Notifications(call.program, options);
  const bool network = (call.program.flags & HPDL_PROGRAM_NO_NETWORK) == 0;
  for (const std::string& name : notifications) {
    if (!network) {
      call.Refuse(kExitUsage,
                  "property " + name +
                      " asks for notifications, but this program was built with --no-network");
    }
  }
  const std::vector<std::string> refusals = CheckProgram(call.program, options);
  for (const std::string& refusal : refusals) {
    call.Refuse(kExitUsage, refusal);
  }
  const bool callbacks = AdmitCallbacks(call, options);
  return refusals.empty() && callbacks && (network || notifications.empty());
}

Result<JobRow> ReadJob(StateDirectory& state, const std::string& id) {
  auto store = state.OpenJob(id, true);
  if (!store) {
    return store.error();
  }
  auto jobs = (*store)->Jobs();
  if (!jobs) {
    return jobs.error();
  }
  for (const JobRow& job : *jobs) {
    if (job.id == id) {
      return job;
    }
  }
  return Error{ErrorClass::kCorruptStore, "E0713", "the journal does not have job " + id};
}

std::string Count(std::int64_t number, std::string_view what) {
  return std::to_string(number) + " " + std::string(what) + (number == 1 ? "" : "s");
}

/// What the end did not wait for, or nobody took.
void TellUndelivered(Invocation& call, const Watcher& watcher, const std::string& id) {
  if (watcher.waiting() != 0) {
    call.err.Line(Count(watcher.waiting(), "notification") +
                  " could not be delivered yet; send what is left: " + call.Hint() + " resume " +
                  id);
  }
  if (watcher.given_up() != 0) {
    call.err.Line(Count(watcher.given_up(), "notification") +
                  " given up after the last retry; see: " + call.Hint() + " info " + id);
  }
}

/// Runs or goes on with the job under the view that was asked for.
int Watch(Invocation& call, StateDirectory& state, const std::string& id) {
  ProgressSetup setup;
  setup.job_id = id;
  setup.app_name = WorkflowName(call.program.workflows[0]);
  setup.nodes = call.program.workflows[0].node_count;
  setup.begin_ms = NowMs();
  setup.program = call.Hint();
  const ProgressMode mode = ChooseProgress(call.line.Value("progress", "auto"), call.out.fd());
  if (mode != ProgressMode::kNone) {
    // The name after evaluation; if the job cannot be read, Execute says why.
    if (Result<JobRow> job = ReadJob(state, id)) {
      setup.app_name = job->app_name;
    }
  }
  const std::unique_ptr<ProgressView> view = MakeProgress(mode, std::move(setup), &call.out);
  Watcher watcher(view.get());
  const Result<JobState> end = Execute(call.program, state, id, &watcher);
  if (!end) {
    call.Refuse(kExitFailed, end.error());
    if (!watcher.started()) {
      return kExitUsage;
    }
    call.err.Line("the job is kept as it was: " + call.Hint() + " resume " + id);
    return kExitFailed;
  }
  if (mode != ProgressMode::kNone) {
    if (const Result<JobRow> job = ReadJob(state, id)) {
      view->Finish(*job, watcher.Troubles(), NowMs());
    } else {
      call.Refuse(kExitFailed, job.error());
    }
  }
  TellUndelivered(call, watcher, id);
  return ExitOf(*end);
}

/// Makes the job of `run` and `submit`. On failure the exit code is in `*code`.
Result<std::string> MakeJob(Invocation& call, const RunOptions& options,
                            std::unique_ptr<StateDirectory>* state) {
  IdFile id_file;
  if (call.line.Has("id-file")) {
    HPDL_TRY(id_file.Open(call.line.Value("id-file")));
  }
  auto opened = OpenState(call.line, true);
  if (!opened) {
    return opened.error();
  }
  *state = std::move(*opened);
  Result<std::string> id = Submit(call.program, **state, options);
  if (!id) {
    return id;
  }
  if (Result<void> published = id_file.Publish(*id); !published) {
    // Whoever waits for the file would never find this job.
    (void)(*state)->RemoveJob(*id);
    return published.error();
  }
  return id;
}

int DryRun(Invocation& call, const RunOptions& options) {
  Result<Properties> properties = PropertiesOf(call.program, options);
  if (!properties) {
    return call.Refuse(kExitUsage, properties.error());
  }
  if (const Result<void> checked = CheckSettings(call.program, *properties); !checked) {
    return call.Refuse(kExitUsage, checked.error());
  }
  const bool json = call.json() || call.line.Value("progress") == "json";
  call.out.Write(json ? DryRunJson(call.program, *properties)
                      : DryRunText(call.program, *properties));
  return kExitDone;
}

int RunOrSubmit(Invocation& call, bool run) {
  const Result<RunOptions> options = ReadRunOptions(call);
  if (!options) {
    return call.Refuse(kExitUsage, options.error());
  }
  if (!Admit(call, *options)) {
    return kExitUsage;
  }
  if (options->dry_run) {
    return DryRun(call, *options);
  }
  std::unique_ptr<StateDirectory> state;
  const Result<std::string> id = MakeJob(call, *options, &state);
  if (!id) {
    return call.Refuse(kExitUsage, id.error());
  }
  if (run) {
    return Watch(call, *state, *id);
  }
  if (call.json()) {
    call.out.Line("{\"version\":1,\"id\":\"" + *id + "\"}");
  } else {
    call.out.Line(*id);
  }
  return kExitDone;
}

/// Whether some are left to be sent.
bool HasNotifications(StateDirectory& state, const std::string& id) {
  const auto store = state.OpenJob(id, true);
  const auto report = store ? (*store)->Notifications() : Result<NotificationReport>(store.error());
  return report && report->waiting != 0;
}

int Continue(Invocation& call, bool only_new) {
  const std::string& id = call.line.operands[0];
  auto state = OpenStateOf(call.line, id);
  if (!state) {
    return call.Refuse(kExitUsage, state.error());
  }
  const Result<JobRow> job = ReadJob(**state, id);
  if (!job) {
    return call.Refuse(kExitUsage, job.error());
  }
  const std::string_view name = StateName(job->state, job->dialect);
  if (job->number != 0) {
    return call.Refuse(kExitUsage, "job " + id + " is part of another; act on that one: see '" +
                                       call.Hint() + " info " + id + "'");
  }
  const bool sends = !only_new && IsEnd(job->state) && HasNotifications(**state, id);
  if (!sends && (IsEnd(job->state) || (only_new && job->state != JobState::kPrep))) {
    const std::string better = IsEnd(job->state) ? "rerun" : "resume";
    return call.Refuse(kExitUsage,
                       "job " + id + " is " + std::string(name) + "; use '" + better + "' [E0607]");
  }
  return Watch(call, **state, id);
}

std::vector<std::string> SplitNames(std::string_view text) {
  std::vector<std::string> names;
  while (!text.empty()) {
    const std::size_t end = text.find(',');
    if (end != 0) {
      names.emplace_back(text.substr(0, end));
    }
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
  return names;
}

/// What was recorded with the job and was not given anew.
void Inherit(Store& store, const ParsedLine& line, RunOptions* options) {
  const Result<JobFacts> facts = store.Facts();
  if (!facts) {
    return;
  }
  options->local = options->local || facts->local;
  if (!line.Has("parallel")) {
    options->parallel = facts->parallel;
  }
  if (!line.Has("callback-listen")) {
    options->callback_listen = facts->callback_listen;
    if (!line.Has("callback-url")) {
      options->callback_url = facts->callback_url;
    }
  }
  if (!line.Has("site") && !facts->site_path.empty()) {
    options->site_path = facts->site_path;
  }
}

}  // namespace

int RunCommand(Invocation& call) {
  return RunOrSubmit(call, true);
}
int SubmitCommand(Invocation& call) {
  return RunOrSubmit(call, false);
}
int StartCommand(Invocation& call) {
  return Continue(call, true);
}
int ResumeCommand(Invocation& call) {
  return Continue(call, false);
}

int RerunCommand(Invocation& call) {
  const std::string& id = call.line.operands[0];
  Result<RunOptions> options = ReadRunOptions(call);
  if (!options) {
    return call.Refuse(kExitUsage, options.error());
  }
  const bool by_property = options->properties.count("oozie.wf.rerun.skip.nodes") != 0 ||
                           options->properties.count("oozie.wf.rerun.failnodes") != 0;
  if (call.line.Has("skip") ? call.line.Has("failed") : !call.line.Has("failed") && !by_property) {
    return call.Refuse(kExitUsage,
                       "rerun: give either --failed, or --skip with the nodes not to run again");
  }
  auto state = OpenStateOf(call.line, id);
  if (!state) {
    return call.Refuse(kExitUsage, state.error());
  }
  const auto store = (*state)->OpenJob(id, true);
  if (!store) {
    return call.Refuse(kExitUsage, store.error());
  }
  RerunOptions rerun;
  rerun.skip = SplitNames(call.line.Value("skip"));
  rerun.failed = call.line.Has("failed");
  rerun.run = std::move(*options);
  Inherit(**store, call.line, &rerun.run);
  if (!Admit(call, rerun.run)) {
    return kExitUsage;
  }
  if (const Result<void> prepared = PrepareRerun(call.program, **state, id, rerun); !prepared) {
    return call.Refuse(kExitUsage, prepared.error());
  }
  return Watch(call, **state, id);
}

}  // namespace hpdl::rt
