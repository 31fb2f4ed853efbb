#include "runtime/celos_program/services.h"

#include "runtime/celos/java_exception.h"

namespace hpdl::rt::celos {
namespace {

Error NoNetwork(const std::string& url) {
  return JavaException(
      kExternalService,
      "IO_ERROR : " + url + " needs the network, but this program was built with --no-network");
}

/// Nobody has heard the request, as OozieWebService tells that (ErrorOfNetwork).
bool IsUnreached(const Error& error) {
  return error.error_class != ErrorClass::kTransient && error.message.starts_with("IO_ERROR ");
}

}  // namespace

const OwnStart* Services::StartOf(const std::string& url) const {
  const auto found =
      url.starts_with(kOwnService) ? starts_.find(url.substr(kOwnService.size())) : starts_.end();
  return found == starts_.end() ? nullptr : &found->second;
}

std::string Services::UrlOf(const std::string& url) const {
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
                         submission.slot.Text() + " is to start the workflow at \"" + wanted +
                             "\", and the program has that at \"" + start->app_path + "\"");
  }
  return own_.Submit(submission, start->workflow, properties);
}

Result<void> Services::Start(const std::string& url, const std::string& id) {
  return own_.Has(id) ? own_.Start(id) : others_.Start(UrlOf(url), id);
}

Result<JobProgress> Services::Look(const std::string& url, const std::string& id) {
  return own_.Has(id) ? own_.Look(id) : others_.Look(UrlOf(url), id);
}

Result<void> Services::Kill(const std::string& url, const std::string& id) {
  return own_.Has(id) ? own_.Kill(id) : KillThere(url, id);
}

/// A job of our form that this state directory does not have is one that is gone, or one of another
/// hpdlc's server, which the script may name. If nothing can be asked there, the slot can still be
/// killed.
Result<void> Services::KillThere(const std::string& url, const std::string& id) {
  const Result<void> killed = others_.Kill(UrlOf(url), id);
  const bool ours = StartOf(url) != nullptr && id.find("-hpdl-") != std::string::npos;
  if (!killed && ours && IsUnreached(killed.error())) {
    return JavaException(kExternalService, "E0604 : Job does not exist [" + id + "]");
  }
  return killed;
}

/// The URL is that of the submission, whatever this program would do now.
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
