#ifndef HPDL_RUNTIME_SERVER_PROTOCOLS_CELOS_HOSTED_OWN_JOBS_H_
#define HPDL_RUNTIME_SERVER_PROTOCOLS_CELOS_HOSTED_OWN_JOBS_H_

#include <boost/asio/io_context.hpp>
#include <mutex>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "runtime/ground/base/task.h"
#include "runtime/rules/celos/external_service.h"
#include "runtime/server/jobs/job_server.h"

namespace hpdl::rt::celos {

/// The Oozie URL with which a script says that its jobs run in the hpdld that hosts Celos.
inline constexpr std::string_view kThisServer = "hpdld:";

/// Runs jobs in this server. Threads other than the loop's thread call this object; it calls the
/// server's verbs on the loop and waits for the results. A job belongs to the user in the property
/// user.name, or else to the user of this process.
class OwnJobs final : public ExternalService {
 public:
  /// `loop` and `server` outlive this object. If the loop stops while a call waits for a result,
  /// the call returns an error.
  OwnJobs(boost::asio::io_context& loop, JobServer& server, std::string user)
      : loop_(loop), server_(server), user_(std::move(user)) {}

  Result<std::string> Submit(const Submission& submission, const Properties& properties) override;
  Result<void> Start(const std::string& url, const std::string& id) override;
  Result<JobProgress> Look(const std::string& url, const std::string& id) override;
  Result<void> Kill(const std::string& url, const std::string& id) override;
  /// Finds the job by the key of the submission.
  Result<FoundJob> Find(const Submission& submission) override;

 private:
  template <class T>
  Result<T> Wait(Task<Result<T>> task);
  Task<Result<std::string>> SubmitHere(Submission submission, Properties properties);
  Task<Result<void>> StartHere(std::string id);
  Task<Result<void>> KillHere(std::string id);
  Task<Result<JobState>> LookHere(std::string id);
  Task<Result<std::string>> FindHere(Submission submission);
  std::string UserOr(const std::string& user) const { return user.empty() ? user_ : user; }

  boost::asio::io_context& loop_;
  JobServer& server_;
  const std::string user_;
};

/// Sends each call to the service of its URL: this server's verbs, or the web service of another
/// Oozie.
class ServiceByUrl final : public ExternalService {
 public:
  /// Both arguments outlive this object.
  ServiceByUrl(ExternalService& own, ExternalService& others) : own_(own), others_(others) {}
  /// Sets the URLs, besides kThisServer, by which scripts may name this server.
  void SetOwn(std::set<std::string> urls);

  Result<std::string> Submit(const Submission& submission, const Properties& properties) override {
    return Of(submission.url).Submit(submission, properties);
  }
  Result<void> Start(const std::string& url, const std::string& id) override {
    return Of(url).Start(url, id);
  }
  Result<JobProgress> Look(const std::string& url, const std::string& id) override {
    return Of(url).Look(url, id);
  }
  Result<void> Kill(const std::string& url, const std::string& id) override {
    return Of(url).Kill(url, id);
  }
  Result<FoundJob> Find(const Submission& submission) override {
    return Of(submission.url).Find(submission);
  }
  void BeginStep() override { others_.BeginStep(); }
  void EndStep() override { others_.EndStep(); }
  bool IsLeft(const std::string& url) override { return Of(url).IsLeft(url); }

 private:
  ExternalService& Of(const std::string& url);

  ExternalService& own_;
  ExternalService& others_;
  std::mutex mutex_;
  std::set<std::string> own_urls_;
};

}  // namespace hpdl::rt::celos

#endif  // HPDL_RUNTIME_SERVER_PROTOCOLS_CELOS_HOSTED_OWN_JOBS_H_
