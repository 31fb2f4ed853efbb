#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>

#include "runtime/engines/coordinator/coordination.h"
#include "runtime/ground/abi/text_view.h"
#include "runtime/ground/base/terminal_text.h"
#include "runtime/ground/base/text_parts.h"
#include "runtime/programs/program/command_specs.h"
#include "runtime/programs/program/commands.h"
#include "runtime/programs/program/completion.h"
#include "runtime/programs/program/coordinator_commands.h"
#include "runtime/programs/program/job_ids.h"
#include "runtime/programs/program/views.h"
#include "runtime/programs/program/watch_job.h"
#include "runtime/store/job_ids.h"

namespace hpdl::rt {
namespace {

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
    {"suspend", "JOB", "start no more actions of a running job", "", kFormatOptions,
     SuspendCommand},
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

std::string Title(const hpdl_program& program) {
  const bool has_title =
      program.coordination != nullptr && program.coordination->commands->title != nullptr;
  const std::string what =
      has_title                        ? program.coordination->commands->title(program)
      : program.coordinator != nullptr ? "Coordinator " + OneLine(CoordinationName(program))
      : program.bundle != nullptr      ? "Bundle " + OneLine(CoordinationName(program))
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

/// Returns the part of the program that made the command's job; null: the program has no parts, or
/// the job is not known.
std::unique_ptr<PartOfProgram> PartOfJob(const hpdl_program& program, const ParsedLine& line) {
  const bool has_job = line.command != nullptr && line.command->TakesJob();
  if (program.coordination == nullptr || !has_job || line.operands.empty()) {
    return nullptr;
  }
  const auto means_other = program.coordination->commands->means_other;
  if (means_other != nullptr && means_other(line.operands[0])) {
    return nullptr;
  }
  const auto state = OpenState(line, false);
  if (!state || *state == nullptr) {
    return nullptr;
  }
  const Result<std::string> id = FindJobId(**state, program, line.operands[0]);
  const Result<std::string> root = id ? (*state)->FindRoot(*id) : id;
  const Result<JobFacts> facts = root ? ReadFacts(**state, *root) : Result<JobFacts>(root.error());
  return facts ? program.coordination->part_of(program, facts->part) : nullptr;
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
  return program.coordination != nullptr ? program.coordination->commands->all
                                         : std::span<const CommandSpec>(kProgramCommands);
}

std::string Invocation::Hint() const {
  const std::string state = line.Value("state");
  return state.empty() ? self : self + " --state " + OneLine(state);
}

int Invocation::Refuse(int code, std::string_view message) {
  // Earlier output must come first, also if both outputs go to the same place.
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
  // An error may hold several refusals, one a line.
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
  // The XDG specification says that a relative path is ignored.
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
  HPDL_TRY(path);
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
  HPDL_TRY(state);
  if (*state == nullptr) {
    return Error{
        ErrorClass::kError, "E0604",
        "Job does not exist [" + word + "]: there is no state directory " + *StatePath(call.line)};
  }
  Result<std::string> id = FindJobId(**state, call.program, word);
  HPDL_TRY(id);
  return OpenedJob{std::move(*state), std::move(*id)};
}

Result<OpenedJob> OpenWorkflowOf(const Invocation& call, const std::string& word) {
  Result<OpenedJob> job = OpenJobOf(call, word);
  if (job && TypeOfId(job->id) != JobType::kWorkflow) {
    const Result<JobFacts> facts = ReadFacts(*job->state, job->id);
    HPDL_TRY(facts);
    return Error{ErrorClass::kError, "E0710",
                 "job " + job->id + " was started by another program; use that program" +
                     (facts->program_path.empty() ? "" : ": " + facts->program_path)};
  }
  return job;
}

namespace {

/// True for commands whose exit code shows the job's final state.
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
      // The code is not 1, because 1 would say that the job FAILED.
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
