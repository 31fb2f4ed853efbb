#include "stdlib/cluster/application.h"

#include <algorithm>
#include <boost/asio/this_coro.hpp>
#include <boost/system/system_error.hpp>
#include <chrono>
#include <utility>

#include "runtime/engines/workflow/retry.h"
#include "runtime/engines/workflow/world.h"
#include "runtime/ground/base/clock.h"
#include "runtime/ground/base/sleep.h"
#include "runtime/world/hadoop/conf.h"
#include "stdlib/local/settings.h"

namespace hpdl::stdlib {

namespace {

namespace this_coro = boost::asio::this_coro;
using rt::Application;
using rt::Error;
using rt::ErrorClass;
using rt::Outcome;

constexpr char kSubmitted[] = " submitted";
constexpr std::int64_t kSecondMs = 1000;
constexpr char kLost[] = "JA017";
/// The most times that an application is submitted. A resource manager that restarts may have
/// forgotten an application that it had not saved yet. The application is then submitted again.
constexpr int kMostSubmissions = 3;
/// A kill ends only after more than this many answers "unknown application", because a submission
/// that was not answered may reach the cluster late.
constexpr int kTimesUnknown = 4;
/// The longest time between the requests of one kill, without the requests themselves. So a slow
/// answer leaves time to repeat the request.
constexpr std::int64_t kKillPauseMs = 30'000;
/// The longest time of one kill with its requests, except the request that runs at this moment.
constexpr auto kKillLimit = std::chrono::minutes(5);

/// Returns the outcome after a failed request to the cluster. The state of the application itself
/// is not known.
Outcome AtEnd(const Error& error) {
  const ErrorClass error_class =
      error.error_class == ErrorClass::kTransient ? ErrorClass::kNonTransient : error.error_class;
  Outcome outcome = Outcome::Failed(error_class, error.code, error.message);
  outcome.at_end = error_class == ErrorClass::kNonTransient;
  return outcome;
}

/// Counts consecutive failures of requests to the cluster, by the policy for transient failures.
class Patience {
 public:
  explicit Patience(const rt::ActionContext& ctx)
      : policy_(rt::TransientPolicy(ctx.site(), ctx.configuration(), ctx.kind())) {}
  /// Returns the milliseconds to wait before the next try. Returns a negative number if there must
  /// be no next try.
  std::int64_t Failed() {
    if (state_.transient_tries >= policy_.max) {
      return -1;
    }
    ++state_.transient_tries;
    return rt::TransientDelay(policy_, state_);
  }
  void Succeeded() { state_.transient_tries = 0; }

 private:
  const rt::RetryPolicy policy_;
  rt::RetryState state_;
};

/// One attempt as one YARN application.
class Frame {
 public:
  Frame(rt::ActionContext& ctx, rt::Cluster& cluster, ApplicationSteps steps)
      : ctx_(ctx),
        cluster_(cluster),
        steps_(std::move(steps)),
        patience_(ctx),
        id_(ApplicationOf(ctx.progress())),
        submitted_(ctx.progress().ends_with(kSubmitted)) {}

  rt::Task<Outcome> Run();
  rt::Task<Outcome> Stop();

 private:
  rt::Task<rt::Result<void>> TakeId();
  rt::Task<rt::Result<bool>> IsKnown();
  rt::Task<std::optional<Outcome>> Start();
  rt::Task<rt::Result<void>> Submit(rt::Submission submission);
  bool IsLost(const Error& error) const;
  rt::Wait ItsEnd() const;
  rt::Task<rt::Result<Application>> AwaitEnd();
  rt::Task<std::optional<Outcome>> Watch();
  rt::Task<Outcome> Conclude(Application app);
  rt::Task<bool> Bridge(Error error);
  rt::Task<Outcome> GiveUp(Error error);
  rt::Task<bool> KillAndWait();
  Outcome Named(Outcome outcome) const;
  /// Shows the external ids to users while the action runs.
  void Tell();
  /// Returns the progress of the attempt. `PROGRAM log` reads it, too.
  std::string Recorded() const { return id_ + " " + cluster_.user() + " " + cluster_.name(); }

  rt::ActionContext& ctx_;
  rt::Cluster& cluster_;
  const ApplicationSteps steps_;
  Patience patience_;
  std::string id_;
  bool submitted_;
  int submissions_ = 0;  ///< number of submissions by this process
  std::string status_;   ///< the last known status
};

void Frame::Tell() {
  Outcome named = Named({});
  ctx_.SetExternal(std::move(named.external_id), std::move(named.tracker_uri),
                   std::move(named.console_url));
}

Outcome Frame::Named(Outcome outcome) const {
  outcome.external_id = steps_.external_id == nullptr ? id_ : steps_.external_id(id_);
  outcome.tracker_uri = cluster_.name();
  outcome.console_url = cluster_.ConsoleUrl(id_);
  return outcome;
}

rt::Task<Outcome> Frame::Run() {
  if (id_.empty()) {
    const rt::Result<void> taken = co_await TakeId();
    if (!taken) {
      const Error& error = taken.error();
      co_return Outcome::Failed(error.error_class, error.code, error.message);
    }
  } else {
    Tell();
    const rt::Result<bool> known = co_await IsKnown();
    if (!known) {
      co_return Named(AtEnd(known.error()));
    }
    submitted_ = *known;
  }
  while (true) {
    if (!submitted_) {
      std::optional<Outcome> failed = co_await Start();
      if (failed) {
        co_return Named(std::move(*failed));
      }
    }
    std::optional<Outcome> ended = co_await Watch();
    if (ended) {
      co_return Named(std::move(*ended));
    }
  }
}

rt::Task<rt::Result<void>> Frame::TakeId() {
  ctx_.SetWaiting("resource manager " + cluster_.name());
  rt::Result<std::string> id = co_await cluster_.NewApplication();
  HPDL_CO_TRY(id);
  id_ = std::move(*id);
  Tell();
  co_await ctx_.RecordProgress(Recorded());
  co_return rt::Result<void>();
}

/// Returns true if an earlier process submitted the application. The earlier process may have ended
/// before it recorded the submission, so this function asks the cluster.
rt::Task<rt::Result<bool>> Frame::IsKnown() {
  if (submitted_) {
    co_return true;
  }
  while (true) {
    rt::Result<std::optional<Application>> found = co_await cluster_.Find(id_);
    Error error;
    if (found && (*found || steps_.external_id == nullptr)) {
      patience_.Succeeded();
      co_return found->has_value();
    }
    if (found) {  // a MapReduce job that ended so long ago that only the history has it
      const rt::Result<std::optional<rt::HistoryJob>> job =
          co_await cluster_.Job(steps_.external_id(id_));
      if (job) {
        patience_.Succeeded();
        co_return job->has_value();
      }
      error = job.error();
    } else {
      error = found.error();
    }
    if (!co_await Bridge(error)) {
      co_return error;
    }
  }
}

/// Waits after a failed request to the cluster. Returns false if the request must not be repeated.
rt::Task<bool> Frame::Bridge(Error error) {
  const std::int64_t delay = error.error_class == ErrorClass::kTransient ? patience_.Failed() : -1;
  if (delay < 0) {
    co_return false;
  }
  ctx_.SetWaiting(error.message + "; the next request follows in " +
                  std::to_string((delay + kSecondMs - 1) / kSecondMs) + " s");
  co_await rt::Sleep(std::chrono::milliseconds(delay));
  co_return true;
}

/// Prepares and submits the application. Returns nullopt if the application is submitted.
rt::Task<std::optional<Outcome>> Frame::Start() {
  while (true) {
    Error error;
    rt::Result<rt::Submission> submission = co_await steps_.prepare(id_);
    if (!submission) {
      error = submission.error();
    } else {
      ctx_.SetWaiting("submission of " + id_);
      submission->id = id_;
      submission->tags.push_back(ctx_.tag());
      submission->tags.push_back(ProgramTag(ctx_));
      const rt::Result<void> submitted = co_await Submit(std::move(*submission));
      if (submitted) {
        break;
      }
      error = submitted.error();
    }
    if (!co_await Bridge(error)) {
      co_return co_await GiveUp(std::move(error));
    }
    // The submission may have succeeded although its answer was lost.
    const rt::Result<bool> known = co_await IsKnown();
    if (!known) {
      co_return AtEnd(known.error());
    }
    if (*known) {
      break;
    }
  }
  ++submissions_;
  submitted_ = true;  // AwaitEnd() records `submitted_` in the journal together with the wait
  co_return std::nullopt;
}

/// Ends the attempt after a failed request. Cleans up if the error is kError.
rt::Task<Outcome> Frame::GiveUp(Error error) {
  if (error.error_class == ErrorClass::kError) {
    co_await steps_.clean(id_);
  }
  co_return AtEnd(error);
}

/// Submits the application. A kill waits until the request has ended. A request that is cut off
/// could reach the server after the request to kill the application, and the application would run.
rt::Task<rt::Result<void>> Frame::Submit(rt::Submission submission) {
  co_await this_coro::throw_if_cancelled(false);
  co_await this_coro::reset_cancellation_state(boost::asio::enable_terminal_cancellation(),
                                               boost::asio::disable_cancellation());
  const rt::Result<void> submitted = co_await cluster_.Submit(std::move(submission));
  const boost::asio::cancellation_state state = co_await this_coro::cancellation_state;
  const bool cancelled = state.cancelled() != boost::asio::cancellation_type::none;
  co_await this_coro::reset_cancellation_state();
  co_await this_coro::throw_if_cancelled(true);
  if (cancelled) {
    throw boost::system::system_error(boost::asio::error::operation_aborted);
  }
  co_return submitted;
}

bool Frame::IsLost(const Error& error) const {
  return error.code == kLost && submissions_ > 0 && submissions_ < kMostSubmissions &&
         (status_.empty() || status_.starts_with("NEW"));
}

rt::Wait Frame::ItsEnd() const {
  return {rt::Wait::Kind::kYarn, 0, 0, {cluster_.name(), cluster_.user(), id_, ProgramTag(ctx_)}};
}

/// Returns the application when it has ended. Returns an error if a request to the cluster failed
/// and must not be repeated.
rt::Task<rt::Result<Application>> Frame::AwaitEnd() {
  rt::Waiting waiting(ctx_, ItsEnd());
  ctx_.SetExternalStatus("RUNNING");  // Oozie shows this status while an application waits, too
  if (const std::string record = Recorded() + kSubmitted; ctx_.progress() != record) {
    co_await ctx_.RecordProgress(record);
  }
  while (true) {
    // The status stands before the id, because a narrow terminal cuts off the end of the text and
    // only the status changes.
    ctx_.SetWaiting(status_.empty() ? id_ : status_ + ", " + id_);
    rt::Result<Application> news = co_await cluster_.NextState(id_, ProgramTag(ctx_), status_);
    if (news) {
      patience_.Succeeded();
      status_ = news->Status();
      if (news->ended()) {
        co_return news;
      }
      waiting.Confirm();
    } else if (IsLost(news.error()) || !co_await Bridge(news.error())) {
      co_return news;
    }
  }
}

/// Waits for the end of the application and returns the outcome of the attempt. Returns nullopt if
/// the resource manager lost the application before it was started; the application must then be
/// submitted again.
rt::Task<std::optional<Outcome>> Frame::Watch() {
  rt::Result<Application> ended = co_await AwaitEnd();
  if (ended) {
    co_return co_await Conclude(std::move(*ended));
  }
  if (IsLost(ended.error())) {
    submitted_ = false;
    co_return std::nullopt;
  }
  co_return co_await GiveUp(ended.error());
}

rt::Task<Outcome> Frame::Conclude(Application app) {
  ctx_.SetWaiting("results of " + id_);
  while (true) {
    Outcome outcome = co_await steps_.conclude(app);
    if (outcome.external_status.empty()) {
      outcome.external_status = app.final_status;
    }
    const bool asks_again =
        outcome.error && (outcome.error->error_class == ErrorClass::kTransient ||
                          outcome.error->error_class == ErrorClass::kNonTransient);
    if (!asks_again) {
      co_await steps_.clean(id_);
      co_return outcome;
    }
    if (!co_await Bridge(*outcome.error)) {
      co_return AtEnd(*outcome.error);
    }
  }
}

/// Ends the attempt of a killed action.
rt::Task<Outcome> Frame::Stop() {
  Outcome outcome;
  if (id_.empty()) {
    co_return outcome;
  }
  ctx_.SetWaiting("kill of " + id_);
  if (co_await KillAndWait()) {
    outcome.external_status = "KILLED";
    co_await steps_.clean(id_);
  }
  co_return Named(std::move(outcome));
}

/// Kills the application, and waits until it has ended or the cluster does not know it. Returns
/// false if this takes too long.
rt::Task<bool> Frame::KillAndWait() {
  const auto end = rt::SteadyClock::now() + kKillLimit;
  bool asked = false;
  int unknown = 0;
  std::int64_t pause_ms = 100;
  for (std::int64_t paused_ms = 0; paused_ms < kKillPauseMs && rt::SteadyClock::now() < end;
       paused_ms += pause_ms, pause_ms = std::min<std::int64_t>(pause_ms * 2, kSecondMs)) {
    if (!asked) {
      const rt::Result<void> killed = co_await cluster_.Kill(id_);
      asked = killed.ok();
    }
    const rt::Result<std::optional<Application>> found = co_await cluster_.Find(id_);
    if (found && *found && (*found)->ended()) {
      co_return true;
    }
    // An unknown application may still appear, if a submission whose answer was lost arrives late.
    unknown += found && !*found ? 1 : 0;
    if (unknown > (submitted_ ? 1 : kTimesUnknown)) {
      co_return true;
    }
    asked = asked && found && *found;
    co_await rt::Sleep(std::chrono::milliseconds(pause_ms));
  }
  co_return false;
}

}  // namespace

rt::Task<Outcome> RunApplication(rt::ActionContext& ctx, rt::Cluster& cluster,
                                 ApplicationSteps steps) {
  Frame frame(ctx, cluster, std::move(steps));
  // If the task is cancelled from the start, it only ends what a killed job has left in the cluster
  // (runtime/engines/workflow/leftovers.h).
  const boost::asio::cancellation_state state = co_await this_coro::cancellation_state;
  if (state.cancelled() != boost::asio::cancellation_type::none) {
    co_await this_coro::reset_cancellation_state(boost::asio::disable_cancellation());
    co_return co_await frame.Stop();
  }
  try {
    co_return co_await frame.Run();
  } catch (const boost::system::system_error&) {
    // The action is cancelled. The steps after this block must not be cancelled. They are outside
    // of the catch block, because it allows no co_await.
  }
  co_await this_coro::reset_cancellation_state(boost::asio::disable_cancellation());
  co_return co_await frame.Stop();
}

std::string MapReduceId(const std::string& application_id) {
  const std::size_t digits = application_id.find('_');
  return "job" + (digits == std::string::npos ? "" : application_id.substr(digits));
}

std::string ApplicationOf(std::string_view progress) {
  progress = progress.substr(0, progress.find(' '));
  return progress.starts_with("application_") ? std::string(progress) : std::string();
}

rt::Result<rt::Cluster*> ClusterOf(rt::ActionContext& ctx,
                                   const std::optional<std::string>& job_tracker,
                                   const rt::Properties& configuration) {
  rt::Clusters* clusters = ctx.clusters();
  if (clusters == nullptr) {
    return rt::Error{
        rt::ErrorClass::kError, "E0723",
        "the program of the job was built with --no-network and cannot reach a cluster"};
  }
  auto user = ctx.User({}, configuration);
  HPDL_TRY(user);
  return clusters->Open(job_tracker.value_or(GlobalOf(ctx).job_tracker.value_or("")), *user);
}

std::string AuthenticationOf(const rt::Cluster& cluster) {
  return cluster.conf().Value("hadoop.security.authentication");
}

std::string ProgramTag(const rt::ActionContext& ctx) {
  constexpr std::string_view kPrefix = "hpdl-";
  return "hpdl-job-" + rt::AttemptTag(ctx.job(), 0, {}, 0).substr(kPrefix.size());
}

}  // namespace hpdl::stdlib
