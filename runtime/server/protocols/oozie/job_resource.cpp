#include <algorithm>
#include <iterator>

#include "runtime/engines/report/job_report.h"
#include "runtime/ground/base/lower_case.h"
#include "runtime/ground/config/configuration_xml.h"
#include "runtime/server/protocols/oozie/java_json.h"
#include "runtime/server/protocols/oozie/job_pages.h"
#include "runtime/server/protocols/oozie/node_confs.h"
#include "runtime/server/protocols/oozie/node_order.h"
#include "runtime/server/protocols/oozie/read_job_row.h"
#include "runtime/server/protocols/oozie/resources.h"
#include "runtime/server/protocols/oozie/workflow_json.h"

namespace hpdl::rt {
namespace {

/// A view of a job or an action. The parameter `show` of a GET selects the view.
struct JobView {
  std::string_view show;
  Task<Answered> (*answer)(Exchange& exchange);
};

Refusal NoJob(std::string_view id) {
  return Refuse("E0604", "Job does not exist [" + std::string(id) + "]");
}

/// Refuses a request for a missing job with E0605. Oozie uses this code where it reads only one
/// column of its database.
Refusal NoRow(std::string_view id) {
  return Refuse("E0605", "Action does not exist [" + std::string(id) + "]");
}

using Loaded = std::variant<JobReport, Refusal>;

Loaded LoadForShow(Exchange& exchange, const std::string& id, Refusal (*none)(std::string_view)) {
  Result<JobReport> report = LoadJob(exchange.state, id, {});
  if (!report) {
    return report.error().code == "E0604" ? none(id) : RefusalOf(report.error());
  }
  return std::move(*report);
}

/// Writes at most `len` actions, from number `offset` on. The first action of the job is number 1.
void WriteActions(JsonWriter* json, const JobReport& report, const NodeConfs& confs,
                  std::string_view base_url, std::int64_t offset, std::int64_t len) {
  const std::vector<const NodeRow*> nodes = InOrderOfStart(report.main.nodes);
  for (std::int64_t i = offset - 1; i < std::ssize(nodes) && i - (offset - 1) < len; ++i) {
    const NodeRow& node = *nodes[static_cast<std::size_t>(i)];
    WriteAction(json, node, confs.Of(node), report.main.job.id, base_url);
  }
}

Task<Answered> ShowAction(Exchange& exchange, std::size_t at) {
  const std::string id = exchange.rest.substr(0, at), name = exchange.rest.substr(at + 1);
  const Loaded loaded = LoadForShow(exchange, id, &NoRow);
  if (std::holds_alternative<Refusal>(loaded)) {
    const Refusal& refusal = std::get<Refusal>(loaded);
    co_return refusal.code == "E0605" ? NoRow(exchange.rest) : refusal;
  }
  const JobReport& report = std::get<JobReport>(loaded);
  for (const NodeRow& node : report.main.nodes) {
    if (node.node == name) {
      AnswerConfs answer;
      const NodeConfs confs = co_await ConfsOf(exchange, report, &node, &answer);
      JsonWriter json(kJavaJson);
      WriteAction(&json, node, confs.Of(node), id, exchange.settings.base_url);
      co_return JsonAnswer(json.Take());
    }
  }
  co_return NoRow(exchange.rest);
}

Task<Answered> ShowWorkflow(Exchange& exchange) {
  constexpr std::int64_t kAll = INT64_MAX;
  const std::variant<std::int64_t, Refusal> offset = CountOf(exchange, "offset", 1);
  const std::variant<std::int64_t, Refusal> len = CountOf(exchange, "len", kAll);
  for (const auto* count : {&offset, &len}) {
    if (std::holds_alternative<Refusal>(*count)) {
      co_return std::get<Refusal>(*count);
    }
  }
  const Loaded loaded = LoadForShow(exchange, exchange.rest, &NoJob);
  if (std::holds_alternative<Refusal>(loaded)) {
    co_return std::get<Refusal>(loaded);
  }
  const JobReport& report = std::get<JobReport>(loaded);
  const Result<Properties> read = PropertiesOf(exchange.state, report);
  if (!read) {
    co_return RefusalOf(read.error());
  }
  const Properties& properties = *read;
  AnswerConfs answer;
  const NodeConfs confs = co_await ConfsOf(exchange, report, nullptr, &answer);
  const std::string conf = ConfigurationXml(properties, IsMasked(exchange, report.main.job));
  WorkflowExtras extras{conf, true, "", report.parent_id, exchange.settings.base_url};
  const Result<JobOrigin> origin = exchange.settings.verbs->OriginOf(exchange.rest);
  if (!origin) {
    co_return RefusalOf(origin.error());
  }
  extras.external_id = origin->external_id;
  if (const auto external = properties.find("oozie.wf.external.id");
      extras.external_id.empty() && external != properties.end()) {
    extras.external_id = external->second;
  }
  if (extras.parent_id.empty()) {
    extras.parent_id = origin->parent_id;
  }
  JsonWriter json(kJavaJson);
  BeginWorkflow(&json, report.main.job, extras);
  WriteActions(&json, report, confs, exchange.settings.base_url, std::get<std::int64_t>(offset),
               std::get<std::int64_t>(len));
  EndWorkflow(&json, report.main.job);
  co_return JsonAnswer(json.Take());
}

Task<Answered> ShowInfo(Exchange& exchange) {
  if (exchange.rest.empty()) {
    co_return Refusal{400, kWrongArgument, "id cannot be empty"};
  }
  if (IsOfCoordination(exchange.rest)) {
    co_return ShowCoordination(exchange);
  }
  const std::size_t at = exchange.rest.find('@');
  if (at != std::string::npos) {
    co_return co_await ShowAction(exchange, at);
  }
  co_return co_await ShowWorkflow(exchange);
}

Task<Answered> ShowStatus(Exchange& exchange) {
  if (exchange.version < 2) {
    co_return InvalidParameter("Not supported in v" + std::to_string(exchange.version));
  }
  if (IsOfCoordination(exchange.rest)) {
    co_return ShowCoordinationStatus(exchange);
  }
  const Result<JobRow> row = ReadJobRow(exchange.state, exchange.rest);
  if (!row) {
    co_return row.error().code == "E0604" ? NoRow(exchange.rest) : RefusalOf(row.error());
  }
  JsonWriter json(kJavaJson);
  json.BeginObject().Member("status", WorkflowStatus(row->state)).EndObject();
  co_return JsonAnswer(json.Take());
}

Task<Answered> ShowDefinition(Exchange& exchange) {
  const Loaded loaded = LoadForShow(exchange, exchange.rest, &NoRow);
  if (std::holds_alternative<Refusal>(loaded)) {
    co_return std::get<Refusal>(loaded);
  }
  const JobReport& report = std::get<JobReport>(loaded);
  std::vector<std::string> words = SourceWords(report.main.job);
  const Result<std::string> text =
      co_await AskProgramOf(exchange, report, std::move(words), kMostSource);
  co_return text ? Answered(XmlAnswer(*text)) : RefusalOf(text.error());
}

Refusal NoGraph(std::string_view what) {
  Refusal refusal = Refuse("E0307", "Runtime error [" + std::string(what) + "]");
  refusal.status = 404;
  return refusal;
}

/// Returns NODE=STATE for each node of a run. STATE is one of hpdlc's words: waiting, running, done
/// or failed. States that have the same colour in Oozie get the same word.
std::vector<std::string> StatesOf(const JobNodes& job) {
  std::vector<std::string> states;
  for (const NodeRow& node : job.nodes) {
    std::string_view word = "waiting";
    switch (node.state) {
      case NodeState::kRunning:
      case NodeState::kEndRetry:
      case NodeState::kEndManual:
        word = "running";
        break;
      case NodeState::kOk:
        word = "done";
        break;
      case NodeState::kError:
      case NodeState::kKilled:
      case NodeState::kFailed:
        word = "failed";
        break;
      default:
        break;
    }
    states.push_back(node.node + "=" + std::string(word));
  }
  return states;
}

Task<Answered> DrawGraph(Exchange& exchange, const JobReport& report, std::string format) {
  const bool svg = format == "svg";
  std::vector<std::string> words = SourceWords(report.main.job);
  Result<std::string> text = co_await AskProgramOf(exchange, report, std::move(words), kMostSource);
  if (text) {
    std::vector<std::string> states = StatesOf(report.main);
    text = co_await exchange.settings.verbs->Draw(exchange.request.caller, std::move(format),
                                                  std::move(*text), std::move(states));
  }
  if (!text) {
    co_return NoGraph(text.error().message);
  }
  OozieAnswer answer = TextAnswer(std::move(*text));
  answer.content_type = svg ? "image/svg+xml" : "image/png";
  // The picture shows texts of definitions that other people wrote. So the browser must not run or
  // fetch anything that the picture contains.
  answer.fields += "Content-Security-Policy: default-src 'none'; style-src 'unsafe-inline'\r\n";
  co_return answer;
}

Task<Answered> ShowGraph(Exchange& exchange) {
  if (IsOfCoordination(exchange.rest)) {
    co_return Refuse("E0306", "Invalid parameter");
  }
  std::string format = LowerCase(exchange.Of("format"));
  if (format.empty()) {
    format = "png";
  }
  if (format != "png" && format != "svg" && format != "dot") {
    co_return NoGraph("unknown format " + format + "; use png, svg or dot");
  }
  const Loaded loaded = LoadForShow(exchange, exchange.rest,
                                    [](std::string_view id) { return NoGraph(NoRow(id).message); });
  if (std::holds_alternative<Refusal>(loaded)) {
    co_return std::get<Refusal>(loaded);
  }
  if (format != "dot") {
    co_return co_await DrawGraph(exchange, std::get<JobReport>(loaded), std::move(format));
  }
  std::vector<std::string> words{"graph", exchange.rest, "--format",
                                 "dot",   "--state",     exchange.state.name()};
  const Result<std::string> text =
      co_await AskProgramOf(exchange, std::get<JobReport>(loaded), std::move(words), kMostAnswer);
  if (!text) {
    co_return NoGraph(text.error().message);
  }
  OozieAnswer answer = TextAnswer(*text);
  answer.content_type = "text/plain";
  co_return answer;
}

/// Shows the earlier attempts of an action.
Task<Answered> ShowRetries(Exchange& exchange) {
  const std::size_t at = exchange.rest.find('@');
  const Loaded loaded = LoadForShow(exchange, exchange.rest.substr(0, at), &NoRow);
  if (std::holds_alternative<Refusal>(loaded)) {
    co_return std::get<Refusal>(loaded);
  }
  const std::string name = at == std::string::npos ? "" : exchange.rest.substr(at + 1);
  JsonWriter json(kJavaJson);
  json.BeginObject().Key("retries").BeginArray();
  for (const AttemptRow& row : std::get<JobReport>(loaded).main.attempts) {
    if (row.node == name) {
      json.BeginObject().Member("attempt", std::to_string(row.attempt + 1));
      json.Time("startTime", row.started_ms).Time("endTime", row.ended_ms).EndObject();
    }
  }
  co_return JsonAnswer(json.EndArray().EndObject().Take());
}

constexpr JobView kViews[] = {
    {"info", &ShowInfo},
    {"status", &ShowStatus},
    {"log", &ShowLog},
    {"errorlog", &ShowErrorLog},
    {"auditlog", &ShowAuditLog},
    {"definition", &ShowDefinition},
    {"graph", &ShowGraph},
    {"retries", &ShowRetries},
    {"allruns", &ShowAllRuns},
    {"missing-dependencies", &ShowMissingDependencies},
    {"wf-actions", &ShowWorkflowActions},
};

}  // namespace

Task<Answered> JobResource(Exchange& exchange) {
  if (exchange.rest.find('/') != std::string::npos || exchange.Is("POST")) {
    co_return InvalidResource(exchange.rest);
  }
  if (exchange.Is("PUT")) {
    co_return co_await ControlJob(exchange);
  }
  const std::string* show = Find(exchange.parameters, "show");
  const std::string wanted = show == nullptr ? "info" : *show;
  for (const JobView& view : kViews) {
    if (view.show == wanted) {
      co_return co_await view.answer(exchange);
    }
  }
  co_return InvalidValue("show", wanted);
}

}  // namespace hpdl::rt
