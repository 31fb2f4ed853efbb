#include <algorithm>

#include "runtime/program/commands.h"
#include "runtime/program/completion.h"
#include "runtime/program/container_logs.h"
#include "runtime/program/follow_log.h"
#include "runtime/program/json.h"
#include "runtime/program/text.h"
#include "runtime/program/views.h"

namespace hpdl::rt {
namespace {

/// The value of a number option; nothing if it was not given. `*code` becomes 2 if it is no number.
std::optional<std::int64_t> Number(Invocation& call, std::string_view name, int* code) {
  if (!call.line.Has(name)) {
    return std::nullopt;
  }
  const std::string text = call.line.Value(name);
  const std::optional<std::int64_t> number = ParseNumber(text);
  if (!number) {
    *code = call.Refuse(kExitUsage,
                        "--" + std::string(name) + " '" + OneLine(text) + "': expected a number");
  }
  return number;
}

/// Loads the job of the first operand; a null result has been reported already.
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

bool Matches(const JobRow& job, std::string_view states) {
  const std::vector<std::string_view> wanted = Split(states, ',');
  return std::find(wanted.begin(), wanted.end(), StateName(job.state, job.dialect)) != wanted.end();
}

/// Upper case, so that `--status running` is not an empty list.
std::string Upper(std::string text) {
  for (char& c : text) {
    c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  }
  return text;
}

const char* UnknownState(std::string_view states) {
  static constexpr std::string_view kKnown[] = {"PREP",      "CREATED", "RUNNING", "SUSPENDED",
                                                "SUCCEEDED", "KILLED",  "FAILED"};
  for (const std::string_view state : Split(states, ',')) {
    if (std::find(std::begin(kKnown), std::end(kKnown), state) == std::end(kKnown)) {
      return "expected PREP, CREATED, RUNNING, SUSPENDED, SUCCEEDED, KILLED or FAILED";
    }
  }
  return nullptr;
}

/// The report of --run, or of the last run. None after an error that is told; `code` is then how to
/// exit.
std::optional<JobReport> LoadRun(Invocation& call, int* code) {
  const std::optional<std::int64_t> run = Number(call, "run", code);
  if (*code != kExitDone) {
    return std::nullopt;
  }
  std::optional<JobReport> report = Load(call, run);
  *code = report ? kExitDone : kExitFailed;
  return report;
}

/// Why the node or attempt of `options` cannot be shown; "" if it can.
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

int JobsCommand(Invocation& call) {
  int code = kExitDone;
  const std::optional<std::int64_t> most = Number(call, "len", &code);
  const std::string states = Upper(call.line.Value("status"));
  if (code != kExitDone) {
    return code;
  }
  if (const char* problem = UnknownState(states)) {
    return call.Refuse(kExitUsage, "--status '" + OneLine(states) + "': " + problem);
  }
  auto state = OpenState(call.line, false);
  if (!state) {
    return call.Refuse(kExitFailed, state.error());
  }
  std::vector<IndexEntry> jobs;
  if (*state != nullptr) {
    auto listed = (*state)->List();
    if (!listed) {
      return call.Refuse(kExitFailed, listed.error());
    }
    jobs = std::move(*listed);
  }
  if (*state == nullptr && !call.json() && !call.line.Has("ids")) {
    call.out.Line("no jobs: there is no state directory " + OneLine(*StatePath(call.line)));
    return kExitDone;
  }
  std::erase_if(jobs, [&](const IndexEntry& entry) {
    const bool hidden = entry.job.number != 0 && !call.line.Has("all");
    return hidden || (!states.empty() && !Matches(entry.job, states));
  });
  std::stable_sort(jobs.begin(), jobs.end(), [](const IndexEntry& a, const IndexEntry& b) {
    return a.job.created_ms != b.job.created_ms ? a.job.created_ms > b.job.created_ms
                                                : a.job.id > b.job.id;
  });
  if (most && jobs.size() > static_cast<std::size_t>(*most)) {
    jobs.resize(static_cast<std::size_t>(*most));
  }
  if (call.line.Has("ids")) {
    for (const IndexEntry& entry : jobs) {
      call.out.Line(entry.job.id);
    }
  } else {
    std::vector<ListedJob> listed;
    for (IndexEntry& entry : jobs) {
      const bool may_run =
          entry.job.state == JobState::kRunning || entry.job.state == JobState::kSuspended;
      const bool alive = may_run && IsAlive((*state)->JobPath(entry.root_id));
      listed.push_back({std::move(entry), alive});
    }
    call.out.Write(call.json() ? JobsJson(listed) : JobsText(listed, NowMs()));
  }
  return kExitDone;
}

int InfoCommand(Invocation& call) {
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
  const std::optional<std::int64_t> bytes = Number(call, "bytes", &code);
  const std::optional<std::int64_t> attempt = Number(call, "attempt", &code);
  if (code != kExitDone) {
    return code;
  }
  if (attempt && !call.line.Has("node")) {
    return call.Refuse(kExitUsage, "--attempt needs --node");
  }
  if (call.line.Has("follow") && (call.line.Has("run") || attempt)) {
    return call.Refuse(kExitUsage, "--follow shows the current run: not with --run or --attempt");
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
  const Result<void> read = FetchContainerLogs(call.program, *report, &options);
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
  // Another program may have run the job: then its rows say which nodes there are, not how they
  // follow each other.
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

int GraphCommand(Invocation& call) {
  int code = kExitDone;
  std::int64_t number = Number(call, "workflow", &code).value_or(0);
  if (code != kExitDone) {
    return code;
  }
  std::optional<JobReport> report;
  if (!call.line.operands.empty()) {
    report = Load(call, {});
    if (!report) {
      return kExitFailed;
    }
    if (report->facts.program_hash != View(call.program.content_hash)) {
      call.Refuse(kExitDone,
                  "warning: the job was run by another program; the graph is this one's");
    }
    number = report->main.job.workflow;
  }
  if (number >= call.program.workflow_count) {
    return call.Refuse(kExitFailed,
                       "this program has no workflow number " + std::to_string(number));
  }
  const std::string format = call.line.Value("format", "mermaid");
  const GraphFormat chosen = format == "dot"    ? GraphFormat::kDot
                             : format == "json" ? GraphFormat::kJson
                                                : GraphFormat::kMermaid;
  call.out.Write(
      GraphText(call.program.workflows[number], report ? &report->main : nullptr, chosen));
  return kExitDone;
}

int ParamsCommand(Invocation& call) {
  call.out.Write(call.json() ? ParamsJson(call.program) : ParamsText(call.program));
  return kExitDone;
}

int SourceCommand(Invocation& call) {
  int code = kExitDone;
  const std::int64_t number = Number(call, "workflow", &code).value_or(0);
  if (code != kExitDone) {
    return code;
  }
  if (call.line.Has("files")) {
    call.out.Write(call.json() ? FilesJson(call.program) : FilesText(call.program));
    return kExitDone;
  }
  if (number >= call.program.workflow_count) {
    return call.Refuse(kExitFailed,
                       "this program has no workflow number " + std::to_string(number));
  }
  const std::string_view source = View(call.program.workflows[number].source);
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
  call.out.Write(
      CompletionScript(call.line.operands[0], Commands(),
                       slash == std::string::npos ? call.self : call.self.substr(slash + 1)));
  return kExitDone;
}

}  // namespace hpdl::rt
