#ifndef HPDL_RUNTIME_WORLD_HADOOP_NAME_NODE_H_
#define HPDL_RUNTIME_WORLD_HADOOP_NAME_NODE_H_

#include <cstdint>
#include <memory>
#include <string>

#include "runtime/ground/base/result.h"
#include "runtime/ground/base/task.h"
#include "runtime/world/hadoop/web_service.h"
#include "runtime/world/net/network.h"

namespace hpdl::rt {

using NameService = WebService;

/// Requests of one user to one name service: finds the active name node.
class NameNode {
 public:
  NameNode(Network& network, std::shared_ptr<NameService> service, std::string user,
           std::string proxy_user, std::int64_t timeout_ms);

  struct Call {
    const char* method;            ///< GET, PUT, POST, DELETE
    std::string path;              ///< in HDFS
    std::string operation;         ///< "MKDIRS" and its parameters, encoded
    int redirects = 0;             ///< 1: the data node answers
    std::int64_t limit = 1 << 20;  ///< bytes of the reply
    std::string reply_file = {};   ///< where the reply goes instead, see HttpRequest
    std::int64_t file_limit = 0;   ///< bytes of that
    /// What the data node gets that the name node names: not sent to the latter. `redirects` is 0.
    std::string body_file = {};
    bool once = false;  ///< not to be done twice, see HttpRequest
    int success = 0;    ///< the only status that means it; 0: each of 200 to 299
  };
  /// The body of a reply of success. Errors: those of ErrorOfReply(); no connection "JA006", no
  /// such host "JA001", time-out and connections that break "JA009", all kTransient; TLS "JA002",
  /// kNonTransient. A connection that cannot be made, and a standby, make it go on to the next
  /// address; one that broke does not, for the request may have been done.
  Task<Result<std::string>> Send(Call call);

  const NameService& service() const { return *service_; }
  const std::string& user() const { return user_; }

 private:
  HttpRequest RequestOf(const Call& call, const std::string& url) const;

  Network& network_;
  const std::shared_ptr<NameService> service_;
  const std::string user_, proxy_user_;
  const std::int64_t timeout_ms_;
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_WORLD_HADOOP_NAME_NODE_H_
