#include "runtime/programs/program/program.h"

#include <algorithm>

#include "runtime/engines/coordinator/coordination.h"
#include "runtime/ground/abi/text_view.h"
#include "runtime/ground/base/terminal_text.h"
#include "runtime/programs/program/command_specs.h"
#include "runtime/programs/program/commands.h"
#include "runtime/programs/program/completion.h"
#include "runtime/programs/program/coordinator_commands.h"
#include "runtime/programs/program/invocation.h"
#include "runtime/programs/program/job_ids.h"
#include "runtime/programs/program/opened_job.h"
#include "runtime/programs/program/text.h"
#include "runtime/programs/program/views.h"
#include "runtime/programs/program/watch_job.h"
#include "runtime/store/job_ids.h"

namespace hpdl::rt {
namespace {

constexpr CommandSpec kProgramCommands[] = {
    {"run", "", "make a job and run it to its end", kEndCodes, kRunOptions, RunCommand},
    {"submit", "", "make a job that 'start' runs later, and print its id", "", kSubmitOptions,
     SubmitCommand},
    kStart,
    {"rerun", "JOB", "run an ended job again, without the nodes that --skip or --failed leaves out",
     kEndCodes, kRerunOptions, RerunCommand},
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

int Version(const hpdl_program& program, std::span<const std::string_view> args, Output& out) {
  const bool json = std::find(args.begin(), args.end(), "--format=json") != args.end() ||
                    std::find(args.begin(), args.end(), "json") != args.end();
  out.Write(json ? VersionJson(program) : VersionText(program));
  return kExitDone;
}

/// Returns the coordinator or workflow of the program that the command's job uses. Returns null if
/// the job uses the whole program or is not known.
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

/// True for commands whose exit code tells the final state of the job.
bool EndsWithJob(std::string_view command) {
  constexpr std::string_view kCommands[] = {"run", "start", "resume", "rerun", "wake"};
  return std::find(std::begin(kCommands), std::end(kCommands), command) != std::end(kCommands);
}

}  // namespace

std::span<const CommandSpec> Commands(const hpdl_program& program) {
  return program.coordination != nullptr ? program.coordination->commands->all
                                         : std::span<const CommandSpec>(kProgramCommands);
}

int RunProgram(const hpdl_program& program, std::string_view self,
               std::span<const std::string_view> args, Output& out, Output& err) {
  int code = Dispatch(program, self, args, out, err);
  if (!out.Flush() && !out.reader_gone()) {
    std::string text(BaseName(self));
    text.append(": the output could not be written");
    if (!args.empty() && EndsWithJob(args[0])) {
      // The exit code stays as it is, because kExitFailed (1) would mean that the job FAILED.
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
