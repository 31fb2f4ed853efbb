#include "runtime/world/net/callback_server.h"

#include <utility>

#include "runtime/world/http/http_server.h"

namespace hpdl::rt {
namespace {

HttpAnswer AnswerOf(CallbackReply reply) {
  return {reply.status, std::move(reply.text) + "\n"};
}

/// Checks the token and the form of an HTTP call, and fills `request`. Returns the answer that
/// refuses the call; nullopt if the call is admitted.
std::optional<HttpAnswer> Admit(const HttpCall& call, std::string_view token,
                                CallbackRequest* request) {
  const std::string_view target = call.target();
  if (!HasCallbackToken(target, token)) {
    return AnswerOf({403, "forbidden"});
  }
  if (call.method() != "GET" && call.method() != "POST") {
    HttpAnswer refusal = AnswerOf({405, "only GET and POST are allowed"});
    refusal.fields = "Allow: GET, POST\r\n";
    return refusal;
  }
  const std::size_t query = target.find('?');
  if (!ReadCallbackQuery(
          query == std::string_view::npos ? std::string_view() : target.substr(query + 1),
          request)) {
    return AnswerOf({400, "expected ?id=JOB@NODE&status=STATUS"});
  }
  return std::nullopt;
}

class Listener final : public CallbackListener {
 public:
  explicit Listener(CallbackListen listen)
      : listen_(std::make_shared<CallbackListen>(std::move(listen))) {}

  Result<void> Open(boost::asio::io_context& loop) {
    HttpListen http;
    http.host = listen_->host;
    http.port = listen_->port;
    http.limits = listen_->limits;
    http.admit = [listen = listen_](const HttpCall& call) {
      CallbackRequest ignored;
      return Admit(call, listen->token, &ignored);
    };
    http.handle = [listen = listen_](const HttpCall& call) { return Handle(listen, call); };
    Result<std::unique_ptr<HttpListener>> port = ListenHttp(loop, std::move(http));
    if (!port) {
      return Error{ErrorClass::kError, "E0728",
                   "cannot listen for callbacks on " + port.error().message};
    }
    port_ = std::move(*port);
    return {};
  }

  std::string address() const override { return port_->address(); }

 private:
  static Task<HttpAnswer> Handle(std::shared_ptr<CallbackListen> listen, const HttpCall& call) {
    CallbackRequest request;
    // The call is already admitted, so this second Admit() cannot fail. It only fills `request`.
    (void)Admit(call, listen->token, &request);
    request.content_type = call.too_long() ? std::string_view() : call.Field("Content-Type");
    request.body = call.body();
    request.too_long = call.too_long();
    CallbackReply reply = co_await listen->handle(request);
    if (request.too_long && reply.status == 200) {
      reply = {413, "the body is too long; only the status was recorded"};
    }
    co_return AnswerOf(std::move(reply));
  }

  const std::shared_ptr<CallbackListen> listen_;  ///< shared with calls that are being answered
  std::unique_ptr<HttpListener> port_;
};

}  // namespace

Result<std::unique_ptr<CallbackListener>> ListenForCallbacks(boost::asio::io_context& loop,
                                                             CallbackListen listen) {
  auto listener = std::make_unique<Listener>(std::move(listen));
  HPDL_TRY(listener->Open(loop));
  return std::unique_ptr<CallbackListener>(std::move(listener));
}

}  // namespace hpdl::rt
