#include "runtime/server/applications/application_place.h"
#include "runtime/server/applications/one_action.h"
#include "runtime/server/protocols/oozie/configuration_body.h"
#include "runtime/server/protocols/oozie/java_json.h"
#include "runtime/server/protocols/oozie/job_pages.h"
#include "runtime/server/protocols/oozie/program_rights.h"
#include "runtime/server/protocols/oozie/resources.h"
#include "runtime/store/job_ids.h"

namespace hpdl::rt {
namespace {

constexpr const char* kParentId = "oozie.wf.parent.id";
constexpr const char* kUserName = "user.name";
/// Hadoop's other name for the property user.name. Setting user.name in Hadoop's Configuration also
/// sets mapreduce.job.user.name.
constexpr const char* kHadoopUserName = "mapreduce.job.user.name";
/// Oozie's client sets this property for a job without an application path.
constexpr const char* kWithoutApplication = "oozie.proxysubmission";

/// Returns `jobtype` for a job that is one action without an application; "": the job has an
/// application.
std::string JobTypeOf(const Exchange& exchange) {
  const std::string_view type = exchange.Of("jobtype");
  return IsOneAction(type) ? std::string(type) : std::string();
}

/// Returns the types of the applications that the properties name; a workflow comes first.
std::vector<JobType> TypesNamed(const Properties& properties) {
  std::vector<JobType> types;
  for (const JobType type : {JobType::kWorkflow, JobType::kCoordinator, JobType::kBundle}) {
    if (properties.contains(FormOf(type).property)) {
      types.push_back(type);
    }
  }
  return types;
}

/// Returns the type of the job that is submitted with these properties. Properties that name
/// several applications are refused, unless a program submits the job: a workflow that a
/// coordinator starts also has the coordinator's properties.
std::variant<JobType, Refusal> TypeSent(const Exchange& exchange, const std::string& parent,
                                        const Properties& properties) {
  const std::vector<JobType> named = TypesNamed(properties);
  if (!JobTypeOf(exchange).empty()) {
    return named.empty() || named.front() != JobType::kWorkflow
               ? std::variant<JobType, Refusal>(JobType::kWorkflow)
               : InvalidParameter(std::string(FormOf(JobType::kWorkflow).property) +
                                  " is not allowed with this jobtype");
  }
  const std::string* type = Find(exchange.parameters, "jobtype");
  if (type != nullptr && *type != "wf") {
    return InvalidValue("jobtype", *type);
  }
  if (TypeOfId(parent) == JobType::kBundle) {
    return JobType::kCoordinator;
  }
  if (named.size() > 1 && exchange.request.caller.program.empty()) {
    return InvalidParameter("Multiple app paths specified, only one is allowed");
  }
  return named.empty() ? JobType::kWorkflow : named.front();
}

/// Reads a submission from the body, and sets the user in its properties to the caller.
Task<std::variant<JobSubmission, Refusal>> ReadSubmission(const Exchange& exchange,
                                                          Caller* caller) {
  if (const std::optional<Refusal> wrong = WrongContent(exchange.request)) {
    co_return *wrong;
  }
  Result<Properties> properties = co_await ReadBodyBeside(exchange.request.body);
  if (!properties) {
    co_return RefusalOf(properties.error());
  }
  if (caller->user.empty()) {  // the server allows callers without a name
    caller->user = (*properties)[kUserName];
  }
  if (caller->user.empty()) {
    co_return Refusal{400, kWrongArgument, "user cannot be null"};
  }
  JobSubmission submission;
  if (!exchange.request.caller.program.empty()) {
    submission.parent = exchange.request.parent;
  }
  const std::variant<JobType, Refusal> type = TypeSent(exchange, submission.parent, *properties);
  if (std::holds_alternative<Refusal>(type)) {
    co_return std::get<Refusal>(type);
  }
  const auto above = properties->find(kParentId);
  const bool says_parent = submission.parent.empty() && above != properties->end();
  if (!IsChildOfCaller(exchange, says_parent ? above->second : submission.parent)) {
    co_return Refusal{401, "E0508",
                      "E0508: a program may submit only jobs that belong to its own job; give [" +
                          std::string(kParentId) + "] or the header Hpdl-Parent"};
  }
  if (submission.parent.empty() || properties->contains(kHadoopUserName)) {
    (*properties)[kHadoopUserName] = caller->user;
  }
  (*properties)[kUserName] = caller->user;
  submission.type = std::get<JobType>(type);
  submission.properties = std::move(*properties);
  co_return submission;
}

OozieAnswer IdAnswer(std::string_view id) {
  JsonWriter json(kJavaJson);
  json.BeginObject().Member("id", id).EndObject();
  return JsonAnswer(json.Take(), 201);
}

Task<Answered> SubmitJob(Exchange& exchange) {
  if (*exchange.mode != SystemMode::kNormal) {
    co_return Refusal{503, "E0002", "System is in safe mode"};
  }
  if (Find(exchange.parameters, "external-id") != nullptr) {
    co_return InvalidParameter("external-id");
  }
  const std::string_view action = exchange.Of("action");
  if (!action.empty() && action != "start" && action != "dryrun") {
    co_return InvalidValue("action", action);
  }
  Caller caller = exchange.request.caller;
  std::variant<JobSubmission, Refusal> read = co_await ReadSubmission(exchange, &caller);
  if (std::holds_alternative<Refusal>(read)) {
    co_return std::get<Refusal>(read);
  }
  JobSubmission submission = std::move(std::get<JobSubmission>(read));
  submission.job_type = JobTypeOf(exchange);
  submission.gone = exchange.request.gone;
  if (action == "dryrun" && !submission.job_type.empty()) {
    co_return InvalidValue("action", action);
  }
  if (action == "dryrun") {
    const Result<std::string> text =
        co_await exchange.settings.verbs->DryRun(caller, std::move(submission));
    co_return text ? Answered(IdAnswer(*text)) : RefusalOf(text.error());
  }
  if (!submission.job_type.empty()) {
    submission.properties[kWithoutApplication] = "true";
  }
  // As in Oozie, a job of one action always starts at once.
  submission.start = action == "start" || !submission.job_type.empty();
  submission.idempotency_key = exchange.request.idempotency_key;
  const Result<std::string> id =
      co_await exchange.settings.verbs->Submit(caller, std::move(submission));
  co_return id ? Answered(IdAnswer(*id)) : RefusalOf(id.error());
}

/// Answers with the id of the workflow that has the external id, or with the id "" if no workflow
/// has it. Like Oozie, answers {} if `type` does not include workflows.
Answered FindByExternalId(const Exchange& exchange, const std::string& external_id,
                          std::string_view type) {
  if (type.find("wf") == std::string_view::npos) {
    return JsonAnswer("{}");
  }
  if (external_id.empty()) {
    return Refusal{400, kWrongArgument, "externalId cannot be empty"};
  }
  Result<std::string> id =
      exchange.settings.verbs->FindExternal(exchange.request.caller, external_id);
  if (id && !id->empty()) {
    const Result<JobOrigin> origin = exchange.settings.verbs->OriginOf(*id);
    id = !origin                                        ? Result<std::string>(origin.error())
         : IsChildOfCaller(exchange, origin->parent_id) ? std::move(id)
                                                        : std::string();
  }
  if (!id) {
    return RefusalOf(id.error());
  }
  OozieAnswer answer = IdAnswer(*id);
  answer.status = 200;
  return answer;
}

Task<Answered> ListJobs(Exchange& exchange) {
  if (Find(exchange.parameters, "bulk") != nullptr) {
    co_return co_await ListBulk(exchange);
  }
  const std::string* word = Find(exchange.parameters, "jobtype");
  if (const std::string* external = Find(exchange.parameters, "external-id")) {
    co_return FindByExternalId(exchange, *external, word == nullptr ? "wf" : *word);
  }
  const std::optional<JobType> type = word == nullptr ? JobType::kWorkflow : TypeOfWord(*word);
  if (!type) {
    co_return InvalidValue("jobtype", *word);
  }
  std::variant<JobPage, Refusal> read = co_await ReadPage(exchange, *type);
  if (std::holds_alternative<Refusal>(read)) {
    co_return std::get<Refusal>(read);
  }
  const JobPage& page = std::get<JobPage>(read);
  JsonWriter json(kJavaJson);
  json.BeginObject().Member("total", page.total).Member("offset", page.offset);
  json.Member("len", page.len);
  if (*type == JobType::kWorkflow) {
    WriteWorkflows(&json, exchange, page.jobs, true);
  } else {
    const Result<void> written = co_await WriteCoordinations(&json, exchange, *type, page.jobs);
    if (!written) {
      co_return RefusalOf(written.error());
    }
  }
  co_return JsonAnswer(json.EndObject().Take());
}

}  // namespace

std::optional<JobType> TypeOfWord(std::string_view word) {
  return word == "wf"                               ? std::optional(JobType::kWorkflow)
         : word == "coord" || word == "coordinator" ? std::optional(JobType::kCoordinator)
         : word == "bundle"                         ? std::optional(JobType::kBundle)
                                                    : std::nullopt;
}

Task<Answered> JobsResource(Exchange& exchange) {
  if (exchange.Is("POST")) {
    co_return co_await SubmitJob(exchange);
  }
  if (exchange.Is("PUT")) {
    co_return co_await ControlJobs(exchange);
  }
  co_return co_await ListJobs(exchange);
}

}  // namespace hpdl::rt
