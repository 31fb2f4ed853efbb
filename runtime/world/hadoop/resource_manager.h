#ifndef HPDL_RUNTIME_WORLD_HADOOP_RESOURCE_MANAGER_H_
#define HPDL_RUNTIME_WORLD_HADOOP_RESOURCE_MANAGER_H_

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "runtime/ground/base/result.h"
#include "runtime/ground/base/task.h"
#include "runtime/world/hadoop/cluster.h"
#include "runtime/world/hadoop/rest_client.h"

namespace hpdl::rt {

/// The REST interface of a resource manager, as one user uses it. Calls and errors as in Cluster.
class ResourceManager {
 public:
  explicit ResourceManager(RestClient client) : client_(std::move(client)) {}

  Task<Result<std::string>> NewApplication();
  /// `body` of SubmissionBody().
  Task<Result<void>> Submit(std::string body);
  Task<Result<std::optional<Application>>> Find(std::string id);
  /// Those with one of the tags and in one of the states, comma separated; "" for any. Fields that
  /// nobody reads are left out of the reply.
  Task<Result<std::vector<Application>>> List(std::string tags, std::string states);
  Task<Result<void>> Kill(std::string id);

  const RestClient& client() const { return client_; }

 private:
  RestClient client_;
};

/// The REST interface of the job history server.
class JobHistory {
 public:
  explicit JobHistory(RestClient client) : client_(std::move(client)) {}

  Task<Result<std::optional<HistoryJob>>> Job(std::string job_id);
  Task<Result<Counters>> JobCounters(std::string job_id);

  RestClient& client() { return client_; }

 private:
  RestClient client_;
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_WORLD_HADOOP_RESOURCE_MANAGER_H_
