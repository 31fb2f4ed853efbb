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

/// Sends the requests of one user to the servers of YARN, and finds the active server.
class RestClient {
 public:
  /// `network` outlives the object. If `proxy_user` is not empty, the requests are sent by
  /// `proxy_user` on behalf of `user`.
  RestClient(Network& network, std::shared_ptr<WebService> service, std::string user,
             std::string proxy_user, std::int64_t timeout_ms);

  struct Call {
    const char* method = "GET";
    std::string path;              ///< the encoded path, with its query if it has one
    std::string body;              ///< a JSON text
    std::int64_t limit = 4 << 20;  ///< size limit of the reply, in bytes
    const char* accept = "application/json";
  };
  struct Reply {
    int status = 0;
    std::string body;
    std::string url;  ///< base URL of the server that answered
  };
  /// Sends a call. Returns the reply of the active server, with any status. Errors are those of
  /// ErrorOfNetwork(), and kTransient "JA009" if all servers are standby. If a server cannot be
  /// connected to or is a standby, the call goes to the next server. After a broken connection the
  /// call is not sent to another server, because the first server may have carried out the request.
  Task<Result<Reply>> Send(Call call);
  /// Sends a call. Returns the body of a reply with status 2xx. For any other status, returns the
  /// error of ErrorOfYarnReply().
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
