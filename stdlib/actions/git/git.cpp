#include <sys/stat.h>
#include <unistd.h>

#include <utility>

#include "runtime/engines/workflow/kind.h"
#include "runtime/ground/base/worker_threads.h"
#include "runtime/world/files/file_operations.h"
#include "runtime/world/files/resolve_path.h"
#include "runtime/world/site/site.h"
#include "stdlib/actions/git/git.kind.h"
#include "stdlib/actions/git/git_clone.h"
#include "stdlib/actions/git/git_publish.h"
#include "stdlib/actions/git/git_uri.h"
#include "stdlib/cluster/application.h"
#include "stdlib/local/command.h"
#include "stdlib/local/credentials.h"
#include "stdlib/local/job_xml.h"
#include "stdlib/local/local_command.h"
#include "stdlib/local/remote_files.h"
#include "stdlib/local/run_plan.h"
#include "stdlib/local/settings.h"
#include "stdlib/local/work_files.h"
#include "stdlib/remote/remote_host.h"

namespace hpdl::stdlib {

namespace {

using rt::Error;
using rt::ErrorClass;
using rt::Outcome;

/// The progress of an attempt whose clone is complete at the destination.
constexpr const char* kPublished = "published";
constexpr std::int64_t kMostKey = 1 << 20;

/// The parsed arguments of an attempt, and its private folder.
struct GitJob {
  GitUri uri;
  std::string name_node;
  rt::PathBase base;
  rt::FileLocation destination;
  std::string folder;  ///< the attempt's private folder
};

rt::Result<GitJob> JobOf(rt::ActionContext& ctx, const GitArgs& args) {
  GitJob job;
  auto uri = ReadGitUri(args.git_uri);
  HPDL_TRY(uri);
  job.uri = std::move(*uri);
  if (args.branch) {
    HPDL_TRY(CheckBranch(*args.branch));
  }
  const auto configuration =
      ActionConfiguration(ctx, {}, args.configuration, args.resource_manager);
  HPDL_TRY(configuration);
  auto user = ctx.User({}, *configuration);
  HPDL_TRY(user);
  job.name_node = NameNodeOf(ctx, args.name_node);
  job.base = BaseOf(ctx, job.name_node, std::move(*user));
  auto at = rt::Locate(args.destination_uri, job.base);
  if (!at) {
    return Error{at.error().error_class, at.error().code == "FS001" ? "GIT010" : at.error().code,
                 "destination-uri: " + at.error().message};
  }
  job.destination = *at;
  auto folder = ctx.WorkDirectory();
  HPDL_TRY(folder);
  job.folder = Absolute(*folder);
  return job;
}

/// Returns an error if the action cannot use its credentials. If the resource manager is unknown,
/// the function cannot tell if the cluster uses Kerberos. A name node with Kerberos then refuses
/// the requests itself.
rt::Task<rt::Result<void>> CheckCredentialsOf(rt::ActionContext& ctx, const GitArgs& args,
                                              std::string name_node) {
  std::string authentication;
  if (AsksForCredentials(ctx) && !ctx.local() && ctx.clusters() != nullptr) {
    if (const auto cluster = ClusterOf(ctx, args.resource_manager, {})) {
      authentication = AuthenticationOf(**cluster);
    }
  }
  co_return co_await CheckCredentials(ctx, std::move(authentication), args.resource_manager, {},
                                      std::move(name_node));
}

/// Copies the key at `path`, the text of `<key-path>`, to a file in the folder of `job`. Only the
/// user who runs the program may read the copy.
rt::Task<rt::Result<void>> PlaceKey(const GitJob& job, std::string path) {
  const rt::Result<rt::FileLocation> at = rt::Locate(path, job.base);
  HPDL_CO_TRY(at);
  const rt::Result<std::string> key = co_await at->files->Read(at->path, kMostKey);
  if (!key) {
    const bool unnamed = key.error().code.empty() || key.error().code == rt::kNotFound;
    co_return Error{key.error().error_class, unnamed ? "JA008" : key.error().code,
                    "key-path " + path + ": " +
                        (key.error().code == rt::kNotFound ? "no such file" : key.error().message)};
  }
  co_return WriteWholeFile(job.folder + "/" + kGitKey, *key, 0400);
}

rt::Result<void> PlaceOthers(const rt::ActionContext& ctx, const GitJob& job) {
  const rt::SshOptions options = SshOptionsOf(ctx.site());
  if (!options.known_hosts.empty()) {
    HPDL_TRY(LinkTo(options.known_hosts, job.folder + "/" + kGitKnownHosts));
  }
  for (std::size_t i = 0; i < options.identities.size(); ++i) {
    HPDL_TRY(LinkTo(options.identities[i], job.folder + "/" + kGitIdentity + std::to_string(i)));
  }
  if (!job.uri.credential.empty()) {
    HPDL_TRY(WriteWholeFile(job.folder + "/" + kGitCredential, job.uri.credential + "\n", 0600));
  }
  return {};
}

/// Writes the plan and the secrets for the worker process (git_clone.h) into the attempt's folder.
/// Returns the command that starts the worker.
rt::Task<rt::Result<rt::Command>> Arrange(rt::ActionContext& ctx, const GitArgs& args,
                                          const GitJob& job) {
  if (chmod(job.folder.c_str(), 0700) != 0) {
    co_return SystemProblem("cannot use", job.folder);
  }
  const bool fetched = IsFetched(job.folder);  // if true, the worker needs no secrets any more
  if (!fetched && args.key_path && !args.key_path->empty()) {
    HPDL_CO_TRY(co_await PlaceKey(job, *args.key_path));
  }
  rt::Result<void> done;
  if (!fetched) {
    done = PlaceOthers(ctx, job);
  }
  ClonePlan plan{job.uri.text, args.branch.value_or(""),
                 ctx.site().Number(rt::Setting::kGitTimeout, ctx.configuration()),
                 ctx.site().Number(rt::Setting::kGitSize),
                 ctx.site().Number(rt::Setting::kGitFiles)};
  if (done) {
    done = WriteClonePlan(job.folder, plan);
  }
  HPDL_CO_TRY(done);
  rt::Command command;
  command.argv = {OwnProgram(), "--worker", "git", job.folder};
  command.environment = AttemptVariables(ctx);
  command.directory = job.folder;
  co_return command;
}

/// Returns the error of an attempt whose worker has ended, or nullopt after a success.
std::optional<Error> ErrorOf(const rt::ActionContext& ctx, const rt::ExitStatus& status,
                             const std::string& folder) {
  if (auto told = ErrorOfClone(folder)) {
    return told;
  }
  if (status.lost) {  // the worker writes only in the attempt's folder, so it can run again
    return Error{ErrorClass::kTransient, "JA017",
                 "nobody saw the end of git, perhaps because of a reboot; the clone starts again"};
  }
  if (auto unstarted = ErrorOfStart(status, "git")) {
    return unstarted;
  }
  if (status.signal != 0 || status.code != 0) {
    return rt::ActionError(WithTail(status.signal != 0
                                        ? "git: " + SignalText(status.signal)
                                        : "git: exit code " + std::to_string(status.code),
                                    ctx));
  }
  return std::nullopt;
}

/// Removes the attempt's private folder, which contains the clone on this machine.
rt::Task<void> DropFolder(std::string folder) {
  auto drop = [&folder](const rt::StopFlag& stop) { return rt::DeleteTree(folder, &stop); };
  (void)co_await rt::OnWorker(std::move(drop));
}

rt::Task<Outcome> Attempt(rt::ActionContext& ctx, const GitArgs& args, const GitJob& job) {
  const rt::Result<void> usable = co_await CheckDestination(job.destination);
  if (!usable) {
    co_return FailedWith(usable.error());
  }
  auto command = co_await Arrange(ctx, args, job);
  if (!command) {
    co_return FailedWith(command.error());
  }
  ctx.SetWaiting("git clone");
  const rt::ExitStatus status = co_await ctx.RunProcess(std::move(*command));
  // If the worker was killed, it left the secrets behind. They must not stay during the next steps.
  RemoveGitSecrets(job.folder);
  Outcome outcome;
  if (status.pid > 0) {
    outcome.external_id = std::to_string(status.pid);
  }
  outcome.error = ErrorOf(ctx, status, job.folder);
  if (outcome.error) {
    co_return outcome;
  }
  ctx.SetWaiting("copy of the clone to its destination");
  std::string tree = job.folder + "/" + kGitClone;
  const rt::Result<void> published =
      co_await PublishTree(std::move(tree), job.destination, ctx.tag());
  if (!published) {
    outcome.error = published.error();
    outcome.at_end = published.error().error_class != ErrorClass::kError;
    co_return outcome;
  }
  co_await ctx.RecordProgress(kPublished);
  co_return outcome;
}

rt::Task<Outcome> RunGitAction(rt::ActionContext& ctx) {
  const GitArgs args = DecodeArgs<GitArgs>(kGitKind, ctx.shape(), ctx.args());
  NamedFiles named;
  named.job_xml = JobXmlOf(ctx, {});
  const rt::Result<void> fetched =
      co_await FetchFiles(ctx, std::move(named), NameNodeOf(ctx, args.name_node));
  if (!fetched) {
    co_return FailedWith(fetched.error());
  }
  auto job = JobOf(ctx, args);
  if (!job) {
    co_return FailedWith(job.error());
  }
  Outcome outcome;
  if (ctx.progress() != kPublished) {
    const rt::Result<void> allowed = co_await CheckCredentialsOf(ctx, args, job->name_node);
    if (allowed) {
      outcome = co_await RunPrepare(ctx, args.prepare, job->name_node, job->base.user);
    } else {
      outcome = FailedWith(allowed.error());
    }
    if (!outcome.error) {
      outcome = co_await Attempt(ctx, args, *job);
    }
  }
  if (!outcome.at_end) {
    co_await DropFolder(job->folder);
  }
  outcome.external_status = outcome.error ? "FAILED/KILLED" : "SUCCEEDED";
  co_return outcome;
}

}  // namespace

}  // namespace hpdl::stdlib

extern "C" const hpdl_kind hpdl_kind_git;
const hpdl_kind hpdl_kind_git = {.name = "git",
                                 .run = hpdl::stdlib::RunGitAction,
                                 .starts_processes = hpdl::rt::StartsProcesses::kAlways,
                                 .worker = hpdl::stdlib::CloneWorker};
