#include "runtime/server/jobs/callback_inbox.h"

#include "runtime/engines/workflow/callbacks.h"
#include "runtime/engines/workflow/engine.h"
#include "runtime/ground/base/clock.h"
#include "runtime/world/net/callback_server.h"

namespace hpdl::rt {
namespace {

constexpr std::string_view kCallbackFolder = "/callback/";

std::string_view CallbackPath(std::string_view target) {
  return target.substr(0, target.find('?'));
}

/// Returns the secret in a callback's URL, which follows `/callback/` in the path; "": the URL has
/// no secret.
std::string_view TokenOf(std::string_view target) {
  const std::string_view path = CallbackPath(target);
  const std::size_t at = path.rfind(kCallbackFolder);
  return at == std::string_view::npos ? std::string_view()
                                      : path.substr(at + kCallbackFolder.size());
}

/// Returns the hash of the secret that callbacks for a job must have; nullopt: the job takes no
/// callbacks.
std::optional<std::string> HashOfJob(StateDirectory& state, const std::string& id) {
  const auto journal = state.OpenJob(id, true);
  const auto jobs = journal ? (*journal)->Jobs() : Result<std::vector<JobRow>>(journal.error());
  for (const JobRow& job : jobs ? *jobs : std::vector<JobRow>()) {
    if (job.number == 0) {
      return job.callback_hash;
    }
  }
  return std::nullopt;
}

}  // namespace

bool IsCallback(std::string_view target) {
  return !TokenOf(target).empty();
}

CallbackAnswer TakeCallback(StateDirectory& state, const CallbackCall& call,
                            std::size_t most_body) {
  const std::size_t query = call.target.find('?');
  CallbackRequest request;
  if (query == std::string_view::npos ||
      !ReadCallbackQuery(call.target.substr(query + 1), &request)) {
    return {400, "expected id=JOB@NODE and status"};
  }
  const std::size_t at = request.id.find('@');
  const std::string job = request.id.substr(0, at);
  CallbackMessage message;
  message.job = job;
  message.node = at == std::string::npos ? "" : request.id.substr(at + 1);
  message.token = TokenOf(call.target);
  const std::optional<std::string> hash = HashOfJob(state, job);
  if (!hash || *hash != HashOfToken(message.token)) {
    return {403, "not allowed"};
  }
  message.received_ms = NowMs();
  message.status = request.status;
  message.too_long = call.too_long || call.body.size() > most_body;
  if (!message.too_long) {
    message.content_type = call.content_type;
    message.body = call.body;
  }
  if (!PostCallback(state, message)) {
    return {503, "the callback could not be recorded; send it again"};
  }
  return message.too_long ? CallbackAnswer{413, "recorded without its body, which is too long"}
                          : CallbackAnswer{200, "recorded"};
}

}  // namespace hpdl::rt
