#include "runtime/world/hadoop/web_service.h"

#include <algorithm>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/system/system_error.hpp>
#include <utility>

#include "runtime/ground/base/percent.h"

namespace hpdl::rt {

namespace {

constexpr std::int64_t kConnectMs = 10'000;
/// HttpRequest::crawl_ms as a multiple of the time-out.
constexpr std::int64_t kTimeouts = 10;

/// The entry of a waiting request in the queue of its service. The destructor removes it, however
/// the wait ends.
class Place {
 public:
  Place(WebService& service, boost::asio::steady_timer* timer) : service_(service), timer_(timer) {
    service_.waiting.push_back(timer);
  }
  Place(const Place&) = delete;
  Place& operator=(const Place&) = delete;
  ~Place() { service_.waiting.remove(timer_); }
  bool called() const {
    return std::find(service_.waiting.begin(), service_.waiting.end(), timer_) ==
           service_.waiting.end();
  }

 private:
  WebService& service_;
  boost::asio::steady_timer* const timer_;
};

}  // namespace

RequestTurn::~RequestTurn() {
  if (!has_) {
    return;
  }
  if (service_->waiting.empty()) {
    ++service_->free;
  } else {
    service_->waiting.front()->cancel();
    service_->waiting.pop_front();
  }
}

Task<void> RequestTurn::Wait() {
  if (service_->free > 0) {
    --service_->free;
    has_ = true;
    co_return;
  }
  const boost::asio::any_io_executor executor = co_await boost::asio::this_coro::executor;
  boost::asio::steady_timer timer(executor, boost::asio::steady_timer::time_point::max());
  const Place place(*service_, &timer);
  boost::system::error_code ended;
  co_await timer.async_wait(boost::asio::redirect_error(boost::asio::use_awaitable, ended));
  has_ = place.called();
  if (!has_) {
    throw boost::system::system_error(ended);  // the action was cancelled
  }
}

HttpRequest RequestTo(std::string url, std::int64_t timeout_ms, std::int64_t limit) {
  HttpRequest request;
  request.url = std::move(url);
  request.connect_ms = std::min(kConnectMs, timeout_ms);
  request.total_ms = 0;
  request.crawl_ms = timeout_ms * kTimeouts;
  request.idle_ms = timeout_ms;
  request.reply_limit = limit;
  return request;
}

Error ErrorOfNetwork(const Error& error, const std::string& service) {
  if (error.error_class == ErrorClass::kError) {
    return error;
  }
  const auto is = [&](const char* code) { return error.code == code; };
  if (is("NET_FILE")) {  // the error comes from a local file, not from the service
    return error;
  }
  const char* code = is("NET_CONNECT") ? "JA006" : is("NET_RESOLVE") ? "JA001" : "JA009";
  if (error.error_class == ErrorClass::kNonTransient) {
    // NET_URL means a redirect to a URL that is not http or https. No server of Hadoop sends such a
    // redirect.
    code = is("NET_URL") ? "E0902" : "JA002";
  }
  return {error.error_class, code, service + ": " + error.message};
}

bool NeverArrived(const Error& error) {
  return error.code == "NET_CONNECT" || error.code == "NET_RESOLVE";
}

std::string UserQuery(const std::string& user, const std::string& proxy_user, const char* as) {
  if (proxy_user.empty() || proxy_user == user) {
    return "user.name=" + PercentEncoded(user);
  }
  return "user.name=" + PercentEncoded(proxy_user) + "&" + as + "=" + PercentEncoded(user);
}

}  // namespace hpdl::rt
