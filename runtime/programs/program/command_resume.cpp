#include "runtime/engines/coordinator/coordination.h"
#include "runtime/engines/workflow/kept_environment.h"
#include "runtime/engines/workflow/runs_again.h"
#include "runtime/ground/abi/text_view.h"
#include "runtime/ground/base/terminal_text.h"
#include "runtime/ground/base/text_parts.h"
#include "runtime/programs/program/admission.h"
#include "runtime/programs/program/commands.h"
#include "runtime/programs/program/coordinator_commands.h"
#include "runtime/programs/program/invocation.h"
#include "runtime/programs/program/keep_program.h"
#include "runtime/programs/program/opened_job.h"
#include "runtime/programs/program/record_options.h"
#include "runtime/programs/program/views.h"
#include "runtime/programs/program/watch_job.h"
#include "runtime/store/local/lease_to_run.h"

namespace hpdl::rt {

namespace {

/// True if notifications of the job must still be sent.
bool HasNotifications(StateDirectory& state, const std::string& id) {
  const auto journal = state.OpenJob(id, true);
  const auto report =
      journal ? (*journal)->Notifications() : Result<NotificationReport>(journal.error());
  return report && report->waiting != 0;
}

/// Resumes a job. If a different process still runs the job, that process continues it. This can
/// happen because the process of a suspended job stays until the job's last actions have ended, and
/// because the process of a root job also runs its sub-workflow jobs. If no process runs the job,
/// this process continues the whole root job or, if --ask was given, refuses.
int AskToGoOn(Invocation& call, StateDirectory& state, const std::string& id) {
  const bool only_asks = call.line.Has("ask");
  const Result<bool> goes_on = RequestResume(state, id, only_asks);
  if (!goes_on) {
    return call.Refuse(kExitUsage, goes_on.error());
  }
  if (*goes_on) {
    return ReportState(call, state, id);
  }
  const Result<std::string> root = state.FindRoot(id);
  if (root && only_asks) {
    return call.Refuse(kExitUsage, "no process runs job " + *root + " [E0606]");
  }
  return root ? Watch(call, state, *root) : call.Refuse(kExitFailed, root.error());
}

/// Warns of the actions that a resume runs again.
void TellWhatRunsAgain(Invocation& call, StateDirectory& state, const std::string& id) {
  const std::string mode = call.line.Value("progress", "auto");
  if (mode == "none" || mode == "json") {
    return;
  }
  for (const std::string& line : WhatRunsAgain(state, id)) {
    call.err.Line("warning: " + OneLine(line));
  }
  (void)call.err.Flush();
}

int Continue(Invocation& call, bool only_new) {
  const Result<OpenedJob> opened = OpenWorkflowOf(call, call.line.operands[0]);
  if (!opened) {
    return call.Refuse(kExitUsage, opened.error());
  }
  StateDirectory& state = *opened->state;
  const std::string& id = opened->id;
  const Result<JobRow> job = ReadJob(state, id);
  if (!job) {
    return call.Refuse(kExitUsage, job.error());
  }
  if (!only_new) {
    TellWhatRunsAgain(call, state, id);
  }
  const std::string_view name = StateName(job->state, job->dialect);
  if (!only_new && (job->number != 0 || call.line.Has("ask"))) {
    return AskToGoOn(call, state, id);
  }
  if (job->number != 0) {
    return call.Refuse(kExitUsage, "job " + id +
                                       " is part of another job; give the id of that job, which '" +
                                       call.Hint() + " info " + id + "' shows");
  }
  const bool sends = !only_new && IsEnd(job->state) && HasNotifications(state, id);
  if (!sends && (IsEnd(job->state) || (only_new && job->state != JobState::kPrep))) {
    const std::string better = IsEnd(job->state) ? "rerun" : "resume";
    return call.Refuse(kExitUsage,
                       "job " + id + " is " + std::string(name) + "; use '" + better + "' [E0607]");
  }
  if (const Result<void> recorded = RecordOptions(call, state, id); !recorded) {
    return call.Refuse(kExitUsage, recorded.error());
  }
  return job->state == JobState::kSuspended && state.IsRun(id) ? AskToGoOn(call, state, id)
                                                               : Watch(call, state, id);
}

std::vector<std::string> SplitNames(std::string_view text) {
  std::vector<std::string> names;
  for (const std::string_view name : Split(text, ',')) {
    if (!name.empty()) {
      names.emplace_back(name);
    }
  }
  return names;
}

/// Prints which nodes the new run skips because they ended OK in an earlier run.
void TellSkipped(Invocation& call, StateDirectory& state, const std::string& id) {
  constexpr std::size_t kMost = 20;
  const Result<JobReport> report = LoadJob(state, id, {});
  const std::string mode = call.line.Value("progress", "auto");
  if (!report || mode == "none" || mode == "json") {
    return;
  }
  std::string names;
  std::size_t count = 0;
  for (const NodeRow& node : report->main.nodes) {
    if (node.skipped && node.type != "start") {
      if (count < kMost) {
        names.append(count == 0 ? "" : ", ").append(OneLine(node.node));
      }
      ++count;
    }
  }
  const std::string run = "run " + std::to_string(report->main.run);
  if (count == 0) {
    call.out.Line(run + " skips nothing");
  } else {
    const std::string more =
        count > kMost ? " and " + std::to_string(count - kMost) + " more" : std::string();
    call.out.Line(run + " skips the nodes that ended OK before: " + names + more);
  }
}

/// For each option that the command line lacks, takes the value that is recorded with the job.
void Inherit(Journal& journal, const ParsedLine& line, RunOptions* options) {
  const Result<JobFacts> facts = journal.Facts();
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
  if (!options->park_after_s && !facts->park.empty()) {
    options->park_after_s = ParseNumber(facts->park);
  }
  if (!line.Has("site") && !facts->site_path.empty()) {
    options->site_path = facts->site_path;
  }
}

}  // namespace

int StartCommand(Invocation& call) {
  if (IsForCoordination(call)) {
    return call.program.coordination->commands->start(call);
  }
  return Continue(call, true);
}
int ResumeCommand(Invocation& call) {
  if (IsForCoordination(call)) {
    return call.program.coordination->commands->resume(call);
  }
  return Continue(call, false);
}

int WakeCommand(Invocation& call) {
  if (IsForCoordination(call)) {
    return call.program.coordination->commands->wake(call);
  }
  const Result<OpenedJob> opened = OpenWorkflowOf(call, call.line.operands[0]);
  if (!opened) {
    return call.Refuse(kExitUsage, opened.error());
  }
  const Result<std::string> root = opened->state->FindRoot(opened->id);
  if (!root) {
    return call.Refuse(kExitUsage, root.error());
  }
  return WatchWoken(call, *opened->state, *root);
}

int RerunCommand(Invocation& call) {
  if (IsForCoordination(call)) {
    return call.program.coordination->commands->rerun(call);
  }
  Result<RunOptions> options = ReadRunOptions(call);
  if (!options) {
    return call.Refuse(kExitUsage, options.error());
  }
  const bool by_property = options->properties.count("oozie.wf.rerun.skip.nodes") != 0 ||
                           options->properties.count("oozie.wf.rerun.failnodes") != 0;
  if (call.line.Has("skip") ? call.line.Has("failed") : !call.line.Has("failed") && !by_property) {
    return call.Refuse(
        kExitUsage, "rerun: give --failed, or give --skip with the nodes that must not run again");
  }
  const Result<OpenedJob> job = OpenWorkflowOf(call, call.line.operands[0]);
  if (!job) {
    return call.Refuse(kExitUsage, job.error());
  }
  StateDirectory& state = *job->state;
  const std::string& id = job->id;
  const auto journal = state.OpenJob(id, true);
  if (!journal) {
    return call.Refuse(kExitUsage, journal.error());
  }
  RerunOptions rerun;
  rerun.skip = SplitNames(call.line.Value("skip"));
  rerun.failed = call.line.Has("failed");
  rerun.run = std::move(*options);
  Inherit(**journal, call.line, &rerun.run);
  if (!Admit(call, rerun.run)) {
    return kExitUsage;
  }
  if (const Result<void> kept = KeepIfWanted(call, state, &rerun.run); !kept) {
    return RefuseStart(call, kept.error());
  }
  if (const Result<void> prepared = PrepareRerun(call.program, state, id, rerun); !prepared) {
    return RefuseStart(call, prepared.error());
  }
  TellSkipped(call, state, id);
  return Watch(call, state, id);
}

}  // namespace hpdl::rt
