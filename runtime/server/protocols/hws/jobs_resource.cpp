#include <algorithm>
#include <iterator>
#include <utility>

#include "runtime/engines/report/job_report.h"
#include "runtime/ground/abi/hpdl_abi.h"
#include "runtime/ground/base/json_writer.h"
#include "runtime/server/applications/application_place.h"
#include "runtime/server/jobs/job_keeper.h"
#include "runtime/server/protocols/hws/bodies.h"
#include "runtime/server/protocols/hws/resources.h"
#include "runtime/store/catalogue.h"
#include "runtime/store/job_ids.h"

namespace hpdl::rt::hws {
namespace {

constexpr std::string_view kSkipNodes = "oozie.wf.rerun.skip.nodes";
constexpr std::string_view kFailNodes = "oozie.wf.rerun.failnodes";

std::string_view WordOfState(JobState state) {
  return StateName(state, HPDL_DIALECT_HWS);
}

/// A verb, and the states in which a job accepts the verb (section 11 of the specification of HWS).
struct JobVerb {
  std::string_view word;
  std::vector<JobState> states;
  Task<Result<void>> (JobVerbs::*verb)(Caller, std::string);
};

const std::vector<JobVerb>& Verbs() {
  using enum JobState;
  static const std::vector<JobVerb> all = {
      {"start", {kPrep}, &JobVerbs::Start},
      {"suspend", {kRunning}, &JobVerbs::Suspend},
      {"resume", {kSuspended}, &JobVerbs::Resume},
      {"kill", {kPrep, kRunning, kSuspended}, &JobVerbs::Kill},
  };
  return all;
}

Refusal NotInState(std::string_view verb, const JobRow& job) {
  return {409, kWrongState,
          std::string(verb) + ": the job " + job.id + " is " + std::string(WordOfState(job.state)),
          ""};
}

/// Finds a workflow; E0604 for any other id.
Result<FoundJob> FindWorkflow(const Exchange& exchange, const std::string& id) {
  if (TypeOfId(id) != JobType::kWorkflow || !IsJobId(id)) {
    return Error{ErrorClass::kError, "E0604", "Job does not exist [" + id + "]"};
  }
  return FindJob(exchange.state, id);
}

void WriteMembers(JsonWriter* json, const JobRow& job) {
  json->Member("id", job.id).Member("application", job.app_name).Member("user", job.user);
  json->Member("state", WordOfState(job.state)).Member("recovery", job.run);
  json->Time("created", job.created_ms).Time("started", job.started_ms);
  json->Time("ended", job.ended_ms).Time("modified", job.modified_ms);
  json->Optional("errorCode", job.error_code).Optional("errorMessage", job.error_message);
}

void WriteAction(JsonWriter* json, const NodeRow& node) {
  json->BeginObject().Member("name", node.node).Member("type", node.type);
  json->Member("state", StateName(node.state, HPDL_DIALECT_HWS));
  json->Key("skipped").Boolean(node.skipped);
  json->Member("attempt", static_cast<std::int64_t>(node.attempt));
  json->Time("started", node.started_ms).Time("ended", node.ended_ms);
  json->Optional("transition", node.transition).Optional("externalId", node.external_id);
  json->Optional("errorCode", node.error_code).Optional("errorMessage", node.error_message);
  json->EndObject();
}

Answered ShowJob(const Exchange& exchange, const std::string& id, int status = 200) {
  if (const Result<FoundJob> found = FindWorkflow(exchange, id); !found) {
    return RefusalOf(found.error());
  }
  const Result<JobReport> report = LoadJob(exchange.state, id, {});
  if (!report) {
    return RefusalOf(report.error());
  }
  const Result<JobOrigin> origin = exchange.settings.verbs->OriginOf(id);
  if (!origin) {
    return RefusalOf(origin.error());
  }
  JsonWriter json;
  json.BeginObject();
  WriteMembers(&json, report->main.job);
  json.Optional("parent", report->parent_id.empty() ? origin->parent_id : report->parent_id);
  json.Optional("suspendedBy", report->main.job.suspended_by).Key("actions").BeginArray();
  for (const NodeRow& node : report->main.nodes) {
    WriteAction(&json, node);
  }
  return JsonAnswer(json.EndArray().EndObject().Take(), status);
}

/// Makes the answer to a request that applied a verb to a job. The answer has the job as it is now,
/// or the error `done` of the verb.
Answered JobAfter(const Exchange& exchange, const std::string& id, const Result<void>& done) {
  return done ? ShowJob(exchange, id) : Answered(RefusalOf(done.error()));
}

std::optional<JobState> ReadState(std::string_view word) {
  const std::vector<JobState> states = StatesOf(JobType::kWorkflow);
  const auto found = std::find_if(states.begin(), states.end(),
                                  [&](JobState state) { return WordOfState(state) == word; });
  return found == states.end() ? std::nullopt : std::optional(*found);
}

Answered ListJobs(const Exchange& exchange) {
  const std::variant<Part, Refusal> read = PartOf(exchange);
  if (std::holds_alternative<Refusal>(read)) {
    return std::get<Refusal>(read);
  }
  const Part part = std::get<Part>(read);
  JobFilter filter;
  filter.states = StatesOf(JobType::kWorkflow);
  if (const std::string* word = Find(exchange.parameters, "state")) {
    const std::optional<JobState> state = ReadState(*word);
    if (!state) {
      return WrongWords("state must be CREATED, RUNNING, SUSPENDED, SUCCEEDED, KILLED or FAILED");
    }
    filter.states = {*state};
  }
  for (const auto& [name, values] :
       {std::pair("application", &filter.names), std::pair("user", &filter.users)}) {
    if (const std::string* value = Find(exchange.parameters, name)) {
      values->push_back(*value);
    }
  }
  Catalogue& catalogue = exchange.state.catalogue();
  PageRequest page;
  page.limit = static_cast<std::size_t>(part.limit);
  page.skip = static_cast<std::size_t>(part.offset);
  const auto counts = catalogue.Count(filter);
  const Result<CataloguePage> found = catalogue.Find(filter, page);
  if (!counts || !found) {
    return RefusalOf(counts ? found.error() : counts.error());
  }
  std::int64_t total = 0;
  for (const auto& [state, jobs] : *counts) {
    total += jobs;
  }
  JsonWriter json;
  json.BeginObject().Member("total", total).Member("offset", part.offset);
  json.Member("limit", part.limit).Key("jobs").BeginArray();
  for (const CatalogueEntry& entry : found->jobs) {
    json.BeginObject();
    WriteMembers(&json, entry.job);
    json.EndObject();
  }
  return JsonAnswer(json.EndArray().EndObject().Take());
}

Task<Answered> Submit(Exchange& exchange) {
  Result<SubmissionBody> body = ReadSubmission(exchange.request.body);
  if (!body) {
    co_return WrongBody(body.error());
  }
  const Result<DeployedApplication> application =
      exchange.settings.applications->Find(body->application);
  if (!application) {
    co_return RefusalOf(application.error());
  }
  JobSubmission submission;
  submission.properties = std::move(body->properties);
  submission.properties["user.name"] = exchange.request.caller.user;
  submission.properties[std::string(FormOf(JobType::kWorkflow).property)] = application->name;
  submission.start = body->start;
  submission.idempotency_key = exchange.request.idempotency_key;
  submission.gone = exchange.request.gone;
  const Result<std::string> id =
      co_await exchange.settings.verbs->Submit(exchange.request.caller, std::move(submission));
  if (!id) {
    co_return RefusalOf(id.error());
  }
  Answered answered = ShowJob(exchange, *id, 201);
  co_return answered;
}

Task<Answered> Tell(Exchange& exchange, const JobVerb& verb) {
  const std::string& id = exchange.parts[0];
  const Result<FoundJob> found = FindWorkflow(exchange, id);
  if (!found) {
    co_return RefusalOf(found.error());
  }
  const Result<void> may =
      co_await exchange.settings.verbs->Authorize(exchange.request.caller, found->job);
  if (!may) {
    co_return RefusalOf(may.error());
  }
  if (std::find(verb.states.begin(), verb.states.end(), found->job.state) == verb.states.end()) {
    co_return NotInState(verb.word, found->job);
  }
  const Result<void> done =
      co_await (exchange.settings.verbs->*verb.verb)(exchange.request.caller, id);
  Answered answered = JobAfter(exchange, id, done);
  co_return answered;
}

/// Refuses to skip nodes that ended with an error: HWS skips only nodes that have completed
/// (section 12 of its specification), and Oozie also skips these.
Result<void> CheckSkipped(const Exchange& exchange, const std::string& id,
                          const std::vector<std::string>& skip) {
  const Result<JobReport> report = LoadJob(exchange.state, id, {});
  HPDL_TRY(report);
  for (const NodeRow& node : report->main.nodes) {
    if (node.state == NodeState::kError &&
        std::find(skip.begin(), skip.end(), node.node) != skip.end()) {
      return Error{ErrorClass::kError, "E0806",
                   "Action did not complete in previous run, action [" + node.node + "]"};
    }
  }
  return {};
}

Task<Answered> Resubmit(Exchange& exchange) {
  const std::string& id = exchange.parts[0];
  Result<ResubmissionBody> body = ReadResubmission(exchange.request.body);
  if (!body) {
    co_return WrongBody(body.error());
  }
  const Result<FoundJob> found = FindWorkflow(exchange, id);
  if (!found) {
    co_return RefusalOf(found.error());
  }
  const Result<void> may =
      co_await exchange.settings.verbs->Authorize(exchange.request.caller, found->job);
  if (!may) {
    co_return RefusalOf(may.error());
  }
  if (!IsEnd(found->job.state)) {
    co_return NotInState("resubmit", found->job);
  }
  if (const Result<void> completed = CheckSkipped(exchange, id, body->skip); !completed) {
    co_return RefusalOf(completed.error());
  }
  std::string skipped;
  for (const std::string& node : body->skip) {
    skipped.append(skipped.empty() ? "" : ",").append(node);
  }
  Properties properties = std::move(body->properties);
  properties.erase(std::string(FormOf(JobType::kWorkflow).property));
  // The choice of an earlier rerun, which would stay with the job, does not count. "," names no
  // node.
  properties[std::string(kFailNodes)] = "false";
  properties[std::string(kSkipNodes)] = skipped.empty() ? "," : std::move(skipped);
  const Result<void> done =
      co_await exchange.settings.verbs->Rerun(exchange.request.caller, id, std::move(properties));
  Answered answered = JobAfter(exchange, id, done);
  co_return answered;
}

Task<Answered> RetryAction(Exchange& exchange) {
  const std::string& id = exchange.parts[0];
  if (const Result<FoundJob> found = FindWorkflow(exchange, id); !found) {
    co_return RefusalOf(found.error());
  }
  std::string node = exchange.parts[2];
  const Result<void> done =
      co_await exchange.settings.verbs->Retry(exchange.request.caller, id, std::move(node));
  Answered answered = JobAfter(exchange, id, done);
  co_return answered;
}

Task<Answered> TellJob(Exchange& exchange) {
  const std::vector<std::string>& parts = exchange.parts;
  const bool retries = parts.size() == 4 && parts[1] == "actions" && parts[3] == "retry";
  const auto verb = std::find_if(Verbs().begin(), Verbs().end(),
                                 [&](const JobVerb& each) { return each.word == parts[1]; });
  const bool resubmits = parts[1] == "resubmit";
  if (!retries && (parts.size() != 2 || (!resubmits && verb == Verbs().end()))) {
    co_return NoResource();
  }
  if (!exchange.Is("POST")) {
    co_return NotAllowed("POST");
  }
  if (resubmits && !retries) {
    co_return co_await Resubmit(exchange);
  }
  if (const Result<void> nothing = ReadNothing(exchange.request.body); !nothing) {
    co_return WrongBody(nothing.error());
  }
  if (retries) {
    co_return co_await RetryAction(exchange);
  }
  co_return co_await Tell(exchange, *verb);
}

}  // namespace

Task<Answered> JobsResource(Exchange& exchange) {
  const std::size_t size = exchange.parts.size();
  if (size > 1) {
    co_return co_await TellJob(exchange);
  }
  if (size == 0 && exchange.Is("GET")) {
    co_return ListJobs(exchange);
  }
  if (size == 0 && exchange.Is("POST")) {
    co_return co_await Submit(exchange);
  }
  if (size == 1 && exchange.Is("GET")) {
    co_return ShowJob(exchange, exchange.parts[0]);
  }
  co_return NotAllowed(size == 0 ? "GET, POST" : "GET");
}

}  // namespace hpdl::rt::hws
