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

/// The end of a file that a container of an application wrote.
struct ContainerLog {
  std::string container, file;
  std::int64_t size = 0;  ///< of the whole file, in bytes
  std::string text;
};

/// Reads the logs of an application: those that the history server has gathered, else those that
/// are still on the nodes where its containers run or ran.
class ContainerLogs {
 public:
  /// A client for a base URL, with the user of the others.
  using ClientOf = std::function<RestClient(const std::string& url)>;

  ContainerLogs(RestClient manager, RestClient history, ClientOf node)
      : manager_(std::move(manager)), history_(std::move(history)), node_(std::move(node)) {}

  /// At most `bytes` of the end of each file, and a bounded number of files; empty ones and those
  /// that YARN writes about itself are left out. kError "JA009" if nobody has logs of it (yet);
  /// other errors as those of Cluster.
  Task<Result<std::vector<ContainerLog>>> Read(std::string application, std::int64_t bytes);

 private:
  using Place = std::pair<std::string, std::string>;  ///< container, base URL of its node

  Task<Result<std::vector<Place>>> Places(std::string application);
  Task<Result<void>> ReadFiles(RestClient client, std::string list, std::string prefix,
                               std::int64_t bytes, std::vector<ContainerLog>* logs);

  RestClient manager_, history_;
  ClientOf node_;
};

/// Of {"containerLogsInfo": ...}: what there is, without texts.
Result<std::vector<ContainerLog>> ReadLogList(std::string_view json);
/// The bytes of the file within what the servers write around them, where at most the last `bytes`
/// of it were asked for. While a node still has a file that has just been gathered, it appends the
/// gathered one to its own: only the first counts.
std::string InsideOfLog(std::string_view reply, std::int64_t bytes);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_WORLD_HADOOP_CONTAINER_LOGS_H_
