#include "runtime/engines/celos_service/oozie_web_service.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "runtime/engines/celos_service/on_loop.h"
#include "runtime/engines/celos_service/oozie_replies.h"
#include "runtime/ground/base/clock.h"
#include "runtime/ground/base/percent.h"
#include "runtime/rules/celos/java_exception.h"
#include "runtime/store/crash_point.h"
#include "runtime/world/oozie_client/oozie_text.h"

namespace hpdl::rt::celos {
namespace {

constexpr std::int64_t kConnectMs = 10'000;
constexpr std::int64_t kMostReply = 64 << 20;
constexpr std::size_t kJobsAtATime = 50, kMostJobs = 10'000;

Error NotUnderstood(const Error& error) {
  return JavaException(kExternalService, "IO_ERROR : " + error.message);
}

// The target of a request about a job. The id is escaped because a state file may hold any text.
std::string JobTarget(const std::string& id, std::string_view query) {
  return "job/" + PercentEncoded(id, "-._~@") + "?" + std::string(query);
}

}  // namespace

Result<HttpReply> OozieWebService::Wait(Task<Result<HttpReply>> task) {
  std::optional<Result<HttpReply>> reply = OnLoop(loop_, std::move(task));
  if (!reply) {
    Error error = JavaException(kExternalService, "IO_ERROR : the server is shutting down");
    error.error_class = ErrorClass::kTransient;
    return error;
  }
  return std::move(*reply);
}

Task<Result<HttpReply>> OozieWebService::Send(HttpRequest request) {
  request.connect_ms = std::min(kConnectMs, limits_.answer_ms);
  request.total_ms = limits_.answer_ms;
  request.idle_ms = limits_.answer_ms;
  request.reply_limit = kMostReply;
  Result<HttpReply> reply = co_await network_.Send(std::move(request));
  co_return reply;
}

void OozieWebService::BeginStep() {
  const std::lock_guard lock(mutex_);
  in_step_ = true;
  silent_.clear();
}

void OozieWebService::EndStep() {
  const std::lock_guard lock(mutex_);
  in_step_ = false;
  silent_.clear();
}

bool OozieWebService::IsSilent(const std::string& base) {
  const std::lock_guard lock(mutex_);
  return silent_.contains(base);
}

bool OozieWebService::IsLeft(const std::string& url) {
  const Result<std::string> base = ReadOozieUrl(url);
  return base && IsSilent(*base);
}

Error OozieWebService::ErrorOf(const Error& error, const std::string& base) {
  Error told = ErrorOfNetwork(error);
  const std::lock_guard lock(mutex_);
  if (in_step_ && error.code == "NET_TIMEOUT") {
    silent_.insert(base);
    told.message += "; the other slots that use this Oozie server wait for the next step";
  }
  return told;
}

Task<Result<HttpReply>> OozieWebService::SendTo(Server* server, HttpRequest request) {
  const std::string url = request.url;
  for (;;) {
    HttpRequest sent = request;
    if (server->wants_name) {
      sent.url += (url.find('?') == std::string::npos ? "?user.name=" : "&user.name=") +
                  PercentEncoded(user_);
    }
    Result<HttpReply> reply = co_await Send(std::move(sent));
    if (!reply) {
      co_return ErrorOf(reply.error(), server->base);
    }
    const bool refused = reply->status == 401 || reply->status == 403;
    if (refused && !server->wants_name) {
      server->wants_name = true;  // like Hadoop's client, sends the user name only after a refusal
      continue;
    }
    if (reply->status < 200 || reply->status >= 300) {
      co_return ErrorOfReply(*reply);
    }
    co_return reply;
  }
}

Task<Result<HttpReply>> OozieWebService::Call(std::string url, HttpRequest request,
                                              std::string target) {
  const Result<std::string> base = ReadOozieUrl(url);
  if (!base) {
    co_return NotUnderstood(base.error());
  }
  if (IsSilent(*base)) {
    Error left =
        JavaException(kLeftForNextStep, "IO_ERROR : " + *base + " has not answered in this step");
    left.error_class = ErrorClass::kTransient;
    co_return left;
  }
  Server& server = servers_[*base];
  server.base = *base;
  if (server.version.empty()) {
    HttpRequest versions;
    versions.url = *base + "/versions";
    const Result<HttpReply> reply = co_await SendTo(&server, std::move(versions));
    HPDL_CO_TRY(reply);
    const Result<std::string> read = ReadVersions(reply->body);
    if (!read) {
      co_return NotUnderstood(read.error());
    }
    server.version = *read;
  }
  request.url = *base + "/" + server.version + "/" + target;
  Result<HttpReply> reply = co_await SendTo(&server, std::move(request));
  co_return reply;
}

Result<std::string> OozieWebService::Submit(const Submission& submission,
                                            const Properties& properties) {
  const Result<std::string> xml =
      ConfigurationXml(rt::Properties(properties.begin(), properties.end()));
  if (!xml) {
    return NotUnderstood(xml.error());
  }
  HttpRequest request;
  request.method = "POST";
  request.headers = {{"Content-Type", "application/xml"}, {"Idempotency-Key", submission.key}};
  request.body = *xml;
  request.once = true;
  const Result<HttpReply> reply = Wait(Call(submission.url, std::move(request), "jobs"));
  HPDL_TRY(reply);
  CrashPoint::AfterServerStep();
  Result<std::string> id = ReadJobId(reply->body, false);
  if (!id) {
    Error error = NotUnderstood(id.error());
    error.error_class = ErrorClass::kTransient;
    return error;
  }
  return id;
}

Result<void> OozieWebService::Act(const std::string& url, const std::string& id,
                                  std::string_view action) {
  HttpRequest request;
  request.method = "PUT";
  HPDL_TRY(Wait(Call(url, std::move(request), JobTarget(id, "action=" + std::string(action)))));
  CrashPoint::AfterServerStep();
  return {};
}

Result<void> OozieWebService::Start(const std::string& url, const std::string& id) {
  constexpr std::string_view kRunsAlready = "E0801 ";
  const Result<void> started = Act(url, id, "start");
  return !started && started.error().message.starts_with(kRunsAlready) ? Result<void>() : started;
}

Result<void> OozieWebService::Kill(const std::string& url, const std::string& id) {
  return Act(url, id, "kill");
}

Result<HttpReply> OozieWebService::Get(const std::string& url, std::string target) {
  return Wait(Call(url, HttpRequest(), std::move(target)));
}

Result<JobProgress> OozieWebService::Look(const std::string& url, const std::string& id) {
  const Result<HttpReply> reply = Get(url, JobTarget(id, "show=info&offset=0&len=0"));
  HPDL_TRY(reply);
  const Result<OozieJob> job = ReadJob(reply->body);
  if (!job) {
    return NotUnderstood(job.error());
  }
  return ProgressOf(job->status);
}

Result<FoundJob> OozieWebService::Find(const Submission& submission) {
  const Result<HttpReply> version = Get(submission.url, "admin/build-version");
  if (!version && version.error().error_class == ErrorClass::kTransient) {
    return version.error();
  }
  const bool settled = submission.begun_ms + limits_.settled_ms < NowMs();
  const FoundJob none{std::nullopt, settled || (version && KnowsKeys(version->body))};
  for (std::size_t seen = 0; seen < kMostJobs;) {
    const Result<HttpReply> list =
        Get(submission.url, "jobs?filter=status%3DPREP&offset=" + std::to_string(seen + 1) +
                                "&len=" + std::to_string(kJobsAtATime) + "&jobtype=wf");
    HPDL_TRY(list);
    const Result<ListedJobs> jobs = ReadJobs(list->body);
    HPDL_TRY(jobs);
    for (const std::string& id : jobs->waiting) {
      const Result<HttpReply> job = Get(submission.url, JobTarget(id, "show=info&offset=0&len=0"));
      HPDL_TRY(job);
      const Result<std::string> name = ReadWorkflowName(job->body);
      HPDL_TRY(name);
      if (*name == submission.slot.Pretty()) {
        return FoundJob{id, true};
      }
    }
    if (jobs->count < kJobsAtATime) {
      break;
    }
    seen += jobs->count;
  }
  return none;
}

}  // namespace hpdl::rt::celos
