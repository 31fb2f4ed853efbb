#include "runtime/server/protocols/celos_hosted/own_jobs.h"

#include <optional>

#include "runtime/engines/celos_service/on_loop.h"
#include "runtime/rules/celos/java_exception.h"
#include "runtime/server/jobs/job_keeper.h"
#include "runtime/store/crash_point.h"

namespace hpdl::rt::celos {
namespace {

// Returns an error in the words of Oozie's client. Any error that is not a refusal becomes
// transient: the server may have received the request and acted on it.
Error AsOozie(const Error& error) {
  const std::string text =
      error.code.empty() ? error.message : error.code + " : " + error.code + ": " + error.message;
  Error told = JavaException(kExternalService, text);
  const bool refused =
      error.error_class == ErrorClass::kError || error.error_class == ErrorClass::kNonTransient;
  told.error_class = refused ? ErrorClass::kError : ErrorClass::kTransient;
  return told;
}

Result<JobProgress> ProgressOfState(JobState state) {
  switch (state) {
    case JobState::kPrep:
    case JobState::kRunning:
      return JobProgress::kRunning;
    case JobState::kSucceeded:
      return JobProgress::kSucceeded;
    case JobState::kSuspended:
    case JobState::kKilled:
    case JobState::kFailed:
      return JobProgress::kFailed;
    default:
      return JavaException(kIllegalArgument, "the job is not a workflow job");
  }
}

std::string WithoutSlash(std::string url) {
  while (url.ends_with('/')) {
    url.pop_back();
  }
  return url;
}

}  // namespace

template <class T>
Result<T> OwnJobs::Wait(Task<Result<T>> task) {
  std::optional<Result<T>> result = OnLoop(loop_, std::move(task));
  if (!result) {
    return AsOozie({ErrorClass::kTransient, "", "the server is shutting down"});
  }
  if (!*result) {
    return AsOozie(result->error());
  }
  return std::move(*result);
}

Task<Result<std::string>> OwnJobs::SubmitHere(Submission submission, Properties properties) {
  Caller caller;
  caller.user = UserOr(submission.user);
  JobSubmission job;
  job.properties = rt::Properties(properties.begin(), properties.end());
  job.idempotency_key = std::move(submission.key);
  Result<std::string> id = co_await server_.verbs().Submit(std::move(caller), std::move(job));
  co_return id;
}

Result<std::string> OwnJobs::Submit(const Submission& submission, const Properties& properties) {
  Result<std::string> id = Wait(SubmitHere(submission, properties));
  if (id) {
    CrashPoint::AfterServerStep();
  }
  return id;
}

Task<Result<void>> OwnJobs::StartHere(std::string id) {
  const auto found = rt::FindJob(server_.state(), id);
  HPDL_CO_TRY(found);
  Caller caller;
  caller.user = found->job.user;
  co_return co_await server_.verbs().Start(std::move(caller), std::move(id));
}

Result<void> OwnJobs::Start(const std::string&, const std::string& id) {
  HPDL_TRY(Wait(StartHere(id)));
  CrashPoint::AfterServerStep();
  return {};
}

Task<Result<void>> OwnJobs::KillHere(std::string id) {
  const auto found = rt::FindJob(server_.state(), id);
  HPDL_CO_TRY(found);
  Caller caller;
  caller.user = found->job.user;
  co_return co_await server_.verbs().Kill(std::move(caller), std::move(id));
}

Result<void> OwnJobs::Kill(const std::string&, const std::string& id) {
  HPDL_TRY(Wait(KillHere(id)));
  CrashPoint::AfterServerStep();
  return {};
}

Task<Result<JobState>> OwnJobs::LookHere(std::string id) {
  const auto found = rt::FindJob(server_.state(), id);
  co_return found ? Result<JobState>(found->job.state) : Result<JobState>(found.error());
}

Result<JobProgress> OwnJobs::Look(const std::string&, const std::string& id) {
  const Result<JobState> state = Wait(LookHere(id));
  HPDL_TRY(state);
  return ProgressOfState(*state);
}

// Finds the job of any user: a celos-server may have begun the submission under another user name.
Task<Result<std::string>> OwnJobs::FindHere(Submission submission) {
  co_return server_.verbs().FindKeyed(submission.key);
}

Result<FoundJob> OwnJobs::Find(const Submission& submission) {
  const Result<std::string> id = Wait(FindHere(submission));
  HPDL_TRY(id);
  return FoundJob{id->empty() ? std::nullopt : std::optional(*id), true};
}

void ServiceByUrl::SetOwn(std::set<std::string> urls) {
  const std::lock_guard lock(mutex_);
  own_urls_.clear();
  for (const std::string& url : urls) {
    own_urls_.insert(WithoutSlash(url));
  }
}

ExternalService& ServiceByUrl::Of(const std::string& url) {
  if (url == kThisServer) {
    return own_;
  }
  const std::lock_guard lock(mutex_);
  return own_urls_.contains(WithoutSlash(url)) ? own_ : others_;
}

}  // namespace hpdl::rt::celos
