#ifndef HPDL_RUNTIME_WORLD_HADOOP_RESOURCE_MANAGER_H_
#define HPDL_RUNTIME_WORLD_HADOOP_RESOURCE_MANAGER_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "runtime/ground/base/result.h"
#include "runtime/ground/base/task.h"
#include "runtime/world/hadoop/cluster.h"
#include "runtime/world/hadoop/rest_client.h"

namespace hpdl::rt {

/// The REST interface of a resource manager, for one user. Its calls and errors are those of
/// Cluster. A resource manager that has just started answers as if there were no applications,
/// until it has read the applications of its state store. Until then, Find(), FindByTag() and
/// Kill() fail with kTransient "JA009".
class ResourceManager {
 public:
  explicit ResourceManager(RestClient client) : client_(std::move(client)) {}

  Task<Result<std::string>> NewApplication();
  /// `body` is a result of SubmissionBody().
  Task<Result<void>> Submit(std::string body);
  Task<Result<std::optional<Application>>> Find(std::string id);
  /// Returns the applications that have one of the tags and are in one of the states. Both texts
  /// are lists with commas; "" means any. Fields that no caller reads are left out of the reply.
  Task<Result<std::vector<Application>>> List(std::string tags, std::string states);
  /// Returns all applications with the tag, whatever their states.
  Task<Result<std::vector<Application>>> FindByTag(std::string tag);
  Task<Result<void>> Kill(std::string id);

  const RestClient& client() const { return client_; }

 private:
  Task<Result<std::optional<RestClient::Reply>>> SendTo(RestClient::Call call);
  Task<Result<void>> CheckRecovered();

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
