#include "runtime/server/jobs/submissions.h"

#include <algorithm>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/this_coro.hpp>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "runtime/ground/base/sleep.h"
#include "runtime/ground/config/config.h"
#include "runtime/ground/config/properties_text.h"
#include "runtime/server/access/sha256.h"
#include "runtime/server/jobs/program_answer.h"
#include "runtime/server/jobs/program_refusal.h"
#include "runtime/server/jobs/property_of.h"
#include "runtime/server/jobs/unwanted_child.h"
#include "runtime/server/jobs/verb_error.h"
#include "runtime/store/crash_point.h"
#include "runtime/store/job_ids.h"
#include "runtime/store/records.h"

namespace hpdl::rt {
namespace {

constexpr std::string_view kExternalId = "oozie.wf.external.id";
/// The properties that have the external id of a coordinator or a bundle. Oozie does not know them.
/// They have an effect only with hpdl.server.external.id.guard.
constexpr std::string_view kCoordinatorExternalId = "oozie.coord.external.id";
constexpr std::string_view kBundleExternalId = "oozie.bundle.external.id";
constexpr std::size_t kMostExternalId = 255;  ///< in bytes; the column of Oozie's database has the
                                              ///< same limit
constexpr std::string_view kParentId = "oozie.wf.parent.id";
/// The pauses between two looks at a job that is being made.
constexpr std::chrono::milliseconds kFirstLook{2}, kMostLook{50};

std::string DigestOf(const JobSubmission& submission) {
  Sha256 digest;
  digest.Add(std::int64_t{submission.start});
  if (!submission.job_type.empty()) {
    digest.Add(submission.job_type);
  }
  for (const auto& [name, value] : submission.properties) {
    digest.Add(name).Add(value);
  }
  return digest.Hex();
}

/// Returns the key of a coordinator or bundle with an external id: NAME=ID. Returns "" if it has no
/// external id.
std::string GuardKeyOf(const JobSubmission& submission) {
  const std::string_view name =
      submission.type == JobType::kCoordinator ? kCoordinatorExternalId : kBundleExternalId;
  const std::string id(PropertyOf(submission.properties, name));
  return submission.type == JobType::kWorkflow || id.empty() ? "" : std::string(name) + "=" + id;
}

/// Returns the name of the header or the property in which a caller sends `key`.
std::string_view NameOfKey(std::string_view key) {
  for (const std::string_view name : {kCoordinatorExternalId, kBundleExternalId}) {
    if (key.starts_with(name) && key.substr(name.size()).starts_with('=')) {
      return name;
    }
  }
  return "Idempotency-Key";
}

}  // namespace

Submissions::Submissions(StateDirectory& state, ServerRecords& records, SubmittedPrograms& programs,
                         JobKeeper& keeper, ProgramCommands& commands, JobFamilies& families,
                         const JobsInMaking& making, JobMaker& maker,
                         const Authorization& authorization, bool guards_external_ids)
    : state_(state),
      records_(records),
      programs_(programs),
      keeper_(keeper),
      commands_(commands),
      families_(families),
      making_(making),
      maker_(maker),
      authorization_(authorization),
      guards_external_ids_(guards_external_ids) {}

/// Returns `job` if its journal exists or the job is not made yet. Otherwise removes the record of
/// the job, with its key and its external id, and returns nullopt.
Result<std::optional<ServedJob>> Submissions::StillThere(std::optional<ServedJob> job) {
  if (job && !job->properties && !state_.HasJob(job->id)) {
    HPDL_TRY(records_.Remove(job->id));
    return std::optional<ServedJob>();
  }
  return job;
}

/// Returns the job that has the same key. If there is no such job and external ids are guarded
/// (hpdl.server.external.id.guard), returns the job that has the same external id.
Result<std::optional<ServedJob>> Submissions::FindKnown(const ServedJob& job) {
  if (!job.key.empty()) {
    Result<std::optional<ServedJob>> same = records_.FindKey(job.user, job.key);
    HPDL_TRY(same);
    same = StillThere(std::move(*same));
    if (!same || *same) {
      return same;
    }
  }
  if (job.external.empty() || !guards_external_ids_) {
    return std::optional<ServedJob>();
  }
  Result<std::optional<ServedJob>> same = records_.FindExternal(job.user, job.external);
  HPDL_TRY(same);
  return StillThere(std::move(*same));
}

/// Returns the job that the same submission has made before; nullopt: there is no such job. Returns
/// an error if a different submission has used the key or the external id.
Result<std::optional<ServedJob>> Submissions::FindSame(const ServedJob& job) {
  Result<std::optional<ServedJob>> same = FindKnown(job);
  if (same && *same && (*same)->digest != job.digest) {
    const bool key = !job.key.empty() && (*same)->key == job.key;
    return VerbError("E0303", "Invalid parameter value, [" +
                                  std::string(key ? NameOfKey(job.key) : kExternalId) +
                                  "] was used for another submission");
  }
  return same;
}

/// Does the same as FindSame(). If the job is just being made, first waits until it is made or
/// refused, so that two programs never make one job at a time.
Task<Result<std::optional<ServedJob>>> Submissions::AwaitSame(const ServedJob& job) {
  Result<std::optional<ServedJob>> same = FindSame(job);
  for (auto pause = kFirstLook; same && *same && (*same)->properties && making_.Has((*same)->id);
       pause = std::min(pause * 2, kMostLook)) {
    co_await Sleep(pause);
    same = FindSame(job);
  }
  co_return same;
}

Result<std::string> Submissions::FindExternal(const Caller& caller,
                                              const std::string& external_id) {
  Result<std::optional<ServedJob>> found = records_.FindExternal(caller.user, external_id);
  HPDL_TRY(found);
  found = StillThere(std::move(*found));
  HPDL_TRY(found);
  // A job that is not made yet may still be refused, so it is found only after its submission is
  // answered.
  return *found && !(*found)->properties ? (*found)->id : std::string();
}

Result<std::string> Submissions::FindKeyed(const std::string& key) {
  Result<std::optional<ServedJob>> found = records_.FindAnyKey(key);
  HPDL_TRY(found);
  found = StillThere(std::move(*found));
  HPDL_TRY(found);
  // A job whose record has properties is not made yet. If nobody makes this job now, the key counts
  // as unknown, and the next submission with this key makes the job.
  if (!*found || ((*found)->properties && !making_.Has((*found)->id))) {
    return std::string();
  }
  return (*found)->properties
             ? Result<std::string>(Error{ErrorClass::kTransient, "", "the job is being created"})
             : Result<std::string>((*found)->id);
}

/// Returns the parent that a submission names. The parent must be an existing job of the same user
/// or an action of this user's job; otherwise returns "". Since the parent must exist before its
/// child, no job is an ancestor of itself. The job of the calling program needs no check: it was
/// checked when the request came in.
std::string Submissions::ParentOf(const Caller& caller, const std::string& user,
                                  const JobSubmission& submission) const {
  std::string id = submission.parent;
  if (id.empty() && submission.type == JobType::kWorkflow) {
    id = PropertyOf(submission.properties, kParentId);
  }
  if (id.empty()) {
    return id;
  }
  const std::string job = id.substr(0, id.find('@'));
  if (job == caller.program && user == caller.user) {
    return id;
  }
  const Result<FoundJob> found = FindJob(state_, job);
  return found && found->job.user == user ? id : std::string();
}

/// Makes the record of a submission. The record does not contain the program and the id yet. Sets
/// the user of the submission to the caller.
Result<ServedJob> Submissions::Described(const Caller& caller, JobSubmission* submission) const {
  if (!caller.user.empty()) {
    submission->properties["user.name"] = caller.user;
  }
  ServedJob job;
  job.user = UserOf(submission->properties);
  job.key = submission->idempotency_key;
  const std::string& parent = submission->parent;
  const bool of_coordinator = TypeOfId(parent.substr(0, parent.find('@'))) == JobType::kCoordinator;
  if (submission->type == JobType::kWorkflow &&
      (parent.empty() || (of_coordinator && !guards_external_ids_))) {
    job.external = PropertyOf(submission->properties, kExternalId);
  }
  if (guards_external_ids_ && job.key.empty()) {
    job.key = GuardKeyOf(*submission);
  }
  if (job.external.size() > kMostExternalId) {
    return VerbError("E0303", "Invalid parameter value, [" + std::string(kExternalId) +
                                  "] is longer than " + std::to_string(kMostExternalId) + " bytes");
  }
  job.parent = ParentOf(caller, job.user, *submission);
  job.digest = DigestOf(*submission);
  job.wanted = submission->start || submission->type != JobType::kWorkflow;
  return job;
}

Task<Result<std::string>> Submissions::Submit(Caller caller, JobSubmission submission) {
  Result<ServedJob> described = Described(caller, &submission);
  HPDL_CO_TRY(described);
  ServedJob job = std::move(*described);
  std::string folder;
  Result<std::optional<ServedJob>> same = co_await AwaitSame(job);
  HPDL_CO_TRY(same);
  if (!*same) {
    Properties& properties = submission.properties;
    if (submission.parent.empty()) {
      Result<Properties> with_acl = co_await authorization_.WithAcl(std::move(properties));
      HPDL_CO_TRY(with_acl);
      properties = std::move(*with_acl);
    }
    Result<std::string> program = co_await programs_.Of(caller, submission, &folder);
    HPDL_CO_TRY(program);
    // Checks again: another caller may have made the same submission meanwhile.
    same = co_await AwaitSame(job);
    HPDL_CO_TRY(same);
    job.program = std::move(*program);
  }
  const bool of_program = !caller.program.empty();
  if (*same) {
    job = std::move(**same);
    if (!job.properties) {
      co_return job.id;
    }
    if (of_program) {
      co_return co_await MakeForProgram(std::move(job), false);
    }
    co_return co_await maker_.Make(std::move(job), false);
  }
  // Checks again, because the application may have been replaced meanwhile. Nothing else runs on
  // the loop from here to Add().
  const Result<std::optional<DeployedApplication>> deployed = programs_.Deployed(submission);
  HPDL_CO_TRY(deployed);
  if ((*deployed ? (*deployed)->folder : std::string()) != folder) {
    co_return ReplacedMeanwhile(
        PropertyOf(submission.properties, FormOf(JobType::kWorkflow).property));
  }
  job.application = *deployed ? (*deployed)->name : std::string();
  Result<std::string> id = state_.NewJobId(job.user, submission.type);
  HPDL_CO_TRY(id);
  CrashPoint::AfterServerStep();
  job.id = std::move(*id);
  job.properties = PropertiesText(submission.properties);
  // No other code runs on the loop until Add() has recorded the job. A verb for the parent comes
  // either before these checks, or after Add() and then finds the job in the records.
  const Result<void> live = of_program ? RefuseUnwanted(job) : Result<void>();
  HPDL_CO_TRY(live);
  const bool bundle = submission.type == JobType::kBundle && submission.start;
  const bool held = of_program && job.wanted && families_.IsHeldBy(job);
  // The request kStartVerb or kHeldBack is recorded before the job: a recorded request without a
  // job has no effect.
  const Result<void> note =
      bundle || held ? records_.SetAsked(job.id, bundle ? kStartVerb : kHeldBack) : Result<void>();
  const Result<void> added = note ? records_.Add(job) : note;
  HPDL_CO_TRY(added);
  if (of_program) {
    co_return co_await MakeForProgram(std::move(job), true);
  }
  co_return co_await maker_.Make(std::move(job), true);
}

/// Refuses a child that nobody waits for. This applies only to submissions of programs: people may
/// name a parent that has ended.
Result<void> Submissions::RefuseUnwanted(const ServedJob& job) const {
  const std::optional<std::string> why = WhyUnwanted(state_, job);
  return why ? Result<void>(VerbError("E0607", "Other error in operation [submit], " + *why))
             : Result<void>();
}

/// Makes a job for a program. If the parent has ended meanwhile, its program cannot end the child,
/// so the server kills the child. The request to kill it is recorded before the refusal is
/// returned.
Task<Result<std::string>> Submissions::MakeForProgram(ServedJob job, bool first) {
  const ServedJob child = job;
  const Result<std::string> made = co_await maker_.Make(std::move(job), first);
  const Result<void> live = made ? RefuseUnwanted(child) : Result<void>();
  if (live) {
    co_return made;
  }
  const Result<void> noted = records_.SetAsked(child.id, "kill");
  if (!noted) {
    co_return Error{ErrorClass::kTransient, "", noted.error().message};
  }
  const auto executor = co_await boost::asio::this_coro::executor;
  boost::asio::co_spawn(executor, families_.TellNoted(child.id), boost::asio::detached);
  co_return live.error();
}

Task<Result<std::string>> Submissions::DryRun(Caller caller, JobSubmission submission) {
  if (!caller.user.empty()) {
    submission.properties["user.name"] = caller.user;
  }
  const Result<std::string> program = co_await programs_.Of(caller, submission);
  HPDL_CO_TRY(program);
  std::vector<std::string> arguments{"--dryrun", "--config", kChildInput};
  if (submission.type != JobType::kWorkflow) {
    arguments.emplace_back("--resolved");
  }
  ChildCommand command = keeper_.Making(*program, "submit", std::move(arguments));
  command.input = PropertiesText(submission.properties);
  command.most_output = ProgramCommands::kMostAnswer;
  WorkItem item{UserOf(submission.properties), "dryrun", ""};
  const Result<ChildEnd> end = co_await commands_.Run(std::move(item), std::move(command));
  HPDL_CO_TRY(end);
  if (end->code != 0) {
    co_return RefusalOf(*end, *program);
  }
  co_return submission.type == JobType::kWorkflow ? Result<std::string>("OK")
                                                  : AnswerOf(*end, *program);
}

}  // namespace hpdl::rt
