#include <algorithm>

#include "runtime/engines/coordinator/coordination.h"
#include "runtime/engines/report/container_logs.h"
#include "runtime/engines/report/job_json.h"
#include "runtime/engines/report/run_token.h"
#include "runtime/engines/workflow/properties.h"
#include "runtime/engines/workflow/record_text.h"
#include "runtime/ground/abi/text_view.h"
#include "runtime/ground/base/clock.h"
#include "runtime/ground/base/json_writer.h"
#include "runtime/ground/base/terminal_text.h"
#include "runtime/programs/program/commands.h"
#include "runtime/programs/program/completion.h"
#include "runtime/programs/program/coordinator_commands.h"
#include "runtime/programs/program/follow_log.h"
#include "runtime/programs/program/invocation.h"
#include "runtime/programs/program/opened_job.h"
#include "runtime/programs/program/program.h"
#include "runtime/programs/program/views.h"

namespace hpdl::rt {
namespace {

/// Loads the report of the job that the first operand names. If that fails, prints the error and
/// returns nullopt.
std::optional<JobReport> Load(Invocation& call, std::optional<std::int64_t> run) {
  const Result<OpenedJob> job = OpenJobOf(call, call.line.operands[0]);
  if (!job) {
    call.Refuse(kExitFailed, job.error());
    return std::nullopt;
  }
  Result<JobReport> report = LoadJob(*job->state, job->id, run);
  if (!report) {
    call.Refuse(kExitFailed, report.error());
    return std::nullopt;
  }
  return std::move(*report);
}

/// Loads the report of the run that --run names, or of the last run if --run was not given. If that
/// fails, prints the error, puts the exit code into `*code` and returns nullopt.
std::optional<JobReport> LoadRun(Invocation& call, int* code) {
  const std::optional<std::int64_t> run = NumberOption(call, "run", code);
  if (*code != kExitDone) {
    return std::nullopt;
  }
  std::optional<JobReport> report = Load(call, run);
  *code = report ? kExitDone : kExitFailed;
  return report;
}

/// Returns why the node or attempt of `options` cannot be shown; "" if it can be shown.
std::string Unknown(const JobReport& report, const LogOptions& options) {
  const NodeRow* found = nullptr;
  const auto look = [&](const JobNodes& job) {
    for (const NodeRow& node : job.nodes) {
      found = node.node == options.node ? &node : found;
    }
  };
  look(report.main);
  std::for_each(report.children.begin(), report.children.end(), look);
  if (options.node.empty()) {
    return {};
  }
  if (found == nullptr) {
    return "node '" + OneLine(options.node) + "' has not started in this job, or does not exist";
  }
  if (options.attempt && *options.attempt > found->attempt) {
    return "node '" + OneLine(options.node) + "' has no attempt " +
           std::to_string(*options.attempt) + "; its attempts are 0 to " +
           std::to_string(found->attempt);
  }
  return {};
}

}  // namespace

int InfoCommand(Invocation& call) {
  if (IsForCoordination(call)) {
    return call.program.coordination->commands->show(call);
  }
  int code = kExitDone;
  const std::optional<JobReport> report = LoadRun(call, &code);
  if (!report) {
    return code;
  }
  call.out.Write(call.json() ? InfoJson(*report) : InfoText(*report, call.Hint(), NowMs()));
  return kExitDone;
}

int LogCommand(Invocation& call) {
  int code = kExitDone;
  const std::optional<std::int64_t> bytes = NumberOption(call, "bytes", &code);
  const std::optional<std::int64_t> attempt = NumberOption(call, "attempt", &code);
  if (code != kExitDone) {
    return code;
  }
  if (attempt && !call.line.Has("node")) {
    return call.Refuse(kExitUsage, "--attempt needs --node");
  }
  if (call.line.Has("follow") && (call.line.Has("run") || attempt)) {
    return call.Refuse(kExitUsage,
                       "--follow shows the current run; give neither --run nor --attempt with it");
  }
  const std::optional<JobReport> report = LoadRun(call, &code);
  if (!report) {
    return code;
  }
  LogOptions options;
  options.node = call.line.Value("node");
  options.bytes = static_cast<std::uint64_t>(bytes.value_or(64 * 1024));
  options.attempt = attempt;
  const std::string problem = call.line.Has("follow") ? std::string() : Unknown(*report, options);
  if (!problem.empty()) {
    return call.Refuse(kExitFailed, problem);
  }
  if (call.line.Has("follow")) {
    const Result<void> followed = FollowLog(call, *report, options);
    return followed ? kExitDone : call.Refuse(kExitFailed, followed.error());
  }
  const Result<void> read =
      FetchContainerLogs({call.program.network, call.program.hadoop}, *report, &options);
  call.out.Write(call.json() ? LogJson(*report, options) : LogText(*report, options));
  return read ? kExitDone : call.Refuse(kExitFailed, read.error());
}

int TokenCommand(Invocation& call) {
  int code = kExitDone;
  const std::optional<JobReport> report = LoadRun(call, &code);
  if (!report) {
    return code;
  }
  const std::size_t number = report->main.job.workflow;
  // If another program has run the job, this program may not contain the job's workflow. The job's
  // rows then have the names of the nodes, but not the transitions between them.
  const hpdl_workflow* workflow =
      number < call.program.workflow_count ? &call.program.workflows[number] : nullptr;
  const std::string node = call.line.operands.size() > 1 ? call.line.operands[1] : std::string();
  if (!node.empty() && !HasNode(report->main, workflow, node)) {
    return call.Refuse(kExitFailed,
                       "job " + report->main.job.id + " has no node '" + OneLine(node) + "'");
  }
  call.out.Write(call.json() ? TokenJson(report->main, workflow, node)
                             : TokenText(report->main, workflow, node));
  return kExitDone;
}

GraphFormat GraphFormatOf(const ParsedLine& line) {
  const std::string format = line.Value("format", "mermaid");
  return format == "dot"    ? GraphFormat::kDot
         : format == "json" ? GraphFormat::kJson
                            : GraphFormat::kMermaid;
}

int GraphCommand(Invocation& call) {
  if (IsForCoordination(call) && !call.line.Has("workflow")) {
    return call.program.coordination->commands->graph(call);
  }
  int code = kExitDone;
  std::int64_t number = NumberOption(call, "workflow", &code).value_or(0);
  if (code != kExitDone) {
    return code;
  }
  std::optional<JobReport> report;
  if (!call.line.operands.empty()) {
    report = Load(call, {});
    if (!report) {
      return kExitFailed;
    }
    if (report->facts.program_hash != ToView(call.program.content_hash)) {
      call.Refuse(
          kExitDone,
          "warning: another program ran the job; the graph shows the workflow of this program");
    }
    number = report->main.job.workflow;
  }
  if (number >= call.program.workflow_count) {
    return call.Refuse(kExitFailed,
                       "this program has no workflow with the number " + std::to_string(number));
  }
  call.out.Write(GraphText(call.program.workflows[number], report ? &report->main : nullptr,
                           GraphFormatOf(call.line)));
  return kExitDone;
}

int ParamsCommand(Invocation& call) {
  call.out.Write(call.json() ? ParamsJson(call.program) : ParamsText(call.program));
  return kExitDone;
}

/// Prints the properties of the file of defaults, in the format of Java properties or as JSON.
int PrintDefaults(Invocation& call, const hpdl_workflow& workflow) {
  const Properties defaults = DefaultProperties(workflow);
  if (!call.json()) {
    call.out.Write(DataToText(defaults));
    return kExitDone;
  }
  JsonWriter json;
  json.BeginObject().Member("version", std::int64_t{1}).Key("defaults").BeginObject();
  for (const auto& [name, value] : defaults) {
    json.Member(name, value);
  }
  call.out.Line(json.EndObject().EndObject().Take());
  return kExitDone;
}

int SourceCommand(Invocation& call) {
  int code = kExitDone;
  const std::int64_t number = NumberOption(call, "workflow", &code).value_or(0);
  if (code != kExitDone) {
    return code;
  }
  if (IsCoordination(call.program) && !call.line.Has("workflow") && !call.line.Has("files")) {
    return call.program.coordination->commands->source(call);
  }
  if (call.line.Has("files")) {
    call.out.Write(call.json() ? FilesJson(call.program) : FilesText(call.program));
    return kExitDone;
  }
  if (number >= call.program.workflow_count) {
    return call.Refuse(kExitFailed,
                       "this program has no workflow with the number " + std::to_string(number));
  }
  const hpdl_workflow& workflow = call.program.workflows[number];
  if (call.line.Has("defaults")) {
    return PrintDefaults(call, workflow);
  }
  const std::string_view source = ToView(workflow.source);
  if (call.json()) {
    JsonWriter json;
    json.BeginObject().Member("version", std::int64_t{1}).Member("source", source).EndObject();
    call.out.Line(json.text());
    return kExitDone;
  }
  call.out.Write(source);
  return kExitDone;
}

int CompletionCommand(Invocation& call) {
  const std::size_t slash = call.self.rfind('/');
  const std::string name = slash == std::string::npos ? call.self : call.self.substr(slash + 1);
  // The parser of the command line has checked that the operand is the name of a shell.
  call.out.Write(
      *CompletionScript(call.line.operands[0], DescribeForShells(Commands(call.program), name)));
  return kExitDone;
}

}  // namespace hpdl::rt
