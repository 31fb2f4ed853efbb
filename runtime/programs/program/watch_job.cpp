#include "runtime/programs/program/watch_job.h"

#include <unistd.h>

#include <algorithm>
#include <functional>
#include <utility>

#include "runtime/engines/coordinator/coordination.h"
#include "runtime/engines/workflow/kept_environment.h"
#include "runtime/engines/workflow/kind.h"
#include "runtime/engines/workflow/leftovers.h"
#include "runtime/ground/base/clock.h"
#include "runtime/ground/base/terminal_text.h"
#include "runtime/ground/base/text_parts.h"
#include "runtime/programs/program/admission.h"
#include "runtime/programs/program/progress.h"
#include "runtime/programs/program/views.h"
#include "runtime/programs/program/watcher.h"
#include "runtime/store/job_ids.h"

namespace hpdl::rt {
namespace {

constexpr std::int64_t kSecondMs = 1000;

int ExitOf(JobState state) {
  if (const std::optional<CoordinatorState> of_coordinator = CoordinatorStateOf(state)) {
    switch (*of_coordinator) {
      case CoordinatorState::kSucceeded:
        return kExitDone;
      case CoordinatorState::kKilled:
        return kExitKilled;
      default:
        return IsEnd(state) ? kExitFailed : kExitSuspended;
    }
  }
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

std::string Count(std::int64_t number, std::string_view what) {
  return std::to_string(number) + " " + std::string(what) + (number == 1 ? "" : "s");
}

/// Prints the number of notifications that must still be sent, and the number that were given up.
void TellUndelivered(Invocation& call, const Watcher& watcher, const std::string& id) {
  if (watcher.waiting() != 0) {
    call.err.Line(Count(watcher.waiting(), "notification") +
                  " could not be delivered yet; try again: " + call.Hint() + " resume " + id);
  }
  if (watcher.given_up() != 0) {
    call.err.Line(Count(watcher.given_up(), "notification") +
                  " could not be delivered, not even by the last retry; for details: " +
                  call.Hint() + " info " + id);
  }
}

/// True if actions of `kind` run as processes on this machine in a job with --local.
bool RunsHere(const hpdl_program& program, std::string_view kind) {
  for (std::uint32_t w = 0; w < program.workflow_count; ++w) {
    const hpdl_workflow& workflow = program.workflows[w];
    for (std::uint32_t i = 0; i < workflow.node_count; ++i) {
      const hpdl_kind* const known = workflow.nodes[i].kind;
      if (known != nullptr && known->name == kind) {
        return known->is_resource_manager != nullptr || known->needs_local;
      }
    }
  }
  return false;
}

/// Called when a signal ends this process. Prints the actions that run outside of this process and
/// therefore still run.
void TellLeftAtWork(Invocation& call, StateDirectory& state, const std::string& id) {
  const Result<JobReport> report = LoadJob(state, id, {});
  const auto is_left = [](const JobRow& job) {
    return job.suspended_by == "signal" || job.state == JobState::kRunning;
  };
  if (!report || !is_left(report->main.job)) {
    return;
  }
  std::string names;
  const auto add = [&](const JobNodes& job) {
    for (const NodeRow& node : job.nodes) {
      const std::string out =
          report->directory + "/attempts/" + std::to_string(node.sequence) + ".out";
      const bool started = node.state == NodeState::kRunning || node.state == NodeState::kPrep;
      // If the output file of an action exists, the action's processes run on this machine: their
      // parent, the keeper, makes this file. The keeper may not have made it yet, so the type of
      // the action is checked too.
      const bool here = report->facts.local && node.sequence != 0 &&
                        (::access(out.c_str(), F_OK) == 0 || RunsHere(call.program, node.type));
      if (started && (here || LivesOutside(node))) {
        names.append(names.empty() ? "" : ", ").append(OneLine(node.node));
      }
    }
  };
  add(report->main);
  std::for_each(report->children.begin(), report->children.end(), add);
  if (!names.empty()) {
    call.out.Line("  still running after the end of this process: " + names);
    call.out.Line("  end it:    " + call.Hint() + " kill " + id);
  }
}

Result<JobRow> RowOf(Journal& journal, const std::string& id) {
  const Result<std::vector<JobRow>> jobs = journal.Jobs();
  HPDL_TRY(jobs);
  for (const JobRow& job : *jobs) {
    if (job.id == id) {
      return job;
    }
  }
  return Error{ErrorClass::kCorruptStore, "E0713", "the journal does not have job " + id};
}

}  // namespace

Result<JobFacts> ReadFacts(StateDirectory& state, const std::string& id) {
  const auto store = state.OpenJob(id, true);
  return store ? (*store)->Facts() : Result<JobFacts>(store.error());
}

Result<JobRow> ReadJob(StateDirectory& state, const std::string& id) {
  const auto journal = state.OpenJob(id, true);
  return journal ? RowOf(**journal, id) : Result<JobRow>(journal.error());
}

namespace {

int Run(Invocation& call, StateDirectory& state, const std::string& id, bool woken,
        const Result<JobFacts>& facts, MadeJob* made = nullptr) {
  ProgressSetup setup;
  setup.job_id = id;
  const bool workflow = TypeOfId(id) == JobType::kWorkflow;
  if (workflow) {
    setup.app_name = WorkflowName(call.program.workflows[0]);
    setup.nodes = call.program.workflows[0].node_count;
  }
  setup.begin_ms = NowMs();
  setup.program = call.Hint();
  const ProgressMode mode = ChooseProgress(call.line.Value("progress", "auto"), call.out.fd());
  if (made != nullptr && made->journal != nullptr) {
    setup.app_name = made->row.app_name;
  } else if (mode != ProgressMode::kNone) {
    // The journal contains the workflow's name, in which the expressions have their values. If the
    // job cannot be read, Execute() reports why.
    if (Result<JobRow> job = ReadJob(state, id)) {
      setup.app_name = job->app_name;
    }
  }
  const std::unique_ptr<ProgressView> view = MakeProgress(mode, std::move(setup), &call.out);
  std::function<void()> begun;
  if (made != nullptr && mode == ProgressMode::kNone && call.line.Has("id")) {
    begun = [&call, &id] {
      call.out.Line(id);
      call.out.Flush();
    };
  }
  Watcher watcher(view.get(), begun);
  EngineOptions options;
  options.woken = woken;
  options.made = made;
  const Result<std::optional<std::int64_t>> park = ReadPark(call);
  if (!park) {
    return call.Refuse(kExitUsage, park.error());
  }
  std::optional<std::int64_t> park_s = *park;
  if (facts && !facts->park.empty()) {
    park_s = park_s ? park_s : ParseNumber(facts->park);
    if (woken) {
      TakeEnvironment(facts->environment);
    }
  }
  if (park_s) {
    options.park_after_ms = *park_s * kSecondMs;
  }
  const Result<JobState> end =
      workflow ? Execute(call.program, state, id, &watcher, options)
               : call.program.coordination->execute(call.program, state, id, &watcher, options);
  if (!end) {
    call.Refuse(kExitFailed, end.error());
    if (!watcher.started()) {
      return kExitUsage;
    }
    call.err.Line("the job stays as it was; go on: " + call.Hint() + " resume " + id);
    return kExitFailed;
  }
  if (mode != ProgressMode::kNone) {
    if (const Result<JobRow> job = ReadJob(state, id)) {
      view->Finish(*job, watcher.Troubles(), NowMs());
      if (mode != ProgressMode::kJson && !watcher.parked()) {
        TellLeftAtWork(call, state, id);
      }
    } else {
      call.Refuse(kExitFailed, job.error());
    }
  } else if (*end != JobState::kSucceeded && !watcher.parked()) {
    if (const Result<JobRow> job = ReadJob(state, id)) {
      call.err.Line(EndLine(*job));
    }
  }
  TellUndelivered(call, watcher, id);
  return watcher.detached_by() != 0 ? kExitSignal + watcher.detached_by()
         : watcher.parked()         ? kExitParked
                                    : ExitOf(*end);
}

}  // namespace

int Watch(Invocation& call, StateDirectory& state, const std::string& id) {
  return Run(call, state, id, false, ReadFacts(state, id));
}

int WatchNew(Invocation& call, StateDirectory& state, const std::string& id, MadeJob made) {
  if (made.journal != nullptr) {
    // The job is new, so its journal has only the options of this command line. There are no older
    // facts to read.
    return Run(call, state, id, false, JobFacts(), &made);
  }
  const Result<JobRow> job = ReadJob(state, id);
  if (!job) {
    return call.Refuse(kExitFailed, job.error());
  }
  if (job->state != JobState::kPrep) {
    return call.Refuse(kExitUsage, "job " + id + " exists and is " +
                                       std::string(StateName(job->state, job->dialect)) +
                                       "; use 'resume' or 'rerun' [E0607]");
  }
  return Run(call, state, id, false, ReadFacts(state, id), &made);
}

int WatchWoken(Invocation& call, StateDirectory& state, const std::string& id) {
  // The journal is opened only once, because each opening costs time: the first reader makes the
  // WAL's shared memory and the last reader removes it.
  Result<std::unique_ptr<Journal>> journal = state.OpenJob(id, true);
  const Result<JobRow> job = journal ? RowOf(**journal, id) : Result<JobRow>(journal.error());
  if (!job) {
    return call.Refuse(kExitUsage, job.error());
  }
  if (job->state == JobState::kPrep) {
    return call.Refuse(kExitUsage, "job " + id + " is " +
                                       std::string(StateName(job->state, job->dialect)) +
                                       "; use 'start' [E0607]");
  }
  const Result<JobFacts> facts = (*journal)->Facts();
  journal->reset();
  return Run(call, state, id, true, facts);
}

}  // namespace hpdl::rt
