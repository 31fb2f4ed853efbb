#include "runtime/server/protocols/celos_ui/ui_program.h"

#include <signal.h>
#include <unistd.h>

#include <boost/asio/io_context.hpp>
#include <boost/asio/signal_set.hpp>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <optional>
#include <utility>

#include "runtime/engines/celos_service/on_loop.h"
#include "runtime/ground/base/admission_queue.h"
#include "runtime/ground/base/clock.h"
#include "runtime/ground/base/worker_threads.h"
#include "runtime/rules/celos/java_exception.h"
#include "runtime/server/protocols/celos/command_words.h"
#include "runtime/server/protocols/celos/same_origin.h"
#include "runtime/server/protocols/celos_ui/celos_ui.h"
#include "runtime/world/http/http_server.h"
#include "runtime/world/net/network.h"

namespace hpdl::rt::celos {
namespace {

constexpr std::size_t kMostPages = 4, kMostConnections = 256;
constexpr std::int64_t kLongestHeader = 64 << 10, kLongestBody = 64 << 10, kIdleMs = 30'000;
constexpr std::int64_t kMostReply = 64 << 20;

constexpr std::string_view kHelp =
    "usage: celos-ui --port PORT --celos URL [--hue URL] [--config FILE] [--host ADDRESS]\n"
    "\n"
    "Serves the pages of Celos' UI. The pages show the workflows of a Celos server.\n"
    "\n"
    "  --port PORT     listens at this port; 0 means any free port\n"
    "  --celos URL     asks this server: a celos-server, or Celos\n"
    "  --hue URL       links the jobs of slots to this URL\n"
    "  --config FILE   reads the groups of workflows, anew for each page\n"
    "  --host ADDRESS  listens at this address (default: 127.0.0.1; Celos: 0.0.0.0)\n"
    "  --hosts NAMES   allows clients to call the server by these host names too, separated by "
    "commas\n"
    "  --help, --version\n";

class UiServer {
 public:
  explicit UiServer(const UiOptions& options) : options_(options) {}

  Result<void> Listen() {
    HttpListen listen;
    listen.host = options_.host;
    listen.port = options_.port;
    listen.limits.header_bytes = kLongestHeader;
    listen.limits.body_bytes = kLongestBody;
    listen.limits.connections = kMostConnections;
    listen.limits.idle_ms = kIdleMs;
    listen.admit = [this](const HttpCall& call) {
      return RefusedIfForeign(call, options_.hosts,
                              ui_.Has(call.target()) ? Askers::kOwnPageOnly : Askers::kAnyProgram);
    };
    listen.handle = [this](const HttpCall& call) { return Handle(call); };
    Result<std::unique_ptr<HttpListener>> opened = ListenHttp(loop_, std::move(listen));
    HPDL_TRY(opened);
    port_ = std::move(*opened);
    return {};
  }

  int Serve() {
    std::printf("shows %s at http://%s/ui\n", options_.celos.c_str(), port_->address().c_str());
    std::fflush(stdout);
    boost::asio::signal_set ends(loop_, SIGTERM, SIGINT);
    // Does not wait for the threads: they may wait long for the Celos server, and there is no state
    // to save.
    ends.async_wait([](const boost::system::error_code&, int) { std::_Exit(0); });
    loop_.run();
    return 0;
  }

 private:
  Task<Result<HttpReply>> Send(HttpRequest request) {
    Result<HttpReply> reply = co_await network_->Send(std::move(request));
    co_return reply;
  }

  // Waits for the answer; runs on a worker thread.
  Result<CelosAnswer> Ask(const CelosRequest& asked) {
    HttpRequest request;
    request.method = asked.method;
    request.url = options_.celos + asked.target;
    request.reply_limit = kMostReply;
    request.once = asked.method == "POST";
    std::optional<Result<HttpReply>> reply = OnLoop(loop_, Send(std::move(request)));
    if (!reply) {
      return Error{ErrorClass::kTransient, "", "the server is shutting down"};
    }
    if (!*reply) {
      return Error{ErrorClass::kTransient, "",
                   "no answer from " + options_.celos + ": " + reply->error().message};
    }
    CelosAnswer answer;
    answer.status = (*reply)->status;
    answer.body = std::move((*reply)->body);
    return answer;
  }

  // Answers the paths of Celos' UI that are not pages.
  CelosAnswer AnswerOther(const CelosRequest& request) {
    constexpr int kNotFound = 404, kServerError = 500;
    const std::string_view path = PathOfTarget(request.target);
    CelosAnswer answer;
    if (path == "/version" && request.method != "POST") {
      Result<CelosAnswer> version = Ask({"GET", "/version", "", ""});
      return version ? std::move(*version) : CelosAnswer{kServerError, "", "", "", ""};
    }
    if (path == "/rerun" && request.method == "POST") {
      const std::size_t question = request.target.find('?');
      const std::string query =
          question == std::string::npos ? "" : request.target.substr(question + 1);
      answer =
          ui_.Answer({"POST", "/ui/rerun?plain=1&" + query, request.content_type, request.body});
      answer.status = answer.status == 200 ? 200 : kServerError;
      return answer;
    }
    answer.status = kNotFound;
    return answer;
  }

  Task<HttpAnswer> Handle(const HttpCall& call) {
    if (call.too_long()) {
      co_return HttpAnswer{413, "the body is too long\n"};
    }
    CelosRequest request{std::string(call.method()), std::string(call.target()),
                         std::string(call.Field("Content-Type")), call.body()};
    const AdmissionQueue::Place place = co_await AdmissionQueue::Enter(pages_);
    auto work = [this, request = std::move(request)](const StopFlag&) {
      return ui_.Has(request.target) ? ui_.Answer(request) : AnswerOther(request);
    };
    CelosAnswer answer = co_await OnWorker(std::move(work));
    HttpAnswer sent;
    sent.status = answer.status;
    sent.body = std::move(answer.body);
    sent.content_type = std::move(answer.content_type);
    sent.fields = std::move(answer.fields);
    co_return sent;
  }

  const UiOptions& options_;
  boost::asio::io_context loop_{1};
  const std::unique_ptr<Network> network_ = hpdl_network_curl.open(loop_);
  const std::shared_ptr<AdmissionQueue> pages_ =
      std::make_shared<AdmissionQueue>(loop_, kMostPages);
  CelosUi ui_{[this](const CelosRequest& request) { return Ask(request); },
              {options_.hue, options_.groups, NowMs}};
  std::unique_ptr<HttpListener> port_;
};

int Complain(const std::string& text) {
  std::fprintf(stderr, "%s\n", text.c_str());
  return 1;
}

Result<void> CheckUrl(const std::string& name, const std::string& url) {
  if (url.starts_with("http://") || url.starts_with("https://")) {
    return {};
  }
  return JavaException(kIllegalArgument, "--" + name + " '" + url + "': expected an http URL");
}

}  // namespace

Result<UiOptions> ReadUiOptions(const std::vector<std::string_view>& arguments) {
  Result<OptionValues> values =
      ReadOptionValues(arguments, {"port", "celos", "hue", "config", "host", "hosts"});
  HPDL_TRY(values);
  UiOptions options;
  options.help = values->contains("help");
  options.version = values->contains("version");
  if (options.help || options.version) {
    return options;
  }
  for (const char* const name : {"port", "celos"}) {
    if (!values->contains(name)) {
      return JavaException(kIllegalArgument, "Missing --" + std::string(name) + " argument");
    }
  }
  const Result<std::uint16_t> port = ReadPort((*values)["port"]);
  HPDL_TRY(port);
  options.port = *port;
  options.celos = (*values)["celos"];
  HPDL_TRY(CheckUrl("celos", options.celos));
  while (options.celos.ends_with('/')) {
    options.celos.pop_back();
  }
  options.hue = (*values)["hue"];
  options.groups = (*values)["config"];
  if (values->contains("host")) {
    options.host = (*values)["host"];
    HPDL_TRY(CheckHost(options.host));
  }
  options.hosts.Add((*values)["hosts"]);
  return options;
}

int RunCelosUi(const std::vector<std::string_view>& arguments, const std::string& version) {
  const Result<UiOptions> options = ReadUiOptions(arguments);
  if (!options) {
    std::fputs(std::string(kHelp).c_str(), stdout);
    std::fflush(stdout);
    return Complain("celos-ui: " + options.error().message);
  }
  if (options->help || options->version) {
    std::fputs(options->help ? std::string(kHelp).c_str() : ("celos-ui " + version + "\n").c_str(),
               stdout);
    return 0;
  }
  if (!options->groups.empty() && access(options->groups.c_str(), R_OK) != 0) {
    return Complain("celos-ui: " + options->groups + ": " + std::strerror(errno));
  }
  UiServer server(*options);
  if (const Result<void> listening = server.Listen(); !listening) {
    return Complain("celos-ui: " + listening.error().message);
  }
  return server.Serve();
}

}  // namespace hpdl::rt::celos
