#include "runtime/world/hadoop/rest_client.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "runtime/world/hadoop/yarn_replies.h"

namespace hpdl::rt {

namespace {

/// The maximum number of servers that redirects add to the configured servers.
constexpr std::size_t kMostRedirects = 2;

/// Returns "http://host:port" of a URL; "" if the URL is not http or https.
std::string BaseOf(const std::string& url) {
  if (!url.starts_with("http://") && !url.starts_with("https://")) {
    return {};
  }
  return url.substr(0, url.find('/', url.find("://") + 3));
}

/// The servers to which one call may go, the active server first. Redirects add servers.
class Candidates {
 public:
  explicit Candidates(const WebService& service) {
    for (std::size_t i = 0; i < service.urls.size(); ++i) {
      urls_.push_back(service.urls[(service.active + i) % service.urls.size()]);
    }
    most_ = urls_.size() + kMostRedirects;
  }
  bool done() const { return next_ == urls_.size(); }
  const std::string& Next() { return urls_[next_++]; }

  /// Moves the server of a redirect before the other remaining servers, unless it was called
  /// already.
  void Redirect(const HttpReply& reply) {
    const std::string* location = reply.Header("Location");
    const std::string base = location == nullptr ? "" : BaseOf(*location);
    const auto begin = urls_.begin() + static_cast<std::ptrdiff_t>(next_);
    if (base.empty() || std::find(urls_.begin(), begin, base) != begin) {
      return;
    }
    const auto known = std::find(begin, urls_.end(), base);
    if (known != urls_.end()) {
      std::rotate(begin, known, known + 1);
    } else if (urls_.size() < most_) {
      urls_.insert(begin, base);
    }
  }

 private:
  std::vector<std::string> urls_;
  std::size_t next_ = 0, most_ = 0;
};

Error NotActive(const std::string& service, const std::string& url) {
  return {ErrorClass::kTransient, "JA009", service + ": " + url + " is not active"};
}

/// Makes later calls begin with the server that answered. A server that is not configured is not
/// remembered.
void Remember(WebService& service, const std::string& url) {
  const auto found = std::find(service.urls.begin(), service.urls.end(), url);
  if (found != service.urls.end()) {
    service.active = static_cast<std::size_t>(found - service.urls.begin());
  }
}

}  // namespace

RestClient::RestClient(Network& network, std::shared_ptr<WebService> service, std::string user,
                       std::string proxy_user, std::int64_t timeout_ms)
    : network_(network),
      service_(std::move(service)),
      user_(std::move(user)),
      proxy_user_(std::move(proxy_user)),
      timeout_ms_(timeout_ms) {}

HttpRequest RestClient::RequestOf(const Call& call, const std::string& url) const {
  HttpRequest request =
      RequestTo(url + call.path + (call.path.find('?') == std::string::npos ? "?" : "&") +
                    UserQuery(user_, proxy_user_, "doAs"),
                timeout_ms_, call.limit);
  request.method = call.method;
  request.headers = {{"Accept", call.accept}};
  if (!call.body.empty()) {
    request.headers.emplace_back("Content-Type", "application/json");
    request.body = call.body;
  }
  return request;
}

Task<Result<RestClient::Reply>> RestClient::Send(Call call) {
  RequestTurn turn(service_);
  co_await turn.Wait();
  Candidates servers(*service_);
  Error last;
  while (!servers.done()) {
    const std::string url = servers.Next();
    HttpRequest request = RequestOf(call, url);
    Result<HttpReply> reply = co_await network_.Send(std::move(request));
    if (!reply) {
      last = ErrorOfNetwork(reply.error(), service_->name);
      if (!NeverArrived(reply.error())) {
        co_return last;
      }
      continue;
    }
    if (IsStandbyReply(reply->status, reply->body)) {
      last = NotActive(service_->name, url);
      servers.Redirect(*reply);
      continue;
    }
    Remember(*service_, url);
    Reply answered;
    answered.status = reply->status;
    answered.body = std::move(reply->body);
    answered.url = url;
    co_return answered;
  }
  co_return last;
}

Task<Result<std::string>> RestClient::Get(Call call) {
  Result<Reply> reply = co_await Send(std::move(call));
  HPDL_CO_TRY(reply);
  if (reply->status < 200 || reply->status >= 300) {
    co_return ErrorOfYarnReply(reply->status, reply->body, reply->url);
  }
  co_return std::move(reply->body);
}

}  // namespace hpdl::rt
