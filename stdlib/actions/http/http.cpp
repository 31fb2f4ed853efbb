#include <algorithm>
#include <optional>
#include <utility>

#include "runtime/engines/workflow/callbacks.h"
#include "runtime/engines/workflow/kind.h"
#include "runtime/ground/base/clock.h"
#include "runtime/world/site/site.h"
#include "stdlib/actions/http/http.kind.h"
#include "stdlib/actions/http/http_parts.h"

namespace hpdl::stdlib {

namespace {

using rt::ErrorClass;
using rt::Outcome;
using rt::Setting;

/// The body of a captured reply may always have this many bytes, even if the limit for captured
/// data is smaller. So a long error reply of the server is not mistaken for a payload that is too
/// long.
constexpr std::int64_t kMostRead = 1 << 20;

Outcome Failed(const rt::Error& error) {
  return Outcome::Failed(error.error_class, error.code, error.message);
}

/// One attempt of an action, from its first request to its end.
class Call {
 public:
  explicit Call(rt::ActionContext& ctx)
      : ctx_(ctx),
        args_(DecodeArgs<HttpArgs>(kHttpKind, ctx.shape(), ctx.args())),
        waits_(args_.wait || args_.mode == "WAIT"),
        progress_(HttpProgress::Of(ctx.progress())),
        key_(progress_.key.empty() ? ctx.tag() : progress_.key) {}

  rt::Task<Outcome> Run() {
    if (const rt::Result<void> usable = Check(); !usable) {
      co_return Failed(usable.error());
    }
    // A callback proves that the request arrived, even if the answer to the request was lost.
    if (waits_ && ctx_.resumed()) {
      std::optional<rt::Callback> early = co_await ctx_.AwaitCallback(0);
      if (early) {
        co_return EndedBy(*early);
      }
    }
    if (progress_.answered != ctx_.tag()) {
      std::optional<Outcome> ended = co_await Request();
      if (ended) {
        co_return std::move(*ended);
      }
    }
    co_return co_await Wait();
  }

 private:
  rt::Result<void> Check() const {
    const auto wrong = [](const char* code, std::string message) {
      return rt::Error{ErrorClass::kError, code, std::move(message)};
    };
    if (ctx_.network() == nullptr) {
      return rt::Error{ErrorClass::kNonTransient, "HTTP001",
                       "the program of the job was built with --no-network"};
    }
    if (!args_.mode.empty() && args_.mode != "WAIT" && args_.mode != "CONTINUE") {
      return wrong("HTTP002", "mode must be CONTINUE or WAIT, not '" + args_.mode + "'");
    }
    if (!args_.url.starts_with("http://") && !args_.url.starts_with("https://")) {
      return wrong("HTTP002", "the URL must begin with http:// or https://");
    }
    if (!IsHeaderText(args_.url)) {
      return wrong("HTTP002", "the URL has a control character in it");
    }
    if (args_.post && !IsHeaderText(args_.post->content_type)) {
      return wrong("HTTP002", "the content type is invalid");
    }
    if (waits_ && ctx_.CallbackUrl("").empty()) {
      return wrong(
          "HTTP006",
          "the program does not listen for the callback that the action waits for; run with "
          "--callback-listen");
    }
    return {};
  }

  rt::HttpRequest Compose() const {
    const rt::Site& site = ctx_.site();
    const rt::Properties& job = ctx_.configuration();
    rt::HttpRequest request;
    request.url = args_.url;
    request.headers.emplace_back("Idempotency-Key", key_);
    if (args_.post) {
      request.method = "POST";
      request.headers.emplace_back("Content-Type", args_.post->content_type);
      request.body = args_.post->payload;
    }
    request.total_ms = site.Number(Setting::kHttpTimeout, job) * 1000;
    request.idle_ms = request.total_ms;
    request.connect_ms = std::min<std::int64_t>(request.connect_ms, request.total_ms);
    request.redirects = static_cast<int>(site.Number(Setting::kHttpRedirects, job));
    request.drop_body = waits_ || !args_.capture_output;
    request.reply_limit = std::max(ctx_.capture_limit(), kMostRead);
    return request;
  }

  /// Sends the request. Returns nullopt if it was answered and the callback must be awaited.
  rt::Task<std::optional<Outcome>> Request() {
    rt::HttpRequest request = Compose();
    const std::string origin = OriginOf(args_.url);
    ctx_.SetWaiting(origin);
    const rt::Result<rt::HttpReply> reply = co_await ctx_.network()->Send(std::move(request));
    rt::Result<void> good = reply ? JudgeStatus(reply->status, OriginOf(reply->url))
                                  : rt::Result<void>(Unanswered(reply.error()));
    if (!good && waits_) {
      std::optional<rt::Callback> early = co_await ctx_.AwaitCallback(0);
      if (early) {
        co_return EndedBy(*early);
      }
    }
    if (!good) {
      co_await Remember(!reply && good.error().error_class == ErrorClass::kTransient);
      Outcome outcome = Failed(good.error());
      outcome.external_status = reply ? std::to_string(reply->status) : "";
      co_return outcome;
    }
    if (!waits_) {
      const std::string* type = reply->Header("Content-Type");
      co_return Ended(std::to_string(reply->status), type == nullptr ? "" : *type, reply->body);
    }
    progress_ = {{}, ctx_.tag(), rt::NowMs()};
    co_return std::nullopt;  // Wait() records the progress
  }

  /// If `unanswered` is true, records the key of the request, because the server may have accepted
  /// the request. The next request then gets the same key. Otherwise removes the recorded key, so
  /// that the next request gets a new key.
  rt::Task<void> Remember(bool unanswered) {
    HttpProgress next;
    if (unanswered) {
      next.key = key_;
    }
    if (next.ToText() != ctx_.progress()) {
      co_await ctx_.RecordProgress(next.ToText());
    }
  }

  static rt::Error Unanswered(const rt::Error& error) {
    if (error.code == "HTTP_REPLY_TOO_LONG") {
      return {ErrorClass::kError, "HTTP005", "the payload to capture is too long"};
    }
    if (error.code == "NET_URL") {
      return {ErrorClass::kError, "HTTP002", error.message};
    }
    return {error.error_class, "HTTP003", error.message};
  }

  rt::Wait ACallback(std::int64_t allowed_ms) const {
    const std::int64_t until_ms = allowed_ms == 0 ? 0 : progress_.answered_ms + allowed_ms;
    return {rt::Wait::Kind::kCallback, 0, until_ms, {std::to_string(ctx_.attempt())}};
  }

  /// Waits for the callback. The time limit counts from the answer to the request, in a resumed
  /// program too.
  rt::Task<Outcome> Wait() {
    const std::int64_t allowed_ms =
        ctx_.site().Number(Setting::kHttpWait, ctx_.configuration()) * 1000;
    const std::int64_t passed_ms =
        std::clamp<std::int64_t>(rt::NowMs() - progress_.answered_ms, 0, allowed_ms);
    ctx_.SetWaiting("callback of " + OriginOf(args_.url));
    rt::Waiting waiting(ctx_, ACallback(allowed_ms));
    if (ctx_.progress() != progress_.ToText()) {
      co_await ctx_.RecordProgress(progress_.ToText());
    }
    waiting.Confirm();
    const std::int64_t left_ms = allowed_ms == 0 ? -1 : allowed_ms - passed_ms;
    std::optional<rt::Callback> callback = co_await ctx_.AwaitCallback(left_ms);
    if (!callback) {
      co_return Failed({ErrorClass::kError, "HTTP007",
                        "no callback came within " + std::to_string(allowed_ms / 1000) +
                            " s (hpdl.http.wait.timeout)"});
    }
    co_return EndedBy(*callback);
  }

  Outcome EndedBy(const rt::Callback& callback) const {
    if (const rt::Result<void> good = JudgeCallbackStatus(callback.status); !good) {
      Outcome outcome = Failed(good.error());
      outcome.external_id = key_;
      outcome.external_status = callback.status;
      return outcome;
    }
    if (args_.capture_output && callback.content_type == rt::kPayloadTooLong) {
      return Failed({ErrorClass::kError, "HTTP005",
                     "the payload of the callback is too long for this site "
                     "(oozie.action.max.output.data)"});
    }
    return Ended(callback.status, callback.content_type, callback.body);
  }

  Outcome Ended(const std::string& status, std::string_view content_type,
                std::string_view payload) const {
    Outcome outcome;
    outcome.external_id = key_;
    outcome.external_status = status;
    if (args_.capture_output) {
      auto data = ReadPayload(content_type, payload, ctx_.capture_limit());
      if (data) {
        outcome.data = std::move(*data);
      } else {
        outcome.error = data.error();
      }
    }
    return outcome;
  }

  rt::ActionContext& ctx_;
  const HttpArgs args_;
  const bool waits_;
  HttpProgress progress_;
  const std::string key_;
};

rt::Task<Outcome> RunHttp(rt::ActionContext& ctx) {
  Call call(ctx);
  co_return co_await call.Run();
}

}  // namespace

}  // namespace hpdl::stdlib

extern "C" const hpdl_kind hpdl_kind_http;
const hpdl_kind hpdl_kind_http = {.name = "http",
                                  .run = hpdl::stdlib::RunHttp,
                                  .goes_on = true,
                                  .starts_processes = hpdl::rt::StartsProcesses::kNever,
                                  .needs_network = true};
