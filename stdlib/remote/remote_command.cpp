#include "stdlib/remote/remote_command.h"

#include <unistd.h>

#include <algorithm>
#include <boost/asio/cancellation_state.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/system/system_error.hpp>
#include <chrono>
#include <exception>

#include "runtime/engines/workflow/retry.h"
#include "runtime/ground/base/sleep.h"
#include "runtime/world/site/site.h"
#include "stdlib/local/command.h"
#include "stdlib/local/work_files.h"
#include "stdlib/remote/remote_end.h"
#include "stdlib/remote/remote_host.h"

namespace hpdl::stdlib {

namespace {

namespace asio = boost::asio;
using rt::ErrorClass;
using rt::Outcome;
using rt::Result;
using rt::Setting;
using rt::SshReply;

constexpr std::int64_t kFirstLookMs = 100;
/// The number of bytes of output that are kept for `log` if the output is not captured.
constexpr std::int64_t kLogBytes = 64 << 10;
constexpr std::int64_t kErrorBytes = 64 << 10;
/// The most bytes of text that a login shell may print itself.
constexpr std::size_t kNoiseBytes = 1 << 20;
constexpr std::int64_t kKillMs = 15'000, kKillQueueMs = 60'000, kRemoveMs = 10'000;
/// LookScript() gives the answers "idle" and "claimed". After kIdleLooks consecutive "idle" answers
/// the command is started again, and it is started at most kMostStarts times. After
/// kMostClaimedLooks "claimed" answers the command is lost.
constexpr int kIdleLooks = 4, kMostStarts = 5, kMostClaimedLooks = 20;

/// Sends the scripts of one attempt to the machine and reads the answers.
class Conversation {
 public:
  Conversation(rt::Ssh& ssh, rt::ActionContext& ctx, RemoteTask task)
      : ssh_(ssh),
        ctx_(ctx),
        task_(std::move(task)),
        place_{std::string(ctx.site().Text(Setting::kSshDirectory)), ctx.tag()},
        timeout_ms_(ctx.site().Number(Setting::kSshTimeout) * 2000),
        host_(task_.target.Text()),
        spoken_(ctx.resumed()) {}

  rt::Task<Outcome> Run();
  rt::Task<void> Kill();

 private:
  Outcome Fail(ErrorClass error_class, const char* code, const std::string& what, bool at_end);
  Outcome Lost(const std::string& what);
  /// Runs one script. If the output has no answer line, the error is "SETUP_FAILED".
  rt::Task<Result<SshReply>> Say(std::string script, std::int64_t timeout_ms,
                                 std::int64_t queue_ms);
  /// Runs one script and repeats it during outages. Returns only errors that a person has to mend.
  rt::Task<Result<SshReply>> Insist(std::string script);
  rt::Task<Result<void>> Make();
  /// Sends the binary files of the command. A missing directory is no error here, because the start
  /// script detects it.
  rt::Task<Result<void>> Put();
  rt::Task<Outcome> Watch(bool start);
  rt::Task<Outcome> End(RemoteEnd end);
  void KeepLogs(const RemoteEnd& end) const;
  Outcome Conclude(const RemoteEnd& end) const;
  std::int64_t OutLimit() const { return task_.capture ? ctx_.capture_limit() : kLogBytes; }

  rt::Ssh& ssh_;
  rt::ActionContext& ctx_;
  const RemoteTask task_;
  const RemotePlace place_;
  const std::int64_t timeout_ms_;
  const std::string host_;
  bool spoken_;  ///< the machine may have files or processes of the attempt
};

Outcome Conversation::Fail(ErrorClass error_class, const char* code, const std::string& what,
                           bool at_end) {
  Outcome outcome = Outcome::Failed(error_class, code, host_ + ": " + what);
  outcome.at_end = at_end;
  outcome.tracker_uri = host_;
  return outcome;
}

Outcome Conversation::Lost(const std::string& what) {
  return Fail(ErrorClass::kNonTransient, "JA017",
              what + ": check if the command did its work; 'retry' runs it again", false);
}

rt::Task<Result<SshReply>> Conversation::Say(std::string script, std::int64_t timeout_ms,
                                             std::int64_t queue_ms) {
  rt::SshRequest request;
  request.target = task_.target;
  request.command = kRemoteShell;
  // The time limit grows with the script, because a file of some megabytes needs more time.
  request.timeout_ms = timeout_ms + static_cast<std::int64_t>(script.size() / 64);
  request.queue_ms = queue_ms;
  request.input = std::move(script);
  request.output_limit = static_cast<std::size_t>(OutLimit() + kErrorBytes) + kNoiseBytes;
  spoken_ = true;
  Result<SshReply> reply = co_await ssh_.Run(std::move(request));
  if (reply && ReadAnswer(place_, reply->out).words.empty()) {
    const std::string tail = TailOfText(reply->err);
    co_return rt::Error{ErrorClass::kNonTransient, "SETUP_FAILED",
                        host_ + ": exit code " + std::to_string(reply->exit_code) +
                            " from /bin/sh" + (tail.empty() ? "" : ": " + tail)};
  }
  co_return reply;
}

rt::Task<Result<SshReply>> Conversation::Insist(std::string script) {
  const rt::RetryPolicy policy =
      rt::TransientPolicy(ctx_.site(), ctx_.configuration(), ctx_.kind());
  rt::RetryState state;
  while (true) {
    Result<SshReply> reply = co_await Say(script, timeout_ms_, 0);
    if (reply || reply.error().error_class != ErrorClass::kTransient) {
      co_return reply;
    }
    if (state.transient_tries >= policy.max) {
      reply.error().error_class = ErrorClass::kNonTransient;
      co_return reply;
    }
    ++state.transient_tries;
    const std::int64_t wait = rt::TransientDelay(policy, state);
    ctx_.SetWaiting(host_ + " to answer again (" + reply.error().message + ")");
    co_await rt::Sleep(std::chrono::milliseconds(wait));
  }
}

rt::Task<Outcome> Conversation::Run() {
  if (std::optional<RemoteEnd> end = EndOfProgress(ctx_.progress())) {
    co_return co_await End(std::move(*end));
  }
  const bool made = ctx_.progress() == kRemoteMade;
  ctx_.SetWaiting(host_);
  if (!made) {
    const Result<void> done = co_await Make();
    if (!done) {
      Outcome outcome;
      outcome.error = done.error();
      outcome.tracker_uri = host_;
      co_return outcome;
    }
  }
  spoken_ = true;
  co_return co_await Watch(!made);
}

/// Makes the directory on the other machine. Later scripts do nothing if the directory does not
/// exist. The end of the attempt removes the directory, so a start script that arrives late has no
/// effect.
rt::Task<Result<void>> Conversation::Make() {
  std::string script = MakeScript(place_);
  // The request is repeated during outages: a new attempt would make another directory, and the
  // directory of this attempt might stay.
  const Result<SshReply> reply = co_await Insist(std::move(script));
  HPDL_CO_TRY(reply);
  std::string made = kRemoteMade;
  co_await ctx_.RecordProgress(std::move(made));
  co_return Result<void>();
}

rt::Task<Result<void>> Conversation::Put() {
  for (const RemoteBinary& file : task_.command.binaries) {
    for (std::size_t part = 0; part < PartsOf(file.content); ++part) {
      std::string script = PutScript(place_, file.name, part, PartOf(file.content, part));
      const Result<SshReply> reply = co_await Insist(std::move(script));
      HPDL_CO_TRY(reply);
      if (ReadAnswer(place_, reply->out).words[0] == "gone") {
        co_return Result<void>();
      }
    }
  }
  co_return Result<void>();
}

rt::Task<Outcome> Conversation::Watch(bool start) {
  const std::int64_t longest = ctx_.site().Number(Setting::kSshPoll) * 1000;
  std::int64_t wait = kFirstLookMs;
  int starts = 0;
  int idle = 0;
  int claimed = 0;
  while (true) {
    std::string script =
        start ? StartScript(place_, task_.command) : LookScript(place_, OutLimit(), kErrorBytes);
    Result<void> put;
    if (start) {
      put = co_await Put();
    }
    Result<SshReply> reply = SshReply();
    if (put) {
      reply = co_await Insist(std::move(script));
    }
    if (!put || !reply) {
      Outcome outcome;
      outcome.error = put ? reply.error() : put.error();
      outcome.at_end = true;
      outcome.tracker_uri = host_;
      co_return outcome;
    }
    const RemoteAnswer answer = ReadAnswer(place_, reply->out);
    const std::string& state = answer.words[0];
    if (std::optional<RemoteEnd> end = EndOfAnswer(answer, reply->err)) {
      co_return co_await End(std::move(*end));
    }
    if (state == "gone") {
      co_return Lost("the directory " + place_.Path() + " of the action no longer exists");
    }
    if (state == "lost" || (state == "claimed" && ++claimed > kMostClaimedLooks)) {
      co_return Lost("nobody saw the command end, perhaps because of a reboot");
    }
    idle = state == "idle" ? idle + 1 : 0;
    starts += start ? 1 : 0;
    start = idle >= kIdleLooks;
    if (start && starts >= kMostStarts) {
      co_return Fail(ErrorClass::kNonTransient, "SETUP_FAILED", "the command does not start", true);
    }
    idle = start ? 0 : idle;
    if (state == "running" && answer.words.size() == 2) {
      ctx_.SetExternalStatus("RUNNING");
      ctx_.SetWaiting("pid " + answer.words[1] + " on " + host_);
    }
    co_await rt::Sleep(std::chrono::milliseconds(wait));
    wait = state == "running" ? std::min(wait + wait / 2, longest) : wait;
  }
}

/// Ends the attempt. First the end of the command is recorded durably, then the directory is
/// removed. In the opposite order a crash could lose the command's end.
rt::Task<Outcome> Conversation::End(RemoteEnd end) {
  if (!EndOfProgress(ctx_.progress())) {
    KeepLogs(end);
    std::string record = EndToProgress(end, OutLimit());
    co_await ctx_.RecordProgress(std::move(record));
  }
  // If the machine does not answer this request, the directory stays on the machine. The outcome
  // does not depend on the answer.
  std::string script = RemoveScript(place_);
  (void)co_await Say(std::move(script), kRemoveMs, kRemoveMs);
  co_return Conclude(end);
}

/// Writes the output to the files in which `log` looks for the output of local commands.
void Conversation::KeepLogs(const RemoteEnd& end) const {
  const Result<std::string> directory = ctx_.WorkDirectory();
  if (!directory) {
    return;
  }
  if (!end.out.empty()) {
    (void)WriteWholeFile(*directory + ".out", end.out, 0600);
  }
  if (!end.err.empty()) {
    (void)WriteWholeFile(*directory + ".err", end.err, 0600);
  }
  rmdir(directory->c_str());
}

Outcome Conversation::Conclude(const RemoteEnd& end) const {
  Outcome outcome = OutcomeOfEnd(ctx_, end, task_.capture);
  outcome.tracker_uri = host_;
  return outcome;
}

rt::Task<void> Conversation::Kill() {
  if (spoken_ && !EndOfProgress(ctx_.progress())) {
    std::string script = KillScript(place_);
    (void)co_await Say(std::move(script), kKillMs, kKillQueueMs);
  }
}

}  // namespace

rt::Task<Outcome> RunRemoteBy(rt::Ssh& ssh, rt::ActionContext& ctx, RemoteTask task) {
  for (std::string& variable : AttemptVariables(ctx)) {
    task.command.environment.push_back(std::move(variable));
  }
  Conversation conversation(ssh, ctx, std::move(task));
  // If the call is cancelled from the start, it removes what a killed job has left, and does not
  // wait for the command.
  if (!co_await CancelledAlready()) {
    std::exception_ptr thrown;
    try {
      Outcome outcome = co_await conversation.Run();
      co_return outcome;
    } catch (const boost::system::system_error&) {
      thrown = std::current_exception();
    }
    // The cancellation state is read in this coroutine, because an awaited coroutine would throw
    // for the cancellation, too.
    const asio::cancellation_state state = co_await asio::this_coro::cancellation_state;
    if (state.cancelled() == asio::cancellation_type::none) {
      std::rethrow_exception(thrown);
    }
  }
  // Kill() must not be cancelled. The engine waits for it before it reports that the job is killed.
  co_await asio::this_coro::reset_cancellation_state(asio::disable_cancellation());
  co_await conversation.Kill();
  co_return Outcome::Failed(ErrorClass::kFatal, "JA017", "killed");
}

rt::Task<Outcome> RunRemote(rt::ActionContext& ctx, RemoteTask task) {
  rt::Ssh* ssh = co_await rt::SshOnThisLoop(SshOptionsOf(ctx.site()));
  Outcome outcome = co_await RunRemoteBy(*ssh, ctx, std::move(task));
  co_return outcome;
}

rt::Task<bool> CancelledAlready() {
  const asio::cancellation_state state = co_await asio::this_coro::cancellation_state;
  co_return state.cancelled() != asio::cancellation_type::none;
}

bool RemoteBegun(const rt::ActionContext& ctx) {
  return ctx.progress() == kRemoteMade || EndOfProgress(ctx.progress()).has_value();
}

}  // namespace hpdl::stdlib
