#include "stdlib/local/streaming.h"

#include <sys/auxv.h>
#include <unistd.h>

#include <cstdlib>
#include <utility>

#include "runtime/config/config.h"
#include "runtime/files/resolve_path.h"
#include "runtime/mapreduce/settings.h"
#include "runtime/mapreduce/worker.h"
#include "stdlib/local/command.h"
#include "stdlib/local/remote_files.h"
#include "stdlib/local/settings.h"
#include "stdlib/local/work_files.h"

namespace hpdl::stdlib {

namespace {

using rt::ErrorClass;
using rt::Outcome;
namespace mr = rt::mapreduce;

constexpr const char* kInputs = "mapreduce.input.fileinputformat.inputdir";
constexpr const char* kOutput = "mapreduce.output.fileoutputformat.outputdir";

/// The same for a resumed attempt, and told apart from all other jobs.
std::string JobIdOf(const rt::ActionContext& ctx) {
  std::uint64_t number = 0;
  for (const char c : ctx.tag()) {
    number = number * 31 + static_cast<unsigned char>(c);
  }
  std::string digits = std::to_string(number % 10000000000ULL);
  return "job_local" + std::string(10 - digits.size(), '0') + digits + "_0001";
}

/// The program itself.
std::string OwnPath() {
  char path[4096];
  const ssize_t size = readlink("/proc/self/exe", path, sizeof path - 1);
  if (size > 0) {
    return {path, static_cast<std::size_t>(size)};
  }
  const auto* name = reinterpret_cast<const char*>(getauxval(AT_EXECFN));
  return name == nullptr ? "" : name;
}

/// Input and output as absolute paths of this machine.
rt::Result<void> ResolvePaths(const StreamingAction& action, rt::Properties* configuration) {
  rt::PathBase base;
  base.file_system = action.name_node;
  base.home = rt::HomeDirectory();
  if (const auto output = configuration->find(kOutput); output != configuration->end()) {
    auto path = rt::ResolvePath(output->second, base);
    HPDL_TRY(path);
    output->second = *path;
  }
  const auto input = configuration->find(kInputs);
  if (input == configuration->end()) {
    return {};
  }
  std::string resolved;
  for (const std::string& each : mr::SplitPaths(input->second)) {
    auto path = rt::ResolvePath(each, base);
    HPDL_TRY(path);
    resolved += resolved.empty() ? "" : ",";
    for (const char c : *path) {
      resolved += c == ',' && path->find('{') == std::string::npos ? "\\," : std::string(1, c);
    }
  }
  input->second = resolved;
  return {};
}

/// What the job is configured with: <streaming>, then property files, then the inline properties.
rt::Result<rt::Properties> JobConfiguration(const rt::ActionContext& ctx,
                                            const StreamingAction& action) {
  auto own = ActionConfiguration(ctx, action.job_xml, action.configuration);
  HPDL_TRY(own);
  rt::Properties all = action.streaming;
  for (const auto& [name, value] : mr::WithCurrentNames(*own)) {
    all[name] = value;
  }
  if (!all.contains("mapreduce.job.user.name")) {
    all["mapreduce.job.user.name"] = ctx.job().user;
  }
  HPDL_TRY(rt::ExpandAll(&all));
  HPDL_TRY(ResolvePaths(action, &all));
  return all;
}

/// An archive, and the folder in the work directory that the worker unpacks it into.
rt::Result<std::pair<std::string, std::string>> ArchiveOf(const rt::ActionContext& ctx,
                                                          const std::string& entry,
                                                          const std::string& directory) {
  auto parsed = ParseFileEntry("archive", entry);
  HPDL_TRY(parsed);
  const hpdl_file* file = BundledFile(ctx, parsed->path);
  std::string fetched = file == nullptr ? FetchedPath(ctx, parsed->path) : "";
  auto place = file != nullptr    ? PlaceOfBundled(ctx, *file)
               : !fetched.empty() ? rt::Result<std::string>(Absolute(fetched))
                                  : LocalPathOf("archive", parsed->path);
  HPDL_TRY(place);
  return std::pair(std::move(*place), directory + "/" + parsed->name);
}

/// Everything in place for the worker, and the command that starts it.
rt::Result<rt::Command> Arrange(rt::ActionContext& ctx, const StreamingAction& action,
                                mr::JobPlan* plan, std::string* directory) {
  auto work = ctx.WorkDirectory();
  HPDL_TRY(work);
  *directory = *work;
  if (char* absolute = realpath(directory->c_str(), nullptr)) {
    *directory = absolute;
    std::free(absolute);
  }
  auto configuration = JobConfiguration(ctx, action);
  HPDL_TRY(configuration);
  plan->id = JobIdOf(ctx);
  plan->configuration = std::move(*configuration);
  plan->directory = plan->spill_directory = *directory;
  plan->parallel = ctx.parallel();
  plan->environment = action.environment;
  for (const std::string& entry : action.environment) {
    if (entry.find('=') == std::string::npos || entry.starts_with('=')) {
      return rt::Error{ErrorClass::kError, "JA018",
                       "env " + entry + " is not of the form NAME=VALUE"};
    }
  }
  if (auto settings = mr::ReadSettings(plan->configuration); !settings) {
    return settings.error();
  }
  for (const std::string& file : action.files) {
    HPDL_TRY(PlaceFile(ctx, file, *directory));
  }
  for (const std::string& entry : action.archives) {
    auto archive = ArchiveOf(ctx, entry, *directory);
    HPDL_TRY(archive);
    plan->archives.push_back(std::move(*archive));
  }
  HPDL_TRY(mr::WritePlan(*directory, *plan));
  rt::Command command;
  command.argv = {OwnPath(), "--worker", action.kind, *directory};
  command.environment = EnvironmentWith(AttemptVariables(ctx));
  command.directory = *directory;
  return command;
}

/// What the end of the worker means. Its report counts more than how it ended: it is written when
/// the output is there.
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
    outcome.error = rt::Error{ErrorClass::kError, "JA018",
                              WithTail("the local MapReduce job came to no end: " + how, ctx)};
  }
  if (!status.lost) {
    mr::CleanOutput(plan);
  }
  outcome.external_status = outcome.error ? "FAILED" : "SUCCEEDED";
  return outcome;
}

}  // namespace

int StreamingWorker(const char* directory) {
  return mr::RunWorker(directory);
}

rt::Task<Outcome> RunStreaming(rt::ActionContext& ctx, StreamingAction action) {
  Outcome prepared = co_await RunPrepare(ctx, action.prepare, action.name_node);
  if (prepared.error) {
    co_return prepared;
  }
  mr::JobPlan plan;
  std::string directory;
  auto command = Arrange(ctx, action, &plan, &directory);
  if (!command) {
    co_return FailedWith(command.error());
  }
  ctx.SetWaiting(plan.id);
  const rt::ExitStatus status = co_await ctx.RunProcess(std::move(*command));
  co_return OutcomeOf(ctx, status, plan, directory);
}

}  // namespace hpdl::stdlib
