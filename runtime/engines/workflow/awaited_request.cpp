#include "runtime/engines/workflow/awaited_request.h"

#include <utility>

namespace hpdl::rt {

Result<std::unique_ptr<AwaitedRequest>> AwaitedRequest::Post(Mailbox& mailbox,
                                                             const std::string& text,
                                                             std::string job, std::string what) {
  std::unique_ptr<AwaitedRequest> request(new AwaitedRequest(std::move(job), std::move(what)));
  Result<std::unique_ptr<PostedMessage>> posted = mailbox.Post(text);
  HPDL_TRY(posted);
  request->posted_ = std::move(*posted);
  return request;
}

AwaitedRequest::~AwaitedRequest() {
  if (posted_ != nullptr && !over_) {
    (void)posted_->Withdraw();
  }
}

std::optional<Result<void>> AwaitedRequest::Answer() {
  std::optional<Result<void>> answer = posted_->Answer();
  over_ = over_ || answer.has_value();
  return answer;
}

bool AwaitedRequest::Withdraw() {
  const bool withdrawn = posted_->Withdraw();
  over_ = over_ || withdrawn;
  return withdrawn;
}

std::optional<Error> AwaitedRequest::GiveUp(std::chrono::steady_clock::duration patience) {
  const bool late = std::chrono::steady_clock::now() - begin_ > patience;
  if (!late && !giving_up_->Asked()) {
    return std::nullopt;
  }
  Error error{ErrorClass::kError, "E0606", "the process that runs job " + job_};
  if (Withdraw()) {
    const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(patience).count();
    error.message += late ? " has not answered within " + std::to_string(seconds) + " s"
                          : " has not answered yet";
    error.message += "; the " + what_ + " is withdrawn";
    return error;
  }
  if (posted_->Answer()) {
    return std::nullopt;  // the caller finds the answer
  }
  error.message += " has accepted the " + what_ + " and is still carrying it out";
  return error;
}

}  // namespace hpdl::rt
