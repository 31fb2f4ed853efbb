#ifndef HPDL_RUNTIME_WORLD_HADOOP_WEB_CLUSTER_H_
#define HPDL_RUNTIME_WORLD_HADOOP_WEB_CLUSTER_H_

#include <memory>
#include <string>
#include <vector>

#include "runtime/world/hadoop/application_watch.h"
#include "runtime/world/hadoop/cluster.h"
#include "runtime/world/hadoop/conf.h"
#include "runtime/world/hadoop/resource_manager.h"

namespace hpdl::rt {

/// A cluster that is used over its REST interfaces, for one user.
class WebCluster final : public Cluster {
 public:
  /// `conf` outlives the object.
  WebCluster(boost::asio::io_context& loop, const HadoopConf& conf, std::string name,
             ResourceManager manager, JobHistory history);

  const std::string& name() const override { return name_; }
  const std::string& user() const override { return manager_.client().user(); }
  const HadoopConf& conf() const override { return conf_; }
  Task<Result<std::string>> NewApplication() override;
  Task<Result<void>> Submit(Submission submission) override;
  Task<Result<std::optional<Application>>> Find(std::string id) override;
  Task<Result<std::vector<Application>>> FindByTag(std::string tag) override;
  Task<Result<void>> Kill(std::string id) override;
  Task<Result<Application>> NextState(std::string id, std::string program_tag,
                                      std::string before) override;
  Task<Result<Application>> End(std::string id, std::string program_tag) override;
  Task<Result<std::optional<HistoryJob>>> Job(std::string job_id) override;
  Task<Result<Counters>> JobCounters(std::string job_id) override;
  std::string ConsoleUrl(const std::string& id) const override;

 private:
  const HadoopConf& conf_;
  const std::string name_;
  ResourceManager manager_;
  JobHistory history_;
  const std::shared_ptr<ApplicationWatch> watch_;
};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_WORLD_HADOOP_WEB_CLUSTER_H_
