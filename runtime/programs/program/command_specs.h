#ifndef HPDL_RUNTIME_PROGRAMS_PROGRAM_COMMAND_SPECS_H_
#define HPDL_RUNTIME_PROGRAMS_PROGRAM_COMMAND_SPECS_H_

#include "runtime/programs/program/commands.h"
#include "runtime/programs/program/completion.h"

/// The tables of all options, and the commands that programs of workflows and programs of
/// coordinators both have.
namespace hpdl::rt {

inline constexpr OptionSpec kDefine = {"D", "NAME=VALUE",
                                       "set a job property; it overrides --config"};
inline constexpr OptionSpec kConfig = {"config", "FILE",
                                       "read job properties from a .properties file or Hadoop XML; "
                                       "give it again for more files; later files win"};
inline constexpr OptionSpec kSite = {
    "site", "FILE",
    "read the site configuration from Hadoop XML (default: $HPDL_SITE, then /etc/hpdl/site.xml)"};
inline constexpr OptionSpec kLocal = {"local", "",
                                      "run shell and other compute actions on this machine"};
inline constexpr OptionSpec kParallel = {
    "parallel", "N", "run at most N local processes at a time (default: the number of cores)"};
inline constexpr OptionSpec kProgress = {
    "progress", "MODE",
    "show the progress in this form (default: auto, which redraws lines on a terminal)",
    "auto|plain|json|none"};
inline constexpr OptionSpec kCallbackListen = {
    "callback-listen", "HOST:PORT",
    "listen at HOST:PORT for the callbacks of wf:callback. Without HOST, only this machine can "
    "call; * means every address; PORT 0 means any free port, which the job then keeps"};
inline constexpr OptionSpec kCallbackUrl = {
    "callback-url", "BASE",
    "let wf:callback return URLs below BASE instead of http://HOST:PORT, for use behind a gateway"};
inline constexpr OptionSpec kPark = {
    "park", "SECONDS",
    "end this process when the job only waits and every wait lasts longer than SECONDS; 'wake' "
    "continues the job (docs/parking.md)"};
inline constexpr OptionSpec kKeepProgram = {"keep-program", "",
                                            "keep a copy of this program in the state directory, "
                                            "and use the copy whenever the job needs its program"};
inline constexpr OptionSpec kAsk = {
    "ask", "",
    "ask the process that runs the job to resume it; if no process runs the job, change nothing (a "
    "suspended job has a process until its last actions end)"};
inline constexpr OptionSpec kId = {"id", "ID",
                                   "make a job with this id; if this job exists, make no other"};
inline constexpr OptionSpec kRunId = {
    "id", "ID",
    "make and run a job with this id; if this job exists and has not started, start it; with "
    "--progress none, print the id as soon as the job runs"};
inline constexpr OptionSpec kIdFile = {"id-file", "FILE",
                                       "write the job's id to FILE before the job starts"};
inline constexpr OptionSpec kDryRun = {
    "dryrun", "", "check everything, show properties and nodes, start nothing"};
inline constexpr OptionSpec kPurgeDryRun = {"dryrun", "", "only list what would be removed"};
inline constexpr OptionSpec kSkip = {"skip", "NODE,...",
                                     "do not run these nodes again; they must have completed"};
inline constexpr OptionSpec kFailed = {"failed", "", "skip every node that ended OK"};
inline constexpr OptionSpec kFormat = {
    "format", "FORMAT", "print text, or JSON for programs (docs/json.md)", "text|json"};
inline constexpr OptionSpec kStatus = {"status", "STATE,...",
                                       "list only jobs in one of these states"};
inline constexpr OptionSpec kLen = {"len", "N", "list at most N jobs"};
inline constexpr OptionSpec kFilter = {
    "filter", "KEY=VALUE;...",
    "list only the jobs that match the filter; the keys are status, user, group, name, id, text "
    "(part of name or user), startcreatedtime and endcreatedtime; sortby orders the jobs"};
inline constexpr OptionSpec kAfter = {
    "after", "KEY",
    "list the jobs that follow KEY; a list that is cut off shows the KEY at its end"};
inline constexpr OptionSpec kIds = {"ids", "", "print only the ids, one per line"};
inline constexpr OptionSpec kAll = {"all", "", "also list the jobs of sub-workflows"};
inline constexpr OptionSpec kRun = {"run", "N",
                                    "show an earlier run of the job; the first run is 0"};
inline constexpr OptionSpec kNode = {"node", "NODE", "show only this node"};
inline constexpr OptionSpec kAttempt = {
    "attempt", "N", "with --node: show only this attempt; the first attempt is 0"};
inline constexpr OptionSpec kFollow = {
    "follow", "", "show what happens until the job ends; ^C ends the view, not the job", {}, 'f'};
inline constexpr OptionSpec kBytes = {
    "bytes", "N", "show at most the last N bytes of each output (default: 65536)"};
inline constexpr OptionSpec kGraphFormat = {
    "format", "FORMAT", "print the graph in this language (default: mermaid)", "mermaid|dot|json"};
inline constexpr OptionSpec kWorkflow = {
    "workflow", "N", "print the sub-workflow that has this number in the output of --version"};
inline constexpr OptionSpec kFiles = {"files", "", "list the files inside the program"};
inline constexpr OptionSpec kDefaults = {
    "defaults", "", "print the properties of config-default.xml as they are written"};
inline constexpr OptionSpec kOlderThan = {"older-than", "AGE",
                                          "remove only jobs that ended at least this long ago, "
                                          "such as 90s, 12h, 30d or 2w (default: 30d)"};

inline constexpr OptionSpec kAction = {"action", "N,N-N",
                                       "act only on the actions with these numbers"};
inline constexpr OptionSpec kDate = {
    "date", "TIME,TIME::TIME",
    "act only on the actions with these nominal times, such as 2024-01-31T08:00Z"};
inline constexpr OptionSpec kCoordinatorNames = {"coordinator", "NAME,...",
                                                 "for a bundle: act only on these coordinators"};
inline constexpr OptionSpec kRefresh = {
    "refresh", "", "find the input data of the actions again, and wait until the data exists"};
inline constexpr OptionSpec kNoCleanUp = {"nocleanup", "",
                                          "leave the outputs of the actions as they are"};
inline constexpr OptionSpec kFailedActions = {
    "failed", "", "run the same workflow jobs again, without the nodes that ended OK"};
inline constexpr OptionSpec kName = {"name", "NAME", "for a coordinator: give the job this name"};
inline constexpr OptionSpec kResolved = {
    "resolved", "",
    "with --dryrun: print the definition with its values and the first actions, as Oozie does"};
inline constexpr OptionSpec kUpdateDefine = {
    "D", "NAME=VALUE", "set a job property; it overrides --config and the properties of the job"};
inline constexpr OptionSpec kUpdateConfig = {"config", "FILE",
                                             "replace the properties of the job by those in FILE"};
inline constexpr OptionSpec kUpdateDryRun = {"dryrun", "", "only show the differences"};
inline constexpr OptionSpec kNoDifference = {"no-diff", "", "do not show the differences"};
inline constexpr OptionSpec kValue = {
    "value", "KEY=VALUE;...",
    "set endtime, pausetime (empty: no pause), concurrency or status (RUNNING or IGNORED)"};

inline constexpr OptionSpec kSlaValue = {
    "value", "KEY=VALUE;...",
    "set sla-nominal-time, sla-should-start, sla-should-end or sla-max-duration"};

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
inline constexpr const OptionSpec* kSourceOptions[] = {&kWorkflow, &kFiles, &kDefaults, &kFormat};
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
    "5 parked, 128 + N if signal N ended this process (the job stays RUNNING).";

inline constexpr CommandSpec kStart = {"start",   "JOB",         "run a submitted job",
                                       kEndCodes, kStartOptions, StartCommand};
inline constexpr CommandSpec kWake = {
    "wake",
    "JOB",
    "go on with a parked job if one of its waits may be over",
    "This command is for programs that watch parked jobs. A suspended job stays as it is: 'resume' "
    "lifts suspensions. If another process runs the job, 'wake' first waits until that process "
    "ends.",
    kWakeOptions,
    WakeCommand};
inline constexpr CommandSpec kRetry = {
    "retry", "JOB NODE",     "retry an action that waits for a person",
    "",      kFormatOptions, RetryCommand};
inline constexpr CommandSpec kJobs = {"jobs", "",           "list jobs, the newest first",
                                      "",     kJobsOptions, JobsCommand};
inline constexpr CommandSpec kLog = {
    "log", "JOB",       "show what happened in a job, and what its actions wrote",
    "",    kLogOptions, LogCommand};
inline constexpr CommandSpec kToken = {
    "token",
    "JOB [NODE]",
    "show the workflow token of a job: the values of all nodes, or only of NODE",
    "",
    kInfoOptions,
    TokenCommand};
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
inline constexpr CommandSpec kPurge = {"purge",
                                       "",
                                       "remove ended jobs and their files",
                                       "The command removes jobs of every program that uses the "
                                       "state directory. Jobs that have not ended "
                                       "stay.",
                                       kPurgeOptions,
                                       PurgeCommand};
inline constexpr CommandSpec kStore = {
    "store",
    "ACTION JOB",
    "check a job's journal, or save the readable records of a damaged journal",
    "ACTION is check or salvage. salvage writes a new journal and keeps the old journal beside it, "
    "with .damaged after its name.",
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
