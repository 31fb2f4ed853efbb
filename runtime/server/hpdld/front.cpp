#include "runtime/server/hpdld/front.h"

#include <unistd.h>

#include <utility>
#include <vector>

#include "runtime/base/clock.h"
#include "runtime/base/current_user.h"
#include "runtime/http/http_server.h"
#include "runtime/server/administrators.h"
#include "runtime/server/callback_inbox.h"
#include "runtime/server/hpdld/metrics.h"
#include "runtime/server/oozie/oozie_api.h"

namespace hpdl::rt {
namespace {

/// Oozie takes definitions and properties of this size; its own limit is that of its container.
constexpr std::int64_t kMostBody = 16 << 20;

GateRequest GateRequestOf(const HttpCall& call) {
  return {call.target(), call.Field("Host"), call.Field("Origin"), call.Field("Cookie")};
}

HttpAnswer AnswerOf(const GateVerdict& refused) {
  HttpAnswer answer;
  answer.status = refused.status;
  answer.body = refused.message + "\n";
  answer.fields = refused.fields;
  return answer;
}

std::string_view PathOf(std::string_view target) {
  return target.substr(0, target.find('?'));
}

/// All settings with the values that they have; whoever shows them masks secrets.
Properties ConfigurationOf(const Site& site) {
  Properties all;
#define SETTING(key, name, type, low, high, preset, job, doc) all[name] = site.Text(Setting::key);
#include "runtime/site/settings.def"
#undef SETTING
  return all;
}

std::vector<std::string> EnvironmentOfProcess() {
  std::vector<std::string> all;
  for (char** at = environ; *at != nullptr; ++at) {
    all.emplace_back(*at);
  }
  return all;
}

OozieSettings SettingsOf(JobServer& server, const FrontSetup& setup, const std::string& url) {
  OozieSettings settings;
  settings.base_url = url;
  settings.version = setup.version;
  settings.host_name = setup.host;
  settings.configuration = ConfigurationOf(setup.site);
  settings.process = {{"hpdl.version", setup.version}, {"user.name", CurrentUser()}};
  settings.environment = EnvironmentOfProcess();
  settings.verbs = &server.verbs();
  settings.ask_program = [&server](const Caller& /*caller*/, std::vector<std::string> argv) {
    return server.AskProgram(std::move(argv));
  };
  settings.queue = [&server] { return server.Queue(); };
  settings.on_mode = [&server](SystemMode mode) { server.Hold(mode == SystemMode::kSafeMode); };
  if (setup.site.Flag(Setting::kAuthorization)) {
    settings.may_administer = [site = setup.site](const Caller& caller) {
      return IsAdministrator(site, caller);
    };
  }
  return settings;
}

class LocalFront final : public Front {
 public:
  LocalFront(JobServer& server, GateRules gate) : server_(server), gate_(std::move(gate)) {}

  Result<void> Listen(boost::asio::io_context& loop, const FrontSetup& setup) {
    HttpListen listen;
    listen.host = setup.host;
    listen.port = setup.port;
    listen.limits.header_bytes = 64 << 10;
    listen.limits.body_bytes = kMostBody;
    listen.limits.total_ms = 60'000;
    listen.limits.connections = 1000;
    listen.limits.idle_ms = 60'000;
    listen.admit = [this](const HttpCall& call) { return Admit(call); };
    listen.handle = [this](const HttpCall& call) { return Handle(call); };
    Result<std::unique_ptr<HttpListener>> port = ListenHttp(loop, std::move(listen));
    HPDL_TRY(port);
    port_ = std::move(*port);
    const std::string address = "http://" + port_->address();
    server_.SetAddress(address);
    url_ = address + "/oozie";
    most_callback_ = static_cast<std::size_t>(setup.site.Number(Setting::kMaxOutput));
    oozie_ = std::make_unique<OozieApi>(SettingsOf(server_, setup, url_));
    return {};
  }

  const std::string& url() const override { return url_; }

 private:
  HttpAnswer Metrics() {
    const Result<std::string> text = MetricsText(server_);
    HttpAnswer answer{text ? 200 : 503, text ? *text : text.error().message + "\n"};
    answer.content_type = "text/plain; version=0.0.4; charset=UTF-8";
    return answer;
  }

  /// Whoever knows the secret in the URL may call.
  HttpAnswer Callback(const HttpCall& call) {
    if (call.method() != "GET" && call.method() != "POST") {
      return {405, "GET or POST\n", "text/plain; charset=UTF-8", "Allow: GET, POST\r\n"};
    }
    const CallbackAnswer answer = TakeCallback(
        server_.state(), {call.target(), call.Field("Content-Type"), call.body(), call.too_long()},
        most_callback_);
    return {answer.status, answer.text + "\n"};
  }

  std::optional<HttpAnswer> Admit(const HttpCall& call) {
    const std::optional<GateVerdict> refused = RefuseForeign(gate_, GateRequestOf(call));
    return refused ? std::optional(AnswerOf(*refused)) : std::nullopt;
  }

  Task<HttpAnswer> Handle(const HttpCall& call) {
    const std::string_view path = PathOf(call.target());
    if (path == "/health" || path == "/ready") {
      co_return HttpAnswer{200, "ok\n"};
    }
    if (path == "/metrics") {
      co_return Metrics();
    }
    if (IsCallback(path)) {
      co_return Callback(call);
    }
    const GateVerdict verdict = Authenticate(gate_, GateRequestOf(call), NowMs());
    if (verdict.status != 200) {
      co_return AnswerOf(verdict);
    }
    HttpAnswer answer = co_await Route(call, verdict.caller);
    answer.fields += verdict.fields;
    co_return answer;
  }

  Task<HttpAnswer> Route(const HttpCall& call, Caller caller) {
    OozieRequest request;
    request.method = call.method();
    request.target = call.target();
    request.content_type = call.Field("Content-Type");
    request.idempotency_key = call.Field("Idempotency-Key");
    request.body = call.body();
    request.too_long = call.too_long();
    request.caller = std::move(caller);
    OozieAnswer answer = co_await oozie_->Answer(request, server_.state());
    HttpAnswer sent;
    sent.status = answer.status;
    sent.body = std::move(answer.body);
    sent.content_type = std::move(answer.content_type);
    sent.fields = std::move(answer.fields);
    sent.reason = std::move(answer.reason);
    co_return sent;
  }

  JobServer& server_;
  const GateRules gate_;
  std::string url_;
  std::size_t most_callback_ = 0;  ///< bytes
  std::unique_ptr<OozieApi> oozie_;
  std::unique_ptr<HttpListener> port_;
};

}  // namespace

Result<std::unique_ptr<Front>> Front::Open(boost::asio::io_context& loop, JobServer& server,
                                           FrontSetup setup) {
  auto front = std::make_unique<LocalFront>(server, setup.gate);
  HPDL_TRY(front->Listen(loop, setup));
  return std::unique_ptr<Front>(std::move(front));
}

}  // namespace hpdl::rt
