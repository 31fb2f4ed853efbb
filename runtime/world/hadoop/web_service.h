#ifndef HPDL_RUNTIME_WORLD_HADOOP_WEB_SERVICE_H_
#define HPDL_RUNTIME_WORLD_HADOOP_WEB_SERVICE_H_

#include <boost/asio/steady_timer.hpp>
#include <cstdint>
#include <list>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/ground/base/result.h"
#include "runtime/ground/base/task.h"
#include "runtime/world/net/network.h"

/// The common parts of the clients of Hadoop's REST servers.
namespace hpdl::rt {

/// The addresses of a service with one or more servers, and the index of the server that was active
/// last.
struct WebService {
  std::string name;               ///< for example "hdfs://nn:8020"
  std::vector<std::string> urls;  ///< base URLs of the servers, at least one URL
  std::size_t active = 0;
  /// The number of further requests that may begin now. Without this limit, thousands of actions
  /// would need thousands of connections.
  int free = 32;
  /// The timers of the requests that wait to begin, in the order in which the requests came.
  std::list<boost::asio::steady_timer*> waiting{};
};

/// The right to send a request. The destructor hands it on to the next request that waits.
class RequestTurn {
 public:
  explicit RequestTurn(std::shared_ptr<WebService> service) : service_(std::move(service)) {}
  RequestTurn(const RequestTurn&) = delete;
  RequestTurn& operator=(const RequestTurn&) = delete;
  ~RequestTurn();

  /// Waits for the right. Throws boost::system::system_error when the action is cancelled.
  Task<void> Wait();

 private:
  const std::shared_ptr<WebService> service_;
  bool has_ = false;
};

/// Returns a request whose total time has no limit. It fails if no byte comes for `timeout_ms`, or
/// if it is very slow for ten times `timeout_ms` (HttpRequest::crawl_ms). `limit` is the maximum
/// size of the reply in bytes.
HttpRequest RequestTo(std::string url, std::int64_t timeout_ms, std::int64_t limit);

/// Returns the error of a failed transfer with Oozie's codes. The kTransient codes are "JA006" (no
/// connection), "JA001" (no such host) and "JA009" (a time-out or a broken connection). The
/// kNonTransient codes are "JA002" (TLS), "E0902" (a redirect to a URL that is not http or https)
/// and "NET_FILE" (a file on this machine). A kError and "NET_FILE" are returned unchanged. The
/// messages of all other errors begin with `service`.
Error ErrorOfNetwork(const Error& error, const std::string& service);

/// True if nothing was sent before this error of Network::Send().
bool NeverArrived(const Error& error);

/// Returns `user.name=USER`, or `user.name=PROXY&as=USER` if the proxy user sends requests for
/// `user`. `as` is "doas" for WebHDFS and "doAs" for YARN.
std::string UserQuery(const std::string& user, const std::string& proxy_user, const char* as);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_WORLD_HADOOP_WEB_SERVICE_H_
