#include "runtime/programs/client/commands.h"
#include "runtime/programs/client/view.h"

namespace hpdl::client {
namespace {

constexpr int kCreated = 201;

/// Posts the configuration. `action` is start, dryrun or nullopt. Returns the answer's `id`: the
/// job's id, or the result of a dry run.
Result<std::string> Submit(Session* session, const Invocation& invocation,
                           std::optional<std::string> action) {
  const Result<JobConfiguration> configuration =
      ReadConfiguration(invocation.arguments, invocation.user());
  HPDL_TRY(configuration);
  Call call{.method = "POST", .path = "jobs", .body = configuration->Xml(), .xml = true};
  call.parameters = {{"action", std::move(action)}, {"user", invocation.user()}};
  const Result<rt::HttpReply> reply = session->Ask(call, kCreated);
  HPDL_TRY(reply);
  return reply->status == kCreated ? JavaText(ReadJson(reply->body), "id") : std::string("null");
}

/// Formats the answer to a dry run of a coordinator: the XML of the coordinator, then the XML of
/// each action.
std::string CoordinatorDryRunText(const std::string& answer) {
  constexpr std::string_view kMark = "action for new instance";
  std::vector<std::string> parts;
  for (std::size_t at = 0; at != std::string::npos;) {
    const std::size_t end = answer.find(kMark, at);
    parts.push_back(answer.substr(at, end - at));
    at = end == std::string::npos ? end : end + kMark.size();
  }
  while (parts.size() > 1 && parts.back().empty()) {
    parts.pop_back();
  }
  std::string text = "***coordJob after parsing: ***\n" + parts.front() +
                     "\n***total coord actions is " + std::to_string(parts.size() - 1) + " ***\n";
  for (std::size_t i = 1; i < parts.size(); ++i) {
    text += Ruler() + "coordAction instance: " + std::to_string(i) + ":\n" + parts[i] + "\n";
  }
  return text;
}

}  // namespace

Result<void> SubmitJob(Session* session, const Invocation& invocation,
                       std::optional<std::string> action) {
  const Result<std::string> id = Submit(session, invocation, std::move(action));
  HPDL_TRY(id);
  Print("job: " + *id + "\n");
  return {};
}

Result<void> DryRun(Session* session, const Invocation& invocation) {
  const Result<std::string> answer = Submit(session, invocation, "dryrun");
  HPDL_TRY(answer);
  if (*answer == "OK") {
    Print("OK\n");
  } else if (answer->find("<bundle-app") != std::string::npos) {
    Print("***Bundle job after parsing: ***\n" + *answer + "\n");
  } else {
    Print(CoordinatorDryRunText(*answer));
  }
  return {};
}

Result<void> RerunWorkflow(Session* session, const Invocation& invocation) {
  JobConfiguration configuration;
  if (HasConfiguration(invocation.arguments)) {
    const Result<JobConfiguration> read =
        ReadConfiguration(invocation.arguments, invocation.user());
    HPDL_TRY(read);
    configuration = *read;
  }
  const Result<std::string> path = JobPath(invocation.arguments.ValueOr("rerun", ""));
  HPDL_TRY(path);
  Call call{.method = "PUT", .path = *path, .body = configuration.Xml(), .xml = true};
  call.parameters = {{"action", "rerun"}, {"user", invocation.user()}};
  const Result<rt::HttpReply> reply = session->Ask(call, kCreated);
  return reply ? Result<void>() : reply.error();
}

Result<void> Rerun(Session* session, const Invocation& invocation) {
  const std::string id = invocation.arguments.ValueOr("rerun", "");
  return id.find("-W") != std::string::npos   ? RerunWorkflow(session, invocation)
         : id.find("-B") != std::string::npos ? RerunBundle(session, invocation)
                                              : RerunCoordinator(session, invocation);
}

}  // namespace hpdl::client
