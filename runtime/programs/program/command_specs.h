#ifndef HPDL_RUNTIME_PROGRAMS_PROGRAM_COMMAND_SPECS_H_
#define HPDL_RUNTIME_PROGRAMS_PROGRAM_COMMAND_SPECS_H_

#include "runtime/programs/program/commands.h"
#include "runtime/programs/program/completion.h"

/// The tables of the options, and of the commands that programs of workflows and programs of
/// coordinators share.
namespace hpdl::rt {

inline constexpr OptionSpec kDefine = {"D", "NAME=VALUE", "a job property; wins over --config"};
inline constexpr OptionSpec kConfig = {
    "config", "FILE",
    "job properties: a .properties file or Hadoop XML; may be given "
    "again, later files win"};
inline constexpr OptionSpec kSite = {
    "site", "FILE",
    "site configuration, Hadoop XML (default: $HPDL_SITE, then /etc/hpdl/site.xml)"};
inline constexpr OptionSpec kLocal = {"local", "",
                                      "run shell and other compute actions on this machine"};
inline constexpr OptionSpec kParallel = {"parallel", "N",
                                         "at most N local processes at a time (default: cores)"};
inline constexpr OptionSpec kProgress = {
    "progress", "MODE", "how to show the run (default: auto, which is live on a terminal)",
    "auto|plain|json|none"};
inline constexpr OptionSpec kCallbackListen = {
    "callback-listen", "HOST:PORT",
    "listen there for the callbacks of wf:callback. HOST may "
    "be left out (this machine alone); * is "
    "every address; PORT 0 is any free one, kept for this run"};
inline constexpr OptionSpec kCallbackUrl = {
    "callback-url", "BASE",
    "wf:callback gives URLs below BASE instead of http://HOST:PORT, as behind a gateway"};
inline constexpr OptionSpec kPark = {
    "park", "SECONDS",
    "end this process when only waits are left that last longer; 'wake' "
    "goes on (docs/parking.md)"};
inline constexpr OptionSpec kKeepProgram = {
    "keep-program", "",
    "keep a copy of this program in the state directory, for all "
    "that the job needs it for"};
inline constexpr OptionSpec kAsk = {
    "ask", "",
    "only ask the process that runs the job, which lets the last actions "
    "of a suspended job end; where none does, change nothing"};
inline constexpr OptionSpec kId = {"id", "ID",
                                   "make the job of this id, or find it if it is there"};
inline constexpr OptionSpec kRunId = {
    "id", "ID",
    "make and run the job of this id, or start it if it is there and nobody has; with --progress "
    "none the id is printed when it runs"};
inline constexpr OptionSpec kIdFile = {"id-file", "FILE",
                                       "write the job's id there before the run starts"};
inline constexpr OptionSpec kDryRun = {
    "dryrun", "", "check everything, show properties and nodes, start nothing"};
inline constexpr OptionSpec kPurgeDryRun = {"dryrun", "", "only list what would be removed"};
inline constexpr OptionSpec kSkip = {"skip", "NODE,...",
                                     "do not run these nodes again; they must have completed"};
inline constexpr OptionSpec kFailed = {"failed", "", "skip every node that ended OK"};
inline constexpr OptionSpec kFormat = {"format", "FORMAT",
                                       "text, or JSON for programs (docs/json.md)", "text|json"};
inline constexpr OptionSpec kStatus = {"status", "STATE,...", "only jobs in one of these states"};
inline constexpr OptionSpec kLen = {"len", "N", "at most N jobs"};
inline constexpr OptionSpec kFilter = {
    "filter", "KEY=VALUE;...",
    "only these: status, user, group, name, id, text (part of name or "
    "user), startcreatedtime, endcreatedtime; sortby orders them"};
inline constexpr OptionSpec kAfter = {"after", "KEY", "those after a page; its end says which key"};
inline constexpr OptionSpec kIds = {"ids", "", "only the ids, one a line"};
inline constexpr OptionSpec kAll = {"all", "", "also the jobs of sub-workflows"};
inline constexpr OptionSpec kRun = {"run", "N", "show an earlier run; the first is 0"};
inline constexpr OptionSpec kNode = {"node", "NODE", "only this node"};
inline constexpr OptionSpec kAttempt = {"attempt", "N",
                                        "with --node: show only this attempt; the first is 0"};
inline constexpr OptionSpec kFollow = {
    "follow", "", "show what comes until the job ends; ^C ends the view, not the job", {}, 'f'};
inline constexpr OptionSpec kBytes = {
    "bytes", "N", "show at most the last N bytes of each output (default: 65536)"};
inline constexpr OptionSpec kGraphFormat = {
    "format", "FORMAT", "output language (default: mermaid)", "mermaid|dot|json"};
inline constexpr OptionSpec kWorkflow = {"workflow", "N",
                                         "a sub-workflow instead: its number in --version"};
inline constexpr OptionSpec kFiles = {"files", "", "list the files inside the program"};
inline constexpr OptionSpec kOlderThan = {
    "older-than", "AGE", "only jobs that ended so long ago: 90s, 12h, 30d or 2w (default: 30d)"};

inline constexpr OptionSpec kAction = {"action", "N,N-N", "only these actions, by their numbers"};
inline constexpr OptionSpec kDate = {
    "date", "TIME,TIME::TIME", "only the actions of these nominal times, as 2024-01-31T08:00Z"};
inline constexpr OptionSpec kCoordinatorNames = {"coordinator", "NAME,...",
                                                 "of a bundle: only these coordinators"};
inline constexpr OptionSpec kRefresh = {
    "refresh", "", "find out anew which data the actions mean, and wait for it"};
inline constexpr OptionSpec kNoCleanUp = {"nocleanup", "",
                                          "leave the outputs of the actions as they are"};
inline constexpr OptionSpec kFailedActions = {
    "failed", "", "run the same workflow jobs again, without the nodes that ended OK"};
inline constexpr OptionSpec kName = {"name", "NAME", "of a coordinator: call the job so"};
inline constexpr OptionSpec kResolved = {
    "resolved", "",
    "with --dryrun: print the definition with its values and the first actions, as Oozie does"};
inline constexpr OptionSpec kUpdateDefine = {
    "D", "NAME=VALUE", "a job property; wins over --config, and over those that the job has"};
inline constexpr OptionSpec kUpdateConfig = {
    "config", "FILE", "the job properties from now on, instead of those that the job has"};
inline constexpr OptionSpec kUpdateDryRun = {"dryrun", "", "only say what differs"};
inline constexpr OptionSpec kNoDifference = {"no-diff", "", "do not say what differs"};
inline constexpr OptionSpec kValue = {
    "value", "KEY=VALUE;...",
    "what becomes of it: endtime, pausetime (empty: none), concurrency, status (RUNNING, IGNORED)"};

inline constexpr OptionSpec kSlaValue = {
    "value", "KEY=VALUE;...",
    "what becomes of it: sla-nominal-time, sla-should-start, sla-should-end, sla-max-duration"};

inline constexpr const OptionSpec* kRunOptions[] = {
    &kDefine, &kConfig, &kSite,           &kLocal,       &kParallel, &kProgress,    &kIdFile,
    &kDryRun, &kFormat, &kCallbackListen, &kCallbackUrl, &kPark,     &kKeepProgram, &kRunId};
inline constexpr const OptionSpec* kSubmitOptions[] = {
    &kDefine, &kConfig, &kSite,           &kLocal,       &kParallel, &kProgress,    &kIdFile,
    &kDryRun, &kFormat, &kCallbackListen, &kCallbackUrl, &kPark,     &kKeepProgram, &kId};
inline constexpr const OptionSpec* kSubmitCoordinatorOptions[] = {
    &kDefine, &kConfig,      &kSite,   &kLocal,   &kParallel,       &kProgress,
    &kIdFile, &kName,        &kDryRun, &kFormat,  &kCallbackListen, &kCallbackUrl,
    &kPark,   &kKeepProgram, &kId,     &kResolved};
inline constexpr const OptionSpec* kRunCoordinatorOptions[] = {
    &kDefine, &kConfig, &kSite,           &kLocal,       &kParallel, &kProgress,    &kIdFile,
    &kDryRun, &kFormat, &kCallbackListen, &kCallbackUrl, &kPark,     &kKeepProgram, &kResolved};
inline constexpr const OptionSpec* kUpdateOptions[] = {
    &kUpdateDefine, &kUpdateConfig, &kUpdateDryRun, &kNoDifference, &kKeepProgram};
inline constexpr const OptionSpec* kRerunOptions[] = {
    &kSkip,     &kFailed,   &kDefine,         &kConfig,      &kSite, &kLocal,
    &kParallel, &kProgress, &kCallbackListen, &kCallbackUrl, &kPark, &kKeepProgram};
inline constexpr const OptionSpec* kStartOptions[] = {&kLocal, &kProgress, &kPark, &kKeepProgram};
inline constexpr const OptionSpec* kResumeOptions[] = {&kLocal, &kProgress, &kPark, &kKeepProgram,
                                                       &kAsk};
inline constexpr const OptionSpec* kWakeOptions[] = {&kProgress, &kPark};
inline constexpr const OptionSpec* kFormatOptions[] = {&kFormat};
inline constexpr const OptionSpec* kJobsOptions[] = {&kStatus, &kFilter, &kLen,   &kAfter,
                                                     &kAll,    &kIds,    &kFormat};
inline constexpr const OptionSpec* kInfoOptions[] = {&kRun, &kFormat};
inline constexpr const OptionSpec* kLogOptions[] = {&kNode, &kAttempt, &kFollow,
                                                    &kRun,  &kBytes,   &kFormat};
inline constexpr const OptionSpec* kGraphOptions[] = {&kGraphFormat, &kWorkflow};
inline constexpr const OptionSpec* kSourceOptions[] = {&kWorkflow, &kFiles, &kFormat};
inline constexpr const OptionSpec* kKillActionsOptions[] = {&kAction, &kDate, &kFormat};
inline constexpr const OptionSpec* kRerunActionsOptions[] = {
    &kAction,   &kDate,           &kCoordinatorNames, &kRefresh, &kNoCleanUp,   &kFailedActions,
    &kSkip,     &kDefine,         &kConfig,           &kSite,    &kLocal,       &kParallel,
    &kProgress, &kCallbackListen, &kCallbackUrl,      &kPark,    &kKeepProgram, &kFormat};
inline constexpr const OptionSpec* kSlaOptions[] = {&kAction, &kDate, &kCoordinatorNames,
                                                    &kSlaValue, &kFormat};
inline constexpr const OptionSpec* kChangeOptions[] = {&kValue, &kFormat};
inline constexpr const OptionSpec* kPurgeOptions[] = {&kOlderThan, &kPurgeDryRun, &kFormat};

inline constexpr std::string_view kEndCodes =
    "Exit code: 0 SUCCEEDED, 1 FAILED, 2 refused before anything started, 3 KILLED, 4 SUSPENDED, "
    "5 parked, 128 + N signal N ended this process and left the job RUNNING.";

inline constexpr CommandSpec kStart = {"start",   "JOB",         "run a submitted job",
                                       kEndCodes, kStartOptions, StartCommand};
inline constexpr CommandSpec kWake = {
    "wake",
    "JOB",
    "go on with a parked job for which a wait may be over",
    "For programs that watch parked jobs. A suspended job stays as it is: 'resume' lifts "
    "suspensions. One that another process has is looked at when that ends.",
    kWakeOptions,
    WakeCommand};
inline constexpr CommandSpec kRetry = {
    "retry", "JOB NODE",     "try again an action that waits for a person",
    "",      kFormatOptions, RetryCommand};
inline constexpr CommandSpec kJobs = {"jobs", "",           "list jobs, the newest first",
                                      "",     kJobsOptions, JobsCommand};
inline constexpr CommandSpec kLog = {
    "log", "JOB",       "show what happened in a job, and what its actions wrote",
    "",    kLogOptions, LogCommand};
inline constexpr CommandSpec kToken = {
    "token", "JOB [NODE]", "show the workflow token of a job: what its nodes put, or NODE alone",
    "",      kInfoOptions, TokenCommand};
inline constexpr CommandSpec kGraph = {
    "graph", "[JOB]",       "print the workflow as a graph; with JOB, coloured by state",
    "",      kGraphOptions, GraphCommand};
inline constexpr CommandSpec kParams = {
    "params",
    "",
    "list the parameters, their defaults and where they are used (line:column)",
    "",
    kFormatOptions,
    ParamsCommand};
inline constexpr CommandSpec kSource = {
    "source",       "",           "print the definition that was compiled, byte for byte", "",
    kSourceOptions, SourceCommand};
inline constexpr CommandSpec kPurge = {
    "purge",
    "",
    "remove ended jobs and their files",
    "It removes jobs of every program that uses the state directory. Jobs that have not ended "
    "stay.",
    kPurgeOptions,
    PurgeCommand};
inline constexpr CommandSpec kStore = {
    "store",
    "ACTION JOB",
    "check a job's journal, or save what can be read of a damaged one",
    "ACTION is check or salvage. salvage keeps the old journal beside the new one, as .damaged.",
    kFormatOptions,
    StoreCommand,
    "check|salvage"};
inline constexpr CommandSpec kCompletion = {
    "completion",
    "SHELL",
    "print a completion script for bash, zsh or fish",
    "In ~/.bashrc: source <(PROGRAM completion bash). In ~/.zshrc, after compinit: source "
    "<(PROGRAM completion zsh). In fish: PROGRAM completion fish | source.",
    {},
    CompletionCommand,
    kCompletionShells};

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_PROGRAMS_PROGRAM_COMMAND_SPECS_H_
