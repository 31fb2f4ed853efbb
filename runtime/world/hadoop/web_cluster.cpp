#include "runtime/world/hadoop/web_cluster.h"

#include <utility>

#include "runtime/world/hadoop/yarn_replies.h"

namespace hpdl::rt {

WebCluster::WebCluster(boost::asio::io_context& loop, const HadoopConf& conf, std::string name,
                       ResourceManager manager, JobHistory history)
    : conf_(conf),
      name_(std::move(name)),
      manager_(std::move(manager)),
      history_(std::move(history)),
      watch_(std::make_shared<ApplicationWatch>(loop, manager_, history_)) {}

Task<Result<std::string>> WebCluster::NewApplication() {
  return manager_.NewApplication();
}

Task<Result<void>> WebCluster::Submit(Submission submission) {
  return manager_.Submit(SubmissionBody(submission));
}

Task<Result<std::optional<Application>>> WebCluster::Find(std::string id) {
  return manager_.Find(std::move(id));
}

Task<Result<std::vector<Application>>> WebCluster::FindByTag(std::string tag) {
  return manager_.FindByTag(std::move(tag));
}

Task<Result<void>> WebCluster::Kill(std::string id) {
  return manager_.Kill(std::move(id));
}

Task<Result<Application>> WebCluster::NextState(std::string id, std::string program_tag,
                                                std::string before) {
  return ApplicationWatch::Next(watch_, std::move(id), std::move(program_tag), std::move(before));
}

Task<Result<Application>> WebCluster::End(std::string id, std::string program_tag) {
  return ApplicationWatch::End(watch_, std::move(id), std::move(program_tag));
}

Task<Result<std::optional<HistoryJob>>> WebCluster::Job(std::string job_id) {
  return history_.Job(std::move(job_id));
}

Task<Result<Counters>> WebCluster::JobCounters(std::string job_id) {
  return history_.JobCounters(std::move(job_id));
}

std::string WebCluster::ConsoleUrl(const std::string& id) const {
  const WebService& service = manager_.client().service();
  return service.urls[service.active] + "/cluster/app/" + id;
}

}  // namespace hpdl::rt
