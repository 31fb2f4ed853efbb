#include "runtime/hadoop/name_node.h"

#include <algorithm>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/system/system_error.hpp>
#include <cctype>
#include <utility>

#include "runtime/hadoop/replies.h"

namespace hpdl::rt {

namespace {

constexpr std::int64_t kConnectMs = 10'000;

/// The failure of a transport in the codes that users know from Oozie.
Error ErrorOfNetwork(const Error& error, const std::string& service) {
  if (error.error_class == ErrorClass::kError) {
    return error;
  }
  const auto is = [&](const char* code) { return error.code == code; };
  const char* code = is("NET_CONNECT") ? "JA006" : is("NET_RESOLVE") ? "JA001" : "JA009";
  if (error.error_class == ErrorClass::kNonTransient) {
    code = "JA002";
  }
  return {error.error_class, code, service + ": " + error.message};
}

/// The right to a request; waits for it, and hands it on at its end.
class Turn {
 public:
  explicit Turn(std::shared_ptr<NameService> service) : service_(std::move(service)) {}
  Turn(const Turn&) = delete;
  Turn& operator=(const Turn&) = delete;
  ~Turn() {
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

  Task<void> Wait() {
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

 private:
  /// A place in the queue, given up with the frame that waits.
  class Place {
   public:
    Place(NameService& service, boost::asio::steady_timer* timer)
        : service_(service), timer_(timer) {
      service_.waiting.push_back(timer);
    }
    ~Place() { service_.waiting.remove(timer_); }
    bool called() const {
      return std::find(service_.waiting.begin(), service_.waiting.end(), timer_) ==
             service_.waiting.end();
    }

   private:
    NameService& service_;
    boost::asio::steady_timer* const timer_;
  };

  const std::shared_ptr<NameService> service_;
  bool has_ = false;
};

/// The second half of a call with a body: to the data node that the name node has named.
HttpRequest Upload(HttpRequest asked, const std::string& url, std::string body_file) {
  asked.url = url;
  asked.body_file = std::move(body_file);
  asked.headers = {{"Content-Type", "application/octet-stream"}};
  return asked;
}

/// Nothing was sent.
bool NeverArrived(const Error& error) {
  return error.code == "NET_CONNECT" || error.code == "NET_RESOLVE";
}

}  // namespace

std::string PercentEncoded(std::string_view text, bool path) {
  static constexpr char kHex[] = "0123456789ABCDEF";
  std::string out;
  out.reserve(text.size());
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    const bool plain = (byte < 128 && std::isalnum(byte) != 0) || c == '-' || c == '.' ||
                       c == '_' || c == '~' || (path && c == '/');
    if (plain) {
      out += c;
    } else {
      out += {'%', kHex[byte >> 4], kHex[byte & 15]};
    }
  }
  return out;
}

NameNode::NameNode(Network& network, std::shared_ptr<NameService> service, std::string user,
                   std::string proxy_user, std::int64_t timeout_ms)
    : network_(network),
      service_(std::move(service)),
      user_(std::move(user)),
      proxy_user_(std::move(proxy_user)),
      timeout_ms_(timeout_ms) {}

HttpRequest NameNode::RequestOf(const Call& call, const std::string& url) const {
  HttpRequest request;
  request.method = call.method;
  request.url = url + "/webhdfs/v1" + PercentEncoded(call.path, true) + "?op=" + call.operation;
  if (proxy_user_.empty() || proxy_user_ == user_) {
    request.url += "&user.name=" + PercentEncoded(user_, false);
  } else {
    request.url += "&user.name=" + PercentEncoded(proxy_user_, false) +
                   "&doas=" + PercentEncoded(user_, false);
  }
  request.connect_ms = std::min(kConnectMs, timeout_ms_);
  request.total_ms = 0;
  request.idle_ms = timeout_ms_;
  request.reply_limit = call.limit;
  request.redirects = call.redirects;
  request.reply_file = call.reply_file;
  return request;
}

Task<Result<std::string>> NameNode::Send(Call call) {
  NameService& service = *service_;
  Turn turn(service_);
  co_await turn.Wait();
  const std::size_t first = service.active;
  Error last;
  for (std::size_t i = 0; i < service.urls.size(); ++i) {
    const std::size_t index = (first + i) % service.urls.size();
    HttpRequest request = RequestOf(call, service.urls[index]);
    Result<HttpReply> reply = co_await network_.Send(request);
    const std::string* there = !call.body_file.empty() && reply && reply->status == 307
                                   ? reply->Header("Location")
                                   : nullptr;
    if (there != nullptr) {
      request = Upload(std::move(request), *there, call.body_file);
      reply = co_await network_.Send(std::move(request));
    } else if (!call.body_file.empty() && reply && reply->status < 300) {
      co_return Error{ErrorClass::kNonTransient, "E0902",
                      service.urls[index] + " took a file without asking for its content"};
    }
    if (!reply) {
      last = ErrorOfNetwork(reply.error(), service.name);
      if (NeverArrived(reply.error())) {
        continue;
      }
      co_return last;
    }
    if (reply->status >= 200 && reply->status < 300) {
      service.active = index;
      co_return std::move(reply->body);
    }
    last = ErrorOfReply(reply->status, reply->body, service.urls[index]);
    if (!IsStandby(ReadRemoteException(reply->body))) {
      service.active = index;
      co_return last;
    }
  }
  co_return last;
}

}  // namespace hpdl::rt
