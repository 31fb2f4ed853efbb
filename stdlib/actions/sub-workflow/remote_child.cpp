#include "stdlib/actions/sub-workflow/remote_child.h"

#include <algorithm>
#include <boost/asio/cancellation_state.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/system/system_error.hpp>
#include <chrono>
#include <optional>
#include <utility>
#include <vector>

#include "runtime/engines/workflow/inheritance.h"
#include "runtime/ground/base/sleep.h"
#include "runtime/world/oozie_client/oozie_server.h"
#include "runtime/world/site/site.h"
#include "stdlib/actions/sub-workflow/child_properties.h"
#include "stdlib/local/library_files.h"

namespace hpdl::stdlib {

namespace {

using rt::ErrorClass;
using rt::Outcome;
using rt::Setting;

constexpr const char* kExternalId = "oozie.wf.external.id";
constexpr const char* kApplicationPath = "oozie.wf.application.path";
constexpr const char* kNotification = "oozie.wf.workflow.notification.url";
constexpr const char* kFailNodes = "oozie.wf.rerun.failnodes";
/// The property that marks a rerun of the child by the parent, and not by a person.
constexpr const char* kRerunByParent = "oozie.action.subworkflow.rerun";
constexpr std::int64_t kFirstPause = 1000;
/// The longest pause between two requests while the local server does not answer. It is short, so
/// that the program soon notices the server after its restart.
constexpr std::int64_t kMostPauseAway = 2000;
constexpr const char* kParentId = "oozie.wf.parent.id";
constexpr const char* kSuperParentId = "oozie.wf.superparent.id";
/// The number of polls in a row that may have no answer. After one more poll without an answer the
/// policy for transient failures applies.
constexpr int kMostMissed = 3;
/// The timeout of each request of a kill, in milliseconds.
constexpr std::int64_t kKillMs = 5000;
constexpr std::int64_t kKillPauses[] = {0, 300, 1000};

/// Runs one child on another system: submits or reruns it, polls it until it has ended, or kills
/// it.
class Watch {
 public:
  Watch(rt::ActionContext& ctx, RemoteChild child, RemoteProgress progress)
      : ctx_(ctx),
        child_(std::move(child)),
        progress_(std::move(progress)),
        server_(ServerOf(ctx.site().Number(Setting::kRemoteTimeout) * 1000)) {}

  rt::Task<Outcome> Run() {
    for (std::int64_t pause = kFirstPause; !HasBegun(); pause = kMostPauseAway) {
      const bool again = !progress_.ended_run.empty();
      rt::Result<void> begun;
      // Not a conditional expression, because g++ 12 would destroy the value of its co_await twice.
      if (again) {
        begun = co_await RunAgain();
      } else {
        begun = co_await Begin();
      }
      if (!begun && !WillBeBack(begun.error())) {
        co_return co_await NotBegun(begun.error());
      }
      if (!begun) {
        if (!again) {
          progress_.id.clear();
        }
        ctx_.SetWaiting(server_.host() + ": " + begun.error().message);
        co_await rt::Sleep(std::chrono::milliseconds(pause));
      }
    }
    co_return co_await See();
  }

  /// Kills the child, after the action has been cancelled.
  rt::Task<Outcome> Kill() {
    Outcome outcome;
    outcome.external_status = "UNKNOWN";
    rt::OozieServer server = ServerOf(kKillMs);
    for (const std::int64_t pause : kKillPauses) {
      co_await rt::Sleep(std::chrono::milliseconds(pause));
      if (progress_.id.empty() && submitted_) {
        // The answer to Submit() was lost. The server may still be creating the job.
        rt::Result<std::string> found = co_await server.Find(progress_.tag);
        progress_.id = found ? *found : "";
      }
      if (progress_.id.empty()) {
        continue;
      }
      const rt::Result<void> killed = co_await server.Kill(progress_.id);
      if (killed || killed.error().error_class == ErrorClass::kError) {
        outcome.external_status.clear();  // as in Oozie
        break;
      }
    }
    outcome.external_id = progress_.id;
    outcome.tracker_uri = progress_.url;
    co_return outcome;
  }

 private:
  rt::OozieServer ServerOf(std::int64_t timeout_ms) const {
    if (!IsLocal()) {
      return {*ctx_.network(), progress_.url, ctx_.job().user, timeout_ms};
    }
    const rt::OwnServer& local = child_.local;
    return {*ctx_.network(), local.url, ctx_.job().user, timeout_ms,
            rt::OozieEntry{local.credential, local.key_pin}};
  }
  bool HasBegun() const { return !progress_.id.empty() && progress_.ended_run.empty(); }
  bool IsLocal() const { return progress_.url == kLocalServer; }
  bool WillBeBack(const rt::Error& error) const {
    return IsLocal() && error.error_class == ErrorClass::kTransient;
  }

  /// Finds the child of an earlier submission or submits a new child, and records the child's id in
  /// the journal.
  rt::Task<rt::Result<void>> Begin() {
    ctx_.SetWaiting(server_.host());
    for (int look = 0; submitted_ && progress_.id.empty() && look < 2; ++look) {
      if (look != 0) {  // the server may still be creating the child
        co_await rt::Sleep(std::chrono::milliseconds(kFirstPause));
      }
      rt::Result<std::string> found = co_await server_.Find(progress_.tag);
      HPDL_CO_TRY(found);
      progress_.id = std::move(*found);
    }
    if (progress_.id.empty()) {
      rt::Properties properties = Given();
      submitted_ = true;
      // An hpdld may still be making the child of an earlier request. The key finds this child.
      std::string key = IsLocal() ? progress_.tag : std::string();
      rt::Result<std::string> made = co_await server_.Submit(std::move(properties), std::move(key));
      HPDL_CO_TRY(made);
      progress_.id = std::move(*made);
    }
    ctx_.SetExternal(progress_.id, progress_.url, {});
    co_await ctx_.RecordProgress(progress_.ToText());
    co_return rt::Result<void>();
  }

  /// Reruns the failed nodes of the child of the previous run. The number of the child's last run
  /// is durable before the request is sent. So a later attempt can see that the rerun has begun,
  /// and does not request a second rerun.
  rt::Task<rt::Result<void>> RunAgain() {
    constexpr std::string_view kNoSuchJob = "E0604";
    ctx_.SetWaiting(server_.host());
    rt::Result<rt::OozieJob> job = co_await server_.Look(progress_.id, false);
    if (!job && job.error().code == kNoSuchJob) {  // the server has purged the job
      progress_ = {ctx_.tag(), progress_.url, {}, {}, {}};
      co_return rt::Result<void>();
    }
    HPDL_CO_TRY(job);
    if (progress_.ended_run == kAnyRun) {
      progress_.ended_run = std::to_string(job->run);
      co_await ctx_.RecordProgress(progress_.ToText());
    }
    if (job->ended() && progress_.ended_run == std::to_string(job->run)) {
      rt::Properties properties = Given();
      properties[kFailNodes] = properties[kRerunByParent] = "true";
      const rt::Result<void> asked = co_await server_.Rerun(progress_.id, std::move(properties));
      if (!asked) {
        co_return asked;
      }
    }
    progress_.ended_run.clear();
    co_await ctx_.RecordProgress(progress_.ToText());
    co_return rt::Result<void>();
  }

  rt::Wait ItsEnd() const { return {rt::Wait::Kind::kOozie, 0, 0, {progress_.url, progress_.id}}; }

  rt::Properties Given() {
    rt::Properties properties = child_.properties;
    properties.erase(std::string(kRemoteUrlProperty));
    properties[kApplicationPath] = child_.application;
    properties[kExternalId] = progress_.tag;
    properties.try_emplace("user.name", ctx_.job().user);
    if (IsLocal()) {  // only the server that started this program knows this job
      const std::string& id = ctx_.job().id;
      const auto super = ctx_.configuration().find(kSuperParentId);
      properties[kParentId] = id;
      properties[kSuperParentId] = super == ctx_.configuration().end() ? id : super->second;
      if (std::string library = LibraryForChildren(ctx_); !library.empty()) {
        properties[rt::kInheritedLibraryProperty] = std::move(library);
      }
    }
    // As in Oozie, the state of the child is reported to this action only, not to a URL of the
    // child's configuration.
    properties.erase(kNotification);
    if (std::string url = ctx_.CallbackUrl("$status"); !url.empty()) {
      properties[kNotification] = std::move(url);
    }
    return properties;
  }

  /// Ends the attempt. The server may have made the child even if it sent no answer. So the tag is
  /// recorded, and a later attempt looks for the child by this tag.
  rt::Task<Outcome> NotBegun(rt::Error error) {
    if (error.error_class != ErrorClass::kError && progress_.ToText() != ctx_.progress()) {
      co_await ctx_.RecordProgress(progress_.ToText());
    }
    co_return Outcome::Failed(error.error_class, std::move(error.code), std::move(error.message));
  }

  /// Starts the child if it has not been started, and polls it until it has ended.
  rt::Task<Outcome> See() {
    ctx_.SetExternal(progress_.id, progress_.url, {});
    rt::Result<rt::OozieJob> ended = co_await AwaitEnd();
    if (!ended) {
      co_return Unseen(ended.error());
    }
    co_return co_await EndedAs(std::move(*ended));
  }

  rt::Task<rt::Result<rt::OozieJob>> AwaitEnd() {
    std::optional<rt::Waiting> waiting;  // set when the child has been started
    const std::int64_t most = ctx_.site().Number(Setting::kRemotePoll, ctx_.configuration()) * 1000;
    std::int64_t pause = kFirstPause;
    for (int missed = 0;;) {
      rt::Result<rt::OozieJob> job = co_await LookAndStart();
      if (job && job->ended()) {
        co_return job;
      }
      if (job) {
        ctx_.SetExternalStatus(job->status);
      }
      if (job && !waiting) {
        waiting.emplace(ctx_, ItsEnd());
        co_await ctx_.RecordProgress(progress_.ToText());
      }
      if (job) {
        waiting->Confirm();
      }
      missed = job ? 0 : missed + 1;
      const bool away = !job && WillBeBack(job.error());
      if (!job && !away &&
          (job.error().error_class != ErrorClass::kTransient || missed > kMostMissed)) {
        co_return job;
      }
      ctx_.SetWaiting("job " + progress_.id + " at " + server_.host() + ": " +
                      (job ? job->status : job.error().message));
      const bool called = co_await AwaitNews(std::min(pause, away ? kMostPauseAway : most));
      pause = called ? kFirstPause : pause + pause / 2;
      pause = std::min(pause, most);
    }
  }

  rt::Task<rt::Result<rt::OozieJob>> LookAndStart() {
    rt::Result<rt::OozieJob> job = co_await server_.Look(progress_.id, false);
    if (job && job->status == "PREP") {
      HPDL_CO_TRY(co_await server_.Start(progress_.id));
      job->status = "RUNNING";
    }
    co_return job;
  }

  /// Returns true if the server has called back because the child's state has changed.
  rt::Task<bool> AwaitNews(std::int64_t most_ms) {
    if (ctx_.CallbackUrl("").empty()) {
      co_await rt::Sleep(std::chrono::milliseconds(most_ms));
      co_return false;
    }
    const std::optional<rt::Callback> callback = co_await ctx_.AwaitCallback(most_ms);
    co_return callback.has_value();
  }

  rt::Task<Outcome> EndedAs(rt::OozieJob job) {
    Outcome outcome;
    if (job.status != "SUCCEEDED") {
      rt::Result<rt::OozieJob> whole = co_await server_.Look(progress_.id, true);
      if (whole) {
        job = std::move(*whole);
      }
      progress_.judged = ctx_.tag();
      co_await ctx_.RecordProgress(progress_.ToText());
      outcome.error =
          rt::Error{ErrorClass::kError, job.error_code.empty() ? "E0725" : job.error_code,
                    "sub-workflow job " + progress_.id + " at " + server_.host() + " ended " +
                        job.status + (job.error_message.empty() ? "" : ": " + job.error_message)};
    }
    outcome.external_id = progress_.id;
    outcome.external_status = job.status;
    outcome.tracker_uri = progress_.url;
    outcome.console_url = job.console_url;
    co_return outcome;
  }

  /// Returns the outcome of a child whose end is not known. If the server refuses to give the
  /// child's state, the action fails. Otherwise the child continues, and a later attempt asks for
  /// its state again.
  Outcome Unseen(const rt::Error& error) const {
    Outcome outcome = Outcome::Failed(error.error_class, error.code,
                                      "job " + progress_.id + ": " + error.message);
    outcome.at_end = error.error_class != ErrorClass::kError;
    outcome.external_id = progress_.id;
    outcome.tracker_uri = progress_.url;
    return outcome;
  }

  rt::ActionContext& ctx_;
  const RemoteChild child_;
  RemoteProgress progress_;
  rt::OozieServer server_;
  /// True if the server may have a child, even if this process does not know the child's id.
  bool submitted_ = ctx_.resumed() || progress_.tag != ctx_.tag();
};

std::string OrDash(const std::string& text) {
  return text.empty() ? "-" : text;
}

/// Returns the facts of the child with which this attempt continues, or of a new child.
rt::Result<RemoteProgress> Remembered(const rt::ActionContext& ctx, const RemoteChild& child) {
  RemoteProgress progress = RemoteProgress::Of(ctx.progress());
  const bool over = !progress.judged.empty() && progress.judged != ctx.tag();
  if (!progress.tag.empty() && !over) {
    return progress;
  }
  rt::Result<std::string> url =
      child.url == kLocalServer ? rt::Result<std::string>(child.url) : rt::ReadOozieUrl(child.url);
  HPDL_TRY(url);
  RemoteProgress fresh{ctx.tag(), std::move(*url), {}, {}, {}};
  if (progress.tag.empty()) {
    RemoteProgress before = RemoteProgress::Of(ctx.progress_before());
    if (before.url == fresh.url && !before.id.empty()) {
      fresh.id = std::move(before.id);
      fresh.ended_run = kAnyRun;
    }
  }
  return fresh;
}

}  // namespace

std::string RemoteProgress::ToText() const {
  return "oozie " + tag + " " + url + " " + OrDash(id) + " " + OrDash(judged) +
         (ended_run.empty() ? "" : " " + ended_run);
}

RemoteProgress RemoteProgress::Of(std::string_view text) {
  std::vector<std::string> words;
  while (!text.empty()) {
    const std::string_view word = text.substr(0, text.find(' '));
    words.emplace_back(word == "-" ? "" : word);
    text.remove_prefix(std::min(text.size(), word.size() + 1));
  }
  if (words.size() == 5) {  // the progress of a child that need not run again
    words.emplace_back();
  }
  if (words.size() != 6 || words[0] != "oozie") {
    return {};
  }
  return {words[1], words[2], words[3], words[4], words[5]};
}

rt::Task<Outcome> RunRemoteChild(rt::ActionContext& ctx, RemoteChild child) {
  if (ctx.network() == nullptr) {
    co_return NoSubWorkflow(
        "a sub-workflow that another Oozie server runs needs the network, but the program of the "
        "job was built with --no-network");
  }
  rt::Result<RemoteProgress> progress = Remembered(ctx, child);
  if (!progress) {
    co_return Outcome::Failed(progress.error().error_class, progress.error().code,
                              progress.error().message);
  }
  Watch watch(ctx, std::move(child), std::move(*progress));
  const boost::asio::cancellation_state state = co_await boost::asio::this_coro::cancellation_state;
  // If the task is cancelled from the start, it only kills a child that a killed job has left.
  if (state.cancelled() == boost::asio::cancellation_type::none) {
    try {
      co_return co_await watch.Run();
    } catch (const boost::system::system_error&) {
      // The action is cancelled.
    }
  }
  co_await boost::asio::this_coro::reset_cancellation_state(boost::asio::disable_cancellation());
  co_return co_await watch.Kill();
}

}  // namespace hpdl::stdlib
