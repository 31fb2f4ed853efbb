#ifndef HPDL_RUNTIME_WORLD_HADOOP_REST_CLIENT_H_
#define HPDL_RUNTIME_WORLD_HADOOP_REST_CLIENT_H_

#include <cstdint>
#include <memory>
#include <string>

#include "runtime/ground/base/result.h"
#include "runtime/ground/base/task.h"
#include "runtime/world/hadoop/web_service.h"
#include "runtime/world/net/network.h"

namespace hpdl::rt {

/// Requests of one user to the servers of YARN; finds the active one of several.
class RestClient {
 public:
  /// `network` outlives this. `proxy_user`, if not empty, asks for `user`.
  RestClient(Network& network, std::shared_ptr<WebService> service, std::string user,
             std::string proxy_user, std::int64_t timeout_ms);

  struct Call {
    const char* method = "GET";
    std::string path;              ///< with its query, if it has one; encoded
    std::string body;              ///< JSON
    std::int64_t limit = 4 << 20;  ///< bytes of the reply
    const char* accept = "application/json";
  };
  struct Reply {
    int status = 0;
    std::string body;
    std::string url;  ///< base of who answered
  };
  /// What the active server answers, with any status. Errors: those of ErrorOfNetwork();
  /// kTransient "JA009" if all say that they are standby. A server that cannot be connected to, and
  /// one in standby, make it go on to the next; one whose connection broke does not, for the
  /// request may have been done.
  Task<Result<Reply>> Send(Call call);
  /// The same, with ErrorOfYarnReply() for what is not 2xx.
  Task<Result<std::string>> Get(Call call);

  const WebService& service() const { return *service_; }
  const std::string& user() const { return user_; }

 private:
  HttpRequest RequestOf(const Call& call, const std::string& url) const;

  Network& network_;
  std::shared_ptr<WebService> service_;
  std::string user_, proxy_user_;
  std::int64_t timeout_ms_;
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_WORLD_HADOOP_REST_CLIENT_H_
