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

/// What the REST interfaces of Hadoop's servers have in common.
namespace hpdl::rt {

/// The addresses of a service of one or more servers, and which of them was the active one last.
struct WebService {
  std::string name;               ///< "hdfs://nn:8020"
  std::vector<std::string> urls;  ///< at least one
  std::size_t active = 0;
  /// Requests that may still begin: thousands of actions at a time must not need as many
  /// connections.
  int free = 32;
  std::list<boost::asio::steady_timer*> waiting{};  ///< for one of these to be over, in order
};

/// The right to a request; handed on at its end.
class RequestTurn {
 public:
  explicit RequestTurn(std::shared_ptr<WebService> service) : service_(std::move(service)) {}
  RequestTurn(const RequestTurn&) = delete;
  RequestTurn& operator=(const RequestTurn&) = delete;
  ~RequestTurn();

  /// Throws boost::system::system_error when the action is cancelled.
  Task<void> Wait();

 private:
  const std::shared_ptr<WebService> service_;
  bool has_ = false;
};

/// A request that may take as long as it likes while bytes come: what ends it is silence of
/// `timeout_ms`, or ten times that with hardly a byte (HttpRequest::crawl_ms). `limit`: the most
/// bytes of a reply.
HttpRequest RequestTo(std::string url, std::int64_t timeout_ms, std::int64_t limit);

/// The failure of a transport in the codes that users know from Oozie: no connection "JA006", no
/// such host "JA001", time-out and connections that break "JA009", all kTransient; TLS "JA002", a
/// redirect out of http and https "E0902", a file of this machine "NET_FILE", all kNonTransient.
/// The message begins with `service`.
Error ErrorOfNetwork(const Error& error, const std::string& service);

/// An error of Network::Send() after which nothing has been sent.
bool NeverArrived(const Error& error);

/// `user.name=USER`, or `user.name=PROXY&as=USER` if the proxy user asks for somebody else. `as` is
/// "doas" for WebHDFS and "doAs" for YARN.
std::string UserQuery(const std::string& user, const std::string& proxy_user, const char* as);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_WORLD_HADOOP_WEB_SERVICE_H_
