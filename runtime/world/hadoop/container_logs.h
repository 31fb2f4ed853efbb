#ifndef HPDL_RUNTIME_WORLD_HADOOP_CONTAINER_LOGS_H_
#define HPDL_RUNTIME_WORLD_HADOOP_CONTAINER_LOGS_H_

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "runtime/ground/base/result.h"
#include "runtime/ground/base/task.h"
#include "runtime/world/hadoop/rest_client.h"

namespace hpdl::rt {

/// The last bytes of a log file of a container.
struct ContainerLog {
  std::string container, file;
  std::int64_t size = 0;  ///< the size of the whole file in bytes
  std::string text;
};

/// Reads the logs of an application. They come from the history server if it has gathered them.
/// Otherwise they come from the nodes of the application's containers.
class ContainerLogs {
 public:
  /// Makes a client for a node, given its base URL. The client has the same user as `manager` and
  /// `history`.
  using ClientOf = std::function<RestClient(const std::string& url)>;

  ContainerLogs(RestClient manager, RestClient history, ClientOf node)
      : manager_(std::move(manager)), history_(std::move(history)), node_(std::move(node)) {}

  /// Returns at most the last `bytes` bytes of each file, for a limited number of files. Empty
  /// files and the files that YARN writes about itself are left out. Fails with kError "JA009" if
  /// no server has logs of the application (yet). Other errors are those of Cluster.
  Task<Result<std::vector<ContainerLog>>> Read(std::string application, std::int64_t bytes);

 private:
  using Place = std::pair<std::string, std::string>;  ///< container and base URL of its node

  Task<Result<std::vector<Place>>> Places(std::string application);
  Task<Result<void>> ReadFiles(RestClient client, std::string list, std::string prefix,
                               std::int64_t bytes, std::vector<ContainerLog>* logs);

  RestClient manager_, history_;
  ClientOf node_;
};

/// Reads {"containerLogsInfo": ...}. Returns the logs without their texts.
Result<std::vector<ContainerLog>> ReadLogList(std::string_view json);
/// Returns the bytes of a log file from a server's reply, without the text that the server adds
/// before and after them. At most the last `bytes` bytes of the file were requested. If a node
/// still has a file that was just gathered, its reply has the node's own file and then the gathered
/// file. Only the bytes of the node's own file are returned.
std::string InsideOfLog(std::string_view reply, std::int64_t bytes);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_WORLD_HADOOP_CONTAINER_LOGS_H_
