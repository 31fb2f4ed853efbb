#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>

#include "runtime/abi/text_view.h"
#include "runtime/base/terminal_text.h"
#include "runtime/base/text_parts.h"
#include "runtime/coordinator_engine/coordination.h"
#include "runtime/program/commands.h"
#include "runtime/program/completion.h"
#include "runtime/program/coordinator_commands.h"
#include "runtime/program/job_ids.h"
#include "runtime/program/views.h"
#include "runtime/program/watch_job.h"

namespace hpdl::rt {
namespace {

constexpr OptionSpec kDefine = {"D", "NAME=VALUE", "a job property; wins over --config"};
constexpr OptionSpec kConfig = {"config", "FILE",
                                "job properties: a .properties file or Hadoop XML; may be given "
                                "again, later files win"};
constexpr OptionSpec kSite = {
    "site", "FILE",
    "site configuration, Hadoop XML (default: $HPDL_SITE, then /etc/hpdl/site.xml)"};
constexpr OptionSpec kLocal = {"local", "", "run shell and other compute actions on this machine"};
constexpr OptionSpec kParallel = {"parallel", "N",
                                  "at most N local processes at a time (default: cores)"};
constexpr OptionSpec kProgress = {
    "progress", "MODE", "how to show the run (default: auto, which is live on a terminal)",
    "auto|plain|json|none"};
constexpr OptionSpec kCallbackListen = {"callback-listen", "HOST:PORT",
                                        "listen there for the callbacks of wf:callback. HOST may "
                                        "be left out (this machine alone); * is "
                                        "every address; PORT 0 is any free one, kept for this run"};
constexpr OptionSpec kCallbackUrl = {
    "callback-url", "BASE",
    "wf:callback gives URLs below BASE instead of http://HOST:PORT, as behind a gateway"};
constexpr OptionSpec kPark = {"park", "SECONDS",
                              "end this process when only waits are left that last longer; 'wake' "
                              "goes on (docs/parking.md)"};
constexpr OptionSpec kKeepProgram = {"keep-program", "",
                                     "keep a copy of this program in the state directory, for all "
                                     "that the job needs it for"};
constexpr OptionSpec kAsk = {"ask", "",
                             "only ask the process that runs the job, which lets the last actions "
                             "of a suspended job end; where none does, change nothing"};
constexpr OptionSpec kId = {"id", "ID", "make the job of this id, or find it if it is there"};
constexpr OptionSpec kIdFile = {"id-file", "FILE",
                                "write the job's id there before the run starts"};
constexpr OptionSpec kDryRun = {"dryrun", "",
                                "check everything, show properties and nodes, start nothing"};
constexpr OptionSpec kPurgeDryRun = {"dryrun", "", "only list what would be removed"};
constexpr OptionSpec kSkip = {"skip", "NODE,...",
                              "do not run these nodes again; they must have completed"};
constexpr OptionSpec kFailed = {"failed", "", "skip every node that ended OK"};
constexpr OptionSpec kFormat = {"format", "FORMAT", "text, or JSON for programs (docs/json.md)",
                                "text|json"};
constexpr OptionSpec kStatus = {"status", "STATE,...", "only jobs in one of these states"};
constexpr OptionSpec kLen = {"len", "N", "at most N jobs"};
constexpr OptionSpec kFilter = {"filter", "KEY=VALUE;...",
                                "only these: status, user, group, name, id, text (part of name or "
                                "user), startcreatedtime, endcreatedtime; sortby orders them"};
constexpr OptionSpec kAfter = {"after", "KEY", "those after a page; its end says which key"};
constexpr OptionSpec kIds = {"ids", "", "only the ids, one a line"};
constexpr OptionSpec kAll = {"all", "", "also the jobs of sub-workflows"};
constexpr OptionSpec kRun = {"run", "N", "show an earlier run; the first is 0"};
constexpr OptionSpec kNode = {"node", "NODE", "only this node"};
constexpr OptionSpec kAttempt = {"attempt", "N",
                                 "with --node: show only this attempt; the first is 0"};
constexpr OptionSpec kFollow = {
    "follow", "", "show what comes until the job ends; ^C ends the view, not the job", {}, 'f'};
constexpr OptionSpec kBytes = {"bytes", "N",
                               "show at most the last N bytes of each output (default: 65536)"};
constexpr OptionSpec kGraphFormat = {"format", "FORMAT", "output language (default: mermaid)",
                                     "mermaid|dot|json"};
constexpr OptionSpec kWorkflow = {"workflow", "N",
                                  "a sub-workflow instead: its number in --version"};
constexpr OptionSpec kFiles = {"files", "", "list the files inside the program"};
constexpr OptionSpec kOlderThan = {
    "older-than", "AGE", "only jobs that ended so long ago: 90s, 12h, 30d or 2w (default: 30d)"};

constexpr OptionSpec kAction = {"action", "N,N-N", "only these actions, by their numbers"};
constexpr OptionSpec kDate = {"date", "TIME,TIME::TIME",
                              "only the actions of these nominal times, as 2024-01-31T08:00Z"};
constexpr OptionSpec kCoordinatorNames = {"coordinator", "NAME,...",
                                          "of a bundle: only these coordinators"};
constexpr OptionSpec kRefresh = {"refresh", "",
                                 "find out anew which data the actions mean, and wait for it"};
constexpr OptionSpec kNoCleanUp = {"nocleanup", "", "leave the outputs of the actions as they are"};
constexpr OptionSpec kFailedActions = {
    "failed", "", "run the same workflow jobs again, without the nodes that ended OK"};
constexpr OptionSpec kName = {"name", "NAME", "of a coordinator: call the job so"};
constexpr OptionSpec kValue = {
    "value", "KEY=VALUE;...",
    "what becomes of it: endtime, pausetime (empty: none), concurrency, status (RUNNING, IGNORED)"};

constexpr const OptionSpec* kRunOptions[] = {
    &kDefine, &kConfig, &kSite,           &kLocal,       &kParallel, &kProgress,   &kIdFile,
    &kDryRun, &kFormat, &kCallbackListen, &kCallbackUrl, &kPark,     &kKeepProgram};
constexpr const OptionSpec* kSubmitOptions[] = {
    &kDefine, &kConfig, &kSite,           &kLocal,       &kParallel, &kProgress,    &kIdFile,
    &kDryRun, &kFormat, &kCallbackListen, &kCallbackUrl, &kPark,     &kKeepProgram, &kId};
constexpr const OptionSpec* kSubmitCoordinatorOptions[] = {
    &kDefine,         &kConfig,      &kSite, &kLocal,       &kParallel,
    &kProgress,       &kIdFile,      &kName, &kDryRun,      &kFormat,
    &kCallbackListen, &kCallbackUrl, &kPark, &kKeepProgram, &kId};
constexpr const OptionSpec* kRerunOptions[] = {
    &kSkip,     &kFailed,   &kDefine,         &kConfig,      &kSite, &kLocal,
    &kParallel, &kProgress, &kCallbackListen, &kCallbackUrl, &kPark, &kKeepProgram};
constexpr const OptionSpec* kStartOptions[] = {&kLocal, &kProgress, &kPark, &kKeepProgram};
constexpr const OptionSpec* kResumeOptions[] = {&kLocal, &kProgress, &kPark, &kKeepProgram, &kAsk};
constexpr const OptionSpec* kWakeOptions[] = {&kProgress, &kPark};
constexpr const OptionSpec* kFormatOptions[] = {&kFormat};
constexpr const OptionSpec* kJobsOptions[] = {&kStatus, &kFilter, &kLen,   &kAfter,
                                              &kAll,    &kIds,    &kFormat};
constexpr const OptionSpec* kInfoOptions[] = {&kRun, &kFormat};
constexpr const OptionSpec* kLogOptions[] = {&kNode, &kAttempt, &kFollow, &kRun, &kBytes, &kFormat};
constexpr const OptionSpec* kGraphOptions[] = {&kGraphFormat, &kWorkflow};
constexpr const OptionSpec* kSourceOptions[] = {&kWorkflow, &kFiles, &kFormat};
constexpr const OptionSpec* kKillActionsOptions[] = {&kAction, &kDate, &kFormat};
constexpr const OptionSpec* kRerunActionsOptions[] = {
    &kAction,   &kDate,           &kCoordinatorNames, &kRefresh, &kNoCleanUp,   &kFailedActions,
    &kSkip,     &kDefine,         &kConfig,           &kSite,    &kLocal,       &kParallel,
    &kProgress, &kCallbackListen, &kCallbackUrl,      &kPark,    &kKeepProgram, &kFormat};
constexpr const OptionSpec* kChangeOptions[] = {&kValue, &kFormat};
constexpr const OptionSpec* kPurgeOptions[] = {&kOlderThan, &kPurgeDryRun, &kFormat};

constexpr std::string_view kEndCodes =
    "Exit code: 0 SUCCEEDED, 1 FAILED, 2 refused before anything started, 3 KILLED, 4 SUSPENDED, "
    "5 parked, 128 + N signal N ended this process and left the job RUNNING.";

/// Those that programs of workflows and of coordinators have in common.
constexpr CommandSpec kStart = {"start",   "JOB",         "run a submitted job",
                                kEndCodes, kStartOptions, StartCommand};
constexpr CommandSpec kWake = {
    "wake",
    "JOB",
    "go on with a parked job for which a wait may be over",
    "For programs that watch parked jobs. A suspended job stays as it is: 'resume' lifts "
    "suspensions. One that another process has is looked at when that ends.",
    kWakeOptions,
    WakeCommand};
constexpr CommandSpec kRetry = {
    "retry", "JOB NODE",     "try again an action that waits for a person",
    "",      kFormatOptions, RetryCommand};
constexpr CommandSpec kJobs = {"jobs", "",           "list jobs, the newest first",
                               "",     kJobsOptions, JobsCommand};
constexpr CommandSpec kLog = {
    "log", "JOB",       "show what happened in a job, and what its actions wrote",
    "",    kLogOptions, LogCommand};
constexpr CommandSpec kToken = {
    "token", "JOB [NODE]", "show the workflow token of a job: what its nodes put, or NODE alone",
    "",      kInfoOptions, TokenCommand};
constexpr CommandSpec kGraph = {
    "graph", "[JOB]",       "print the workflow as a graph; with JOB, coloured by state",
    "",      kGraphOptions, GraphCommand};
constexpr CommandSpec kParams = {
    "params",
    "",
    "list the parameters, their defaults and where they are used (line:column)",
    "",
    kFormatOptions,
    ParamsCommand};
constexpr CommandSpec kSource = {
    "source",       "",           "print the definition that was compiled, byte for byte", "",
    kSourceOptions, SourceCommand};
constexpr CommandSpec kPurge = {
    "purge",
    "",
    "remove ended jobs and their files",
    "It removes jobs of every program that uses the state directory. Jobs that have not ended "
    "stay.",
    kPurgeOptions,
    PurgeCommand};
constexpr CommandSpec kStore = {
    "store",
    "ACTION JOB",
    "check a job's journal, or save what can be read of a damaged one",
    "ACTION is check or salvage. salvage keeps the old journal beside the new one, as .damaged.",
    kFormatOptions,
    StoreCommand,
    "check|salvage"};
constexpr CommandSpec kCompletion = {
    "completion",
    "SHELL",
    "print a completion script for bash, zsh or fish",
    "In ~/.bashrc: source <(PROGRAM completion bash). In ~/.zshrc, after compinit: source "
    "<(PROGRAM completion zsh). In fish: PROGRAM completion fish | source.",
    {},
    CompletionCommand,
    kCompletionShells};

constexpr CommandSpec kProgramCommands[] = {
    {"run", "", "make a job and run it to its end", kEndCodes, kRunOptions, RunCommand},
    {"submit", "", "make a job, print its id and leave it to 'start'", "", kSubmitOptions,
     SubmitCommand},
    kStart,
    {"rerun", "JOB", "run an ended job again, without the nodes to skip", kEndCodes, kRerunOptions,
     RerunCommand},
    {"resume", "JOB", "go on with a job after a suspension, a crash or a reboot", kEndCodes,
     kResumeOptions, ResumeCommand},
    kWake,
    {"suspend", "JOB", "start nothing more of a running job", "", kFormatOptions, SuspendCommand},
    {"kill", "JOB", "end a job and what it runs", "", kFormatOptions, KillCommand},
    kRetry,
    kJobs,
    {"info", "JOB", "show a job, its nodes and its sub-workflows", "", kInfoOptions, InfoCommand},
    kLog,
    kToken,
    kGraph,
    kParams,
    kSource,
    kPurge,
    kStore,
    kCompletion,
};

/// Of coordinators and bundles. What takes a job takes those of their workflows too.
constexpr CommandSpec kCoordinatorCommands[] = {
    {"run", "", "make a job and run it to its end: until then it starts workflows", kEndCodes,
     kRunOptions, RunCommand},
    {"submit", "", "make a job, print its id and leave it to 'start'", "",
     kSubmitCoordinatorOptions, SubmitCommand},
    {"start", "JOB", "run a job until it is over; a bundle does not wait for its kick-off time",
     kEndCodes, kStartOptions, StartCommand},
    {"rerun", "JOB", "run ended actions again, by --action or --date",
     "Of a workflow job that it has started: as in a program of that workflow.",
     kRerunActionsOptions, RerunCommand},
    {"resume", "JOB", "lift a suspension, and go on if no process does", kEndCodes, kResumeOptions,
     ResumeCommand},
    kWake,
    {"suspend", "JOB", "start nothing more, and suspend the workflows that run", "", kFormatOptions,
     SuspendCommand},
    {"kill", "JOB", "end a job and the workflows that it runs, or only some actions", "",
     kKillActionsOptions, KillCommand},
    {"change", "JOB", "move the end or the pause, change concurrency or state", "", kChangeOptions,
     ChangeCoordination},
    {"ignore", "JOB", "let failed actions, or a job that is over, count no more", "",
     kKillActionsOptions, IgnoreCoordination},
    kRetry,
    kJobs,
    {"info", "JOB", "show a job and its actions, or its nodes", "", kInfoOptions, InfoCommand},
    kLog,
    kToken,
    kGraph,
    kParams,
    kSource,
    kPurge,
    kStore,
    kCompletion,
};

std::string Title(const hpdl_program& program) {
  const std::string what =
      program.coordinator != nullptr ? "Coordinator " + OneLine(CoordinationName(program))
      : program.bundle != nullptr    ? "Bundle " + OneLine(CoordinationName(program))
                                     : "Workflow " + OneLine(WorkflowName(program.workflows[0]));
  return what + ", compiled by " + std::string(ToView(program.compiler_version)) + ".";
}

std::string_view BaseName(std::string_view path) {
  return path.substr(path.rfind('/') + 1);
}

int Version(const hpdl_program& program, std::span<const std::string_view> args, Output& out) {
  const bool json = std::find(args.begin(), args.end(), "--format=json") != args.end() ||
                    std::find(args.begin(), args.end(), "json") != args.end();
  out.Write(json ? VersionJson(program) : VersionText(program));
  return kExitDone;
}

/// Which part of the program a command is about, by its job; null: the program is one thing.
std::unique_ptr<PartOfProgram> PartOfJob(const hpdl_program& program, const ParsedLine& line) {
  if (program.coordinator != nullptr && program.coordinator->workflow != HPDL_NONE &&
      program.coordinator->workflow != 0) {
    return std::make_unique<PartOfProgram>(program, *program.coordinator);
  }
  const bool has_job = line.command != nullptr && line.command->TakesJob();
  if (program.bundle == nullptr || !has_job || line.operands.empty()) {
    return nullptr;
  }
  const auto state = OpenState(line, false);
  if (!state || *state == nullptr) {
    return nullptr;
  }
  const Result<std::string> id = FindJobId(**state, program, line.operands[0]);
  const Result<std::string> root = id ? (*state)->FindRoot(*id) : id;
  const Result<JobFacts> facts = root ? ReadFacts(**state, *root) : Result<JobFacts>(root.error());
  return facts ? PartOf(program, facts->part) : nullptr;
}

int Dispatch(const hpdl_program& program, std::string_view self,
             std::span<const std::string_view> args, Output& out, Output& err) {
  if (!args.empty() && args[0] == "--version") {
    return Version(program, args, out);
  }
  const std::span<const CommandSpec> commands = Commands(program);
  const ParsedLine line = ParseLine(commands, args);
  const std::unique_ptr<PartOfProgram> part = PartOfJob(program, line);
  Invocation call{part == nullptr ? program : part->program(), line, std::string(self), out, err};
  if (!line.error.empty()) {
    call.Refuse(kExitUsage, line.error);
    err.Line("try '" + std::string(self) +
             (line.command == nullptr ? "" : " " + std::string(line.command->name)) + " --help'");
    return kExitUsage;
  }
  if (line.version) {
    return Version(program, args, out);
  }
  if (line.help) {
    out.Write(line.command == nullptr ? ProgramHelp(commands, self, Title(program))
                                      : CommandHelp(*line.command, self));
    return kExitDone;
  }
  if (line.command == nullptr) {
    err.Write(ProgramHelp(commands, self, Title(program)));
    return kExitUsage;
  }
  return line.command->run(call);
}

}  // namespace

std::span<const CommandSpec> Commands(const hpdl_program& program) {
  return IsCoordination(program) ? std::span<const CommandSpec>(kCoordinatorCommands)
                                 : std::span<const CommandSpec>(kProgramCommands);
}

std::string Invocation::Hint() const {
  const std::string state = line.Value("state");
  return state.empty() ? self : self + " --state " + OneLine(state);
}

int Invocation::Refuse(int code, std::string_view message) {
  // What was printed so far comes first also when both go to one place.
  out.Flush();
  err.Line(std::string(BaseName(self)) + ": " + std::string(message));
  return code;
}

int Invocation::Refuse(int code, const Error& error) {
  std::string text = error.message;
  if (!error.code.empty()) {
    text.append(" [").append(error.code).append("]");
  }
  if (error.error_class == ErrorClass::kCorruptStore && line.command != nullptr &&
      line.command->name != "store" && !line.operands.empty()) {
    text.append("; '").append(Hint()).append(" store check ").append(line.operands[0]);
    text.append("' says more");
  }
  // An error may be several refusals, a line each.
  std::string_view rest = text;
  while (!rest.empty()) {
    const std::size_t end = rest.find('\n');
    Refuse(code, OneLine(rest.substr(0, end)));
    rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
  }
  return code;
}

Result<std::string> StatePath(const ParsedLine& line) {
  if (line.Has("state")) {
    const std::string path = line.Value("state");
    if (path.empty()) {
      return Error{ErrorClass::kError, "", "--state needs a directory"};
    }
    return path;
  }
  const auto variable = [](const char* name) {
    const char* value = std::getenv(name);
    return std::string(value == nullptr ? "" : value);
  };
  if (std::string path = variable("HPDL_STATE"); !path.empty()) {
    return path;
  }
  // The XDG specification: a relative path there is to be ignored.
  if (const std::string xdg = variable("XDG_STATE_HOME"); xdg.starts_with('/')) {
    return xdg + "/hpdl";
  }
  if (const std::string home = variable("HOME"); !home.empty()) {
    return home + "/.local/state/hpdl";
  }
  return Error{
      ErrorClass::kError, "",
      "no state directory: $HPDL_STATE, $XDG_STATE_HOME and $HOME are not set; give --state"};
}

Result<std::unique_ptr<StateDirectory>> OpenState(const ParsedLine& line, bool create) {
  Result<std::string> path = StatePath(line);
  if (!path) {
    return path.error();
  }
  if (!create && ::access(path->c_str(), F_OK) != 0 && errno == ENOENT) {
    return std::unique_ptr<StateDirectory>();
  }
  if (!create && ::access(path->c_str(), R_OK | X_OK) != 0) {
    return Error{ErrorClass::kError, "",
                 "state directory " + *path + " cannot be read: " + std::strerror(errno)};
  }
  return StateDirectory::Open(*path, create);
}

std::optional<std::int64_t> NumberOption(Invocation& call, std::string_view name, int* code) {
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

Result<OpenedJob> OpenJobOf(const Invocation& call, const std::string& word) {
  auto state = OpenState(call.line, false);
  if (!state) {
    return state.error();
  }
  if (*state == nullptr) {
    return Error{
        ErrorClass::kError, "E0604",
        "Job does not exist [" + word + "]: there is no state directory " + *StatePath(call.line)};
  }
  Result<std::string> id = FindJobId(**state, call.program, word);
  if (!id) {
    return id.error();
  }
  return OpenedJob{std::move(*state), std::move(*id)};
}

namespace {

/// Commands whose exit code is the state that the job is left in.
bool EndsWithJob(std::string_view command) {
  constexpr std::string_view kCommands[] = {"run", "start", "resume", "rerun", "wake"};
  return std::find(std::begin(kCommands), std::end(kCommands), command) != std::end(kCommands);
}

}  // namespace

int RunProgram(const hpdl_program& program, std::string_view self,
               std::span<const std::string_view> args, Output& out, Output& err) {
  int code = Dispatch(program, self, args, out, err);
  if (!out.Flush() && !out.reader_gone()) {
    std::string text(BaseName(self));
    text.append(": the output could not be written");
    if (!args.empty() && EndsWithJob(args[0])) {
      // Not 1, which would say that the job FAILED.
      text.append("; the exit code tells the job's state");
    } else if (code == kExitDone) {
      code = kExitFailed;
    }
    err.Line(text);
  }
  err.Flush();
  return code;
}

}  // namespace hpdl::rt
