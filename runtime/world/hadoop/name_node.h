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

/// Sends the requests of one user to one name service, and finds its active name node.
class NameNode {
 public:
  NameNode(Network& network, std::shared_ptr<NameService> service, std::string user,
           std::string proxy_user, std::int64_t timeout_ms);

  struct Call {
    const char* method;     ///< GET, PUT, POST, DELETE
    std::string path;       ///< the path in HDFS
    std::string operation;  ///< an operation such as "MKDIRS" with its parameters, encoded
    /// The maximum number of redirects to follow. The value 1 lets the request go on to a data
    /// node.
    int redirects = 0;
    std::int64_t limit = 1 << 20;  ///< size limit of the reply, in bytes
    std::string reply_file = {};   ///< the value of HttpRequest::reply_file
    std::int64_t file_limit = 0;   ///< size limit of reply_file, in bytes
    /// The file that is uploaded; "": no file. The name node names a data node, and the file is
    /// sent only to the data node. If there is a file, `redirects` is 0.
    std::string body_file = {};
    bool once = false;  ///< the request must not be sent twice (HttpRequest::once)
    int success = 0;    ///< the only status that means success; 0: each of 200 to 299
  };
  /// Sends a call. Returns the body of a successful reply. Errors are those of ErrorOfReply() and
  /// ErrorOfNetwork(). If a connection cannot be made, or if the name node is a standby, the call
  /// goes to the next address. After a broken connection the call is not sent to a different
  /// address, because the name node may have carried out the request.
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
