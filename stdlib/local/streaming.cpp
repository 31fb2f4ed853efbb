#include "stdlib/local/streaming.h"

#include <cstdlib>
#include <utility>

#include "runtime/ground/config/config.h"
#include "runtime/world/mapreduce/settings.h"
#include "runtime/world/mapreduce/worker.h"
#include "stdlib/local/command.h"
#include "stdlib/local/job_files.h"
#include "stdlib/local/libraries.h"
#include "stdlib/local/local_tool.h"
#include "stdlib/local/settings.h"
#include "stdlib/local/work_files.h"

namespace hpdl::stdlib {

namespace {

using rt::ErrorClass;
using rt::Outcome;
namespace mr = rt::mapreduce;

/// The progress of jobs with files in other file systems. kStaged: the input is on this machine.
/// kPublished: the output is in the other file system.
constexpr const char* kStaged = "staged";
constexpr const char* kPublished = "published";

/// A job that is about to start.
struct Arranged {
  mr::JobPlan plan;
  std::string directory;
  JobPaths paths;
  bool recursive = false;
};

/// Returns an id that differs from the ids of all other jobs. A resumed attempt gets the same id.
std::string JobIdOf(const rt::ActionContext& ctx) {
  std::uint64_t number = 0;
  for (const char c : ctx.tag()) {
    number = number * 31 + static_cast<unsigned char>(c);
  }
  std::string digits = std::to_string(number % 10000000000ULL);
  return "job_local" + std::string(10 - digits.size(), '0') + digits + "_0001";
}

/// Merges <streaming>, the property files and the inline properties, and returns the job's
/// configuration. Later sources win.
rt::Result<rt::Properties> JobConfiguration(rt::ActionContext& ctx, const StreamingAction& action,
                                            JobPaths* paths) {
  auto own = ActionConfiguration(ctx, action.job_xml, action.configuration, action.job_tracker);
  HPDL_TRY(own);
  rt::Properties all = action.streaming;
  for (const auto& [name, value] : mr::WithCurrentNames(*own)) {
    all[name] = value;
  }
  if (!all.contains("mapreduce.job.user.name")) {
    all["mapreduce.job.user.name"] = action.user;
  }
  HPDL_TRY(rt::ExpandAll(&all));
  auto located = LocateJobPaths(ctx, action.name_node, action.user, &all);
  HPDL_TRY(located);
  *paths = std::move(*located);
  return all;
}

/// Prepares the files of the job for the worker process, and returns the command that starts the
/// worker. The worker is this program with the option --worker.
rt::Result<rt::Command> Arrange(rt::ActionContext& ctx, const StreamingAction& action,
                                Arranged* job) {
  mr::JobPlan* plan = &job->plan;
  std::string* directory = &job->directory;
  auto work = ctx.WorkDirectory();
  HPDL_TRY(work);
  *directory = *work;
  if (char* absolute = realpath(directory->c_str(), nullptr)) {
    *directory = absolute;
    std::free(absolute);
  }
  auto configuration = JobConfiguration(ctx, action, &job->paths);
  HPDL_TRY(configuration);
  plan->id = JobIdOf(ctx);
  plan->configuration = std::move(*configuration);
  plan->directory = plan->spill_directory = *directory;
  plan->staged_list = job->paths.remote_inputs.empty() ? "" : StagedList(ctx);
  plan->local_output = job->paths.remote_output() ? LocalOutput(ctx) : "";
  plan->parallel = ctx.parallel();
  plan->environment = action.environment;
  for (const std::string& entry : action.environment) {
    if (entry.find('=') == std::string::npos || entry.starts_with('=')) {
      return rt::ActionError("env " + entry + " is not of the form NAME=VALUE");
    }
  }
  const auto settings = mr::ReadSettings(plan->configuration);
  HPDL_TRY(settings);
  job->recursive = settings->splits.recursive;
  for (const std::string& file : action.files) {
    HPDL_TRY(PlaceFile(ctx, file, *directory));
  }
  std::vector<std::string> folders;
  for (const std::string& entry : action.archives) {
    auto archive = PlaceOfArchive(ctx, entry, *directory);
    HPDL_TRY(archive);
    folders.push_back(archive->second.substr(archive->second.rfind('/') + 1));
    plan->archives.push_back(std::move(*archive));
  }
  HPDL_TRY(PlaceLibrary(ctx, *directory, folders));
  HPDL_TRY(PlaceLibraries(ctx, SharedFolders(ctx), *directory, folders));
  HPDL_TRY(mr::WritePlan(*directory, *plan));
  rt::Command command;
  command.argv = {OwnProgram(), "--worker", action.kind, *directory};
  command.environment = AttemptVariables(ctx);
  AddNativeLibraries(*directory, &command.environment);
  command.directory = *directory;
  return command;
}

/// Returns the outcome of the worker. If the worker has written a report, its exit status is
/// ignored, because the worker writes the report after the output.
Outcome OutcomeOf(const rt::ActionContext& ctx, const rt::ExitStatus& status,
                  const mr::JobPlan& plan, const std::string& directory) {
  Outcome outcome;
  outcome.external_id = plan.id;
  outcome.tracker_uri = "local";
  if (auto report = mr::ReadReport(directory)) {
    outcome.counters = std::move(report->counters);
    outcome.error = std::move(report->error);
    if (outcome.error) {
      outcome.error->message = WithTail(outcome.error->message, ctx);
    }
  } else if (auto error = ErrorOfStart(status, "the local MapReduce job")) {
    outcome.error = std::move(error);
  } else {
    const std::string how =
        status.signal != 0 ? SignalText(status.signal) : "exit code " + std::to_string(status.code);
    outcome.error =
        rt::ActionError(WithTail("the local MapReduce job did not end properly: " + how, ctx));
  }
  if (!status.lost) {
    mr::CleanOutput(plan);
  }
  outcome.external_status = outcome.error ? "FAILED" : "SUCCEEDED";
  return outcome;
}

/// Copies the job's input from other file systems, and records that the input is on this machine.
rt::Task<rt::Result<void>> Stage(rt::ActionContext& ctx, const Arranged& job) {
  rt::Result<void> done = co_await CheckRemoteOutput(job.paths);
  if (done && !job.paths.remote_inputs.empty()) {
    done = co_await StageInput(ctx, job.paths, job.recursive);
  }
  if (done) {
    co_await ctx.RecordProgress(kStaged);
  }
  co_return done;
}

/// Copies the output of a job that succeeded to its place in the other file system.
rt::Task<rt::Result<void>> Publish(rt::ActionContext& ctx, const Arranged& job) {
  if (ctx.progress() != kPublished) {
    HPDL_CO_TRY(co_await PublishOutput(ctx, job.paths));
    co_await ctx.RecordProgress(kPublished);
  }
  DropLocalOutput(ctx);
  co_return rt::Result<void>();
}

/// Runs the attempt after its files have been fetched.
rt::Task<Outcome> RunJob(rt::ActionContext& ctx, StreamingAction action) {
  const bool staged = ctx.progress() == kStaged || ctx.progress() == kPublished;
  if (!staged) {
    Outcome prepared = co_await RunPrepare(ctx, action.prepare, action.name_node, action.user);
    if (prepared.error) {
      co_return prepared;
    }
  }
  Arranged job;
  auto command = Arrange(ctx, action, &job);
  if (!command) {
    co_return FailedWith(command.error());
  }
  if (job.paths.remote() && !staged) {
    const rt::Result<void> done = co_await Stage(ctx, job);
    if (!done) {
      co_return FailedWith(done.error());
    }
  }
  ctx.SetWaiting(job.plan.id);
  const rt::ExitStatus status = co_await ctx.RunProcess(std::move(*command));
  Outcome outcome = OutcomeOf(ctx, status, job.plan, job.directory);
  if (!status.lost) {
    DropStagedInput(ctx);
  }
  if (!outcome.error && job.paths.remote_output()) {
    const rt::Result<void> done = co_await Publish(ctx, job);
    if (!done) {
      outcome.error = done.error();
      outcome.at_end = done.error().error_class != ErrorClass::kError;
    }
  }
  co_return outcome;
}

}  // namespace

int StreamingWorker(const char* directory) {
  return mr::RunWorker(directory);
}

rt::Task<Outcome> RunStreaming(rt::ActionContext& ctx, StreamingAction action, NamedFiles fetched) {
  NameLibraries(ctx, SharedFolders(ctx), &fetched);
  const rt::Result<void> done = co_await FetchFiles(ctx, std::move(fetched), action.name_node);
  if (!done) {
    co_return FailedWith(done.error());
  }
  NameFetched(ctx, &action.archives);
  co_return co_await RunJob(ctx, std::move(action));
}

}  // namespace hpdl::stdlib
