#include "runtime/programs/celos_program/services.h"

#include "runtime/rules/celos/java_exception.h"

namespace hpdl::rt::celos {
namespace {

Error NoNetwork(const std::string& url) {
  return JavaException(
      kExternalService,
      "IO_ERROR : " + url + " needs the network, but this program was built with --no-network");
}

}  // namespace

const OwnStart* Services::StartOf(const std::string& url) const {
  const auto found =
      url.starts_with(kOwnService) ? starts_.find(url.substr(kOwnService.size())) : starts_.end();
  return found == starts_.end() ? nullptr : &found->second;
}

std::string Services::AddressOf(const std::string& url) {
  const OwnStart* const start = StartOf(url);
  return start == nullptr ? url : start->url;
}

Result<std::string> Services::Submit(const Submission& submission, const Properties& properties) {
  const OwnStart* const start = StartOf(submission.url);
  if (start == nullptr) {
    return others_.Submit(submission, properties);
  }
  const auto path = properties.find(kWorkflowPath);
  const std::string wanted = path == properties.end() ? std::string() : path->second;
  if (wanted != ReplaceTimeVariables(start->app_path, submission.slot.time)) {
    return JavaException(kExternalService,
                         submission.slot.Text() + " must start the workflow at \"" + wanted +
                             "\", but the program has the workflow at \"" + start->app_path + "\"");
  }
  return own_.Submit(submission, start->workflow, properties);
}

Result<void> Services::Start(const std::string& url, const std::string& id) {
  return own_.Has(id) ? own_.Start(id) : others_.Start(AddressOf(url), id);
}

Result<JobProgress> Services::Look(const std::string& url, const std::string& id) {
  return own_.Has(id) ? own_.Look(id) : others_.Look(AddressOf(url), id);
}

Result<void> Services::Kill(const std::string& url, const std::string& id) {
  return own_.Has(id) ? own_.Kill(id) : others_.Kill(AddressOf(url), id);
}

/// Looks for the job at the service that got the submission. The submission's URL names this
/// service. By now, the program may use another service.
Result<FoundJob> Services::Find(const Submission& submission) {
  return submission.url.starts_with(kOwnService) ? own_.Find(submission) : others_.Find(submission);
}

Result<std::string> NoService::Submit(const Submission& submission, const Properties&) {
  return NoNetwork(submission.url);
}
Result<void> NoService::Start(const std::string& url, const std::string&) {
  return NoNetwork(url);
}
Result<JobProgress> NoService::Look(const std::string& url, const std::string&) {
  return NoNetwork(url);
}
Result<void> NoService::Kill(const std::string& url, const std::string&) {
  return NoNetwork(url);
}
Result<FoundJob> NoService::Find(const Submission& submission) {
  return NoNetwork(submission.url);
}

}  // namespace hpdl::rt::celos
