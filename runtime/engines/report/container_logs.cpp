#include "runtime/engines/report/container_logs.h"

#include <algorithm>
#include <utility>

namespace hpdl::rt {

namespace {

/// Reads the progress text of an attempt, "ID USER RESOURCE-MANAGER ...". The result is empty if
/// the text does not begin with the id of an application.
LogQuestion QuestionOf(std::string_view progress) {
  std::string words[3];
  for (std::string& word : words) {
    word = progress.substr(0, progress.find(' '));
    progress.remove_prefix(std::min(word.size() + 1, progress.size()));
  }
  LogQuestion question;
  if (words[0].starts_with("application_")) {
    question.application = std::move(words[0]);
    question.user = std::move(words[1]);
    question.resource_manager = std::move(words[2]);
  }
  return question;
}

Result<void> Fetch(const ClusterAccess& access, const JobReport& report, const JobNodes& job,
                   const NodeRow& node, LogOptions* options) {
  LogQuestion question = QuestionOf(node.progress);
  question.bytes = static_cast<std::int64_t>(options->bytes);
  if (question.application.empty() || access.hadoop == nullptr || access.network == nullptr) {
    return {};
  }
  const Result<Site> site = Site::Load(report.facts.site_path);
  HPDL_TRY(site);
  boost::asio::io_context loop(1);
  const std::unique_ptr<Network> network = access.network->open(loop);
  Result<std::vector<ContainerLog>> logs =
      access.hadoop->container_logs(loop, *network, *site, report.facts.site_path, question);
  if (!logs) {
    return Error{ErrorClass::kError, logs.error().code,
                 "container logs of " + question.application + ": " + logs.error().message};
  }
  for (ContainerLog& log : *logs) {
    ContainerText& text = options->containers.emplace_back();
    text.job = job.job.id;
    text.node = node.node;
    text.application = question.application;
    text.container = std::move(log.container);
    text.file = std::move(log.file);
    text.text = std::move(log.text);
    text.size = log.size;
  }
  return {};
}

}  // namespace

Result<void> FetchContainerLogs(const ClusterAccess& access, const JobReport& report,
                                LogOptions* options) {
  Result<void> fetched;
  const auto look = [&](const JobNodes& job) {
    for (const NodeRow& node : job.nodes) {
      if (!options->node.empty() && node.node == options->node) {
        Result<void> one = Fetch(access, report, job, node, options);
        fetched = one ? fetched : one;
      }
    }
  };
  look(report.main);
  std::for_each(report.children.begin(), report.children.end(), look);
  return fetched;
}

}  // namespace hpdl::rt
