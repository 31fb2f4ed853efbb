#include "runtime/programs/client/oozie_commands.h"

namespace hpdl::client {
namespace {

constexpr OptionDecl kOozie{"oozie", Takes::kOne, "Oozie URL"};
constexpr OptionDecl kDoAs{"doas", Takes::kOne, "doAs user, impersonates as the specified user"};
constexpr OptionDecl kAuth{"auth", Takes::kOne,
                           "select authentication type [SIMPLE|BASIC|KERBEROS]"};
constexpr OptionDecl kUserName{"username", Takes::kOne, "username for BASIC authentication"};
constexpr OptionDecl kPassword{"password", Takes::kOne, "password for BASIC authentication"};
constexpr OptionDecl kLocalTime{
    "localtime", Takes::kNothing,
    "use local time (same as passing your time zone to -timezone). Overrides -timezone option"};
constexpr OptionDecl kTimeZone{
    "timezone", Takes::kOne,
    "use time zone with the specified ID (default GMT).\nSee 'oozie info -timezones' for a list"};
constexpr OptionDecl kVerbose{"verbose", Takes::kNothing, "verbose mode"};
constexpr OptionDecl kConfig{"config", Takes::kOne, "job configuration file '.properties'"};
constexpr OptionDecl kProperty{"D", Takes::kPair, "set/override value for given property",
                               Group::kNone, "property=value"};

constexpr OptionDecl kJobOptions[] = {
    kOozie,
    kDoAs,
    {"config", Takes::kOne, "job configuration file '.xml' or '.properties'"},
    kProperty,
    {"value", Takes::kOne,
     "new endtime/concurrency/pausetime value for changing a coordinator job"},
    kLocalTime,
    kTimeZone,
    kVerbose,
    {"debug", Takes::kNothing, "Use debug mode to see debugging statements on stdout"},
    {"offset", Takes::kOne, "job info offset of actions (default '1', requires -info)"},
    {"len", Takes::kOne, "number of actions (default TOTAL ACTIONS, requires -info)"},
    {"filter", Takes::kOne,
     "<key><comparator><value>[;<key><comparator><value>]*\n(All Coordinator actions satisfying "
     "the filters will be retrieved).\nkey: status or nominaltime\ncomparator: =, !=, <, <=, >, "
     ">=. = is used as OR and others as AND\nstatus: values are valid status like SUCCEEDED, "
     "KILLED etc. Only = and != apply for status\nnominaltime: time of format "
     "yyyy-MM-dd'T'HH:mm'Z'"},
    {"order", Takes::kOne,
     "order to show coord actions (default ascending order, 'desc' for descending order, requires "
     "-info)"},
    {"action", Takes::kOne,
     "coordinator rerun/kill on action ids (requires -rerun/-kill); coordinator log retrieval on "
     "action ids (requires -log)"},
    {"date", Takes::kOne,
     "coordinator/bundle rerun on action dates (requires -rerun); coordinator log retrieval on "
     "action dates (requires -log)"},
    {"coordinator", Takes::kOne, "bundle rerun on coordinator names (requires -rerun)"},
    {"refresh", Takes::kNothing, "re-materialize the coordinator rerun actions (requires -rerun)"},
    {"nocleanup", Takes::kNothing,
     "do not clean up output-events of the coordinator rerun actions (requires -rerun)"},
    {"failed", Takes::kNothing,
     "runs the failed workflow actions of the coordinator actions (requires -rerun)"},
    {"allruns", Takes::kNothing,
     "Get workflow jobs corresponding to a coordinator action including all the reruns"},
    {"logfilter", Takes::kOne,
     "job log search parameter. Can be specified as -logfilter opt1=val1;opt2=val1;opt3=val1. "
     "Supported options are recent, start, end, loglevel, text, limit and debug"},
    {"timeout", Takes::kOne,
     "timeout in minutes (default is 30, negative values indicate no timeout, requires -poll)"},
    {"interval", Takes::kOne, "polling interval in minutes (default is 5, requires -poll)"},
    kAuth,
    kUserName,
    kPassword,
    {"diff", Takes::kOne,
     "Show diff of the new coord definition and properties with the existing one (default true)"},
    {"submit", Takes::kNothing, "submit a job", Group::kFirst},
    {"start", Takes::kOne, "start a job", Group::kFirst},
    {"run", Takes::kNothing, "run a job", Group::kFirst},
    {"dryrun", Takes::kNothing,
     "Dryrun a workflow (since 3.3.2), a coordinator (since 2.0)  or a bundle (since 5.1) job "
     "without actually executing it",
     Group::kDryRun},
    {"suspend", Takes::kOne, "suspend a job", Group::kFirst},
    {"resume", Takes::kOne, "resume a job", Group::kFirst},
    {"kill", Takes::kOne, "kill a job (coordinator can mention -action or -date)", Group::kFirst},
    {"change", Takes::kOne, "change a coordinator or bundle job", Group::kFirst},
    {"update", Takes::kOne, "Update coord definition and properties", Group::kFirst},
    {"info", Takes::kOne, "info of a job", Group::kFirst},
    {"rerun", Takes::kOne,
     "rerun a job  (coordinator requires -action or -date, bundle requires -coordinator or -date)",
     Group::kFirst},
    {"log", Takes::kOne, "job log", Group::kFirst},
    {"errorlog", Takes::kOne, "job error log", Group::kFirst},
    {"auditlog", Takes::kOne, "job audit log", Group::kFirst},
    {"definition", Takes::kOne, "job definition", Group::kFirst},
    {"configcontent", Takes::kOne, "job configuration", Group::kFirst},
    {"ignore", Takes::kOne,
     "change status of a coordinator job or action to IGNORED (-action required to ignore coord "
     "actions)",
     Group::kFirst},
    {"validatejar", Takes::kOne, "generate and check job definition", Group::kFirst},
    {"submitjar", Takes::kOne, "generate and submit job definition", Group::kFirst},
    {"runjar", Takes::kOne, "generate and run job definition", Group::kFirst},
    {"poll", Takes::kOne, "poll Oozie until a job reaches a terminal state or a timeout occurs",
     Group::kFirst},
    {"sladisable", Takes::kOne, "disables sla alerts for the job and its children", Group::kFirst},
    {"slaenable", Takes::kOne, "enables sla alerts for the job and its children", Group::kFirst},
    {"slachange", Takes::kOne,
     "Update sla param for jobs, supported param are should-start, should-end, nominal-time and "
     "max-duration",
     Group::kFirst},
    {"retries", Takes::kOne, "Get information of the retry attempts for a given workflow action",
     Group::kFirst},
    {"missingdeps", Takes::kOne,
     "List missing dependencies of a coord action. To specify multiple actions, use with -action "
     "or -date option.",
     Group::kFirst},
};

constexpr OptionDecl kJobsOptions[] = {
    kOozie,
    kDoAs,
    kLocalTime,
    {"kill", Takes::kNothing, "bulk kill operation"},
    {"suspend", Takes::kNothing, "bulk suspend operation"},
    {"resume", Takes::kNothing, "bulk resume operation"},
    kTimeZone,
    {"offset", Takes::kOne, "jobs offset (default '1')"},
    {"len", Takes::kOne, "number of jobs (default '100')"},
    {"filter", Takes::kOne,
     "text=<*>\\;user=<U>\\;name=<N>\\;group=<G>\\;status=<S>\\;frequency=<F>\\;unit=<M>\\;"
     "startcreatedtime=<SC>\\;endcreatedtime=<EC> \\;sortBy=<SB>\n(text filter: matches partially "
     "with name and user or complete match with job ID. Valid unit values are 'months', 'days', "
     "'hours' or 'minutes'. startcreatedtime, endcreatedtime: time of format "
     "yyyy-MM-dd'T'HH:mm'Z'. Valid values for sortBy are 'createdTime' or 'lastModifiedTime'.)"},
    {"jobtype", Takes::kOne,
     "job type ('Supported in Oozie-2.0 or later versions ONLY - 'coordinator' or 'bundle' or "
     "'wf'(default))"},
    kVerbose,
    {"bulk", Takes::kOne,
     "key-value pairs to filter bulk jobs response. e.g. "
     "bundle=<B>\\;coordinators=<C>\\;actionstatus=<S>\\;startcreatedtime=<SC>\\;endcreatedtime=<"
     "EC>\\;startscheduledtime=<SS>\\;endscheduledtime=<ES>\\; bundle, coordinators and "
     "actionstatus can be multiple comma separated values. Bundle and coordinators can be id(s) or "
     "appName(s) of those jobs. Specifying bundle is mandatory, other params are optional"},
    kAuth,
    kUserName,
    kPassword,
};

constexpr OptionDecl kAdminOptions[] = {
    kOozie,
    kDoAs,
    {"systemmode", Takes::kOne,
     "Supported in Oozie-2.0 or later versions ONLY. Change oozie system mode "
     "[NORMAL|NOWEBSERVICE|SAFEMODE]",
     Group::kFirst},
    {"status", Takes::kNothing, "show the current system status", Group::kFirst},
    {"version", Takes::kNothing, "show Oozie server build version", Group::kFirst},
    {"queuedump", Takes::kNothing, "show Oozie server queue elements", Group::kFirst},
    {"servers", Takes::kNothing,
     "list available Oozie servers (more than one only if HA is enabled)", Group::kFirst},
    {"sharelibupdate", Takes::kNothing, "Update server to use a newer version of sharelib",
     Group::kFirst},
    {"shareliblist", Takes::kNothing,
     "List available sharelib that can be specified in a workflow action", Group::kFirst},
    {"configuration", Takes::kNothing, "show Oozie system configuration", Group::kFirst},
    {"osenv", Takes::kNothing, "show Oozie system OS environment", Group::kFirst},
    {"javasysprops", Takes::kNothing, "show Oozie Java system properties", Group::kFirst},
    {"metrics", Takes::kNothing, "show Oozie system metrics", Group::kFirst},
    {"instrumentation", Takes::kNothing, "show Oozie system instrumentation", Group::kFirst},
    {"purge", Takes::kOne,
     "purge old oozie workflow, coordinator and bundle records from DB (parameter unit: day)"},
    kAuth,
    kUserName,
    kPassword,
};

constexpr OptionDecl kValidateOptions[] = {
    kOozie,
    kAuth,
    kUserName,
    kPassword,
};

constexpr OptionDecl kSlaOptions[] = {
    {"offset", Takes::kOne, "start offset (default '0')"},
    {"len", Takes::kOne, "number of results (default '100', max '1000')"},
    {"filter", Takes::kOne, "filter of SLA events. e.g., jobid=<J>\\;appname=<A>"},
    kOozie,
    kAuth,
    kUserName,
    kPassword,
};

constexpr OptionDecl kPigOptions[] = {
    kOozie,
    kDoAs,
    kConfig,
    kProperty,
    {"P", Takes::kPair, "set parameters for script", Group::kNone, "property=value"},
    {"file", Takes::kOne, "pig script"},
    kAuth,
    kUserName,
    kPassword,
};

constexpr OptionDecl kHiveOptions[] = {
    kOozie,
    kDoAs,
    kConfig,
    kProperty,
    {"P", Takes::kPair, "set parameters for script", Group::kNone, "property=value"},
    {"file", Takes::kOne, "hive script"},
    kAuth,
    kUserName,
    kPassword,
};

constexpr OptionDecl kSqoopOptions[] = {
    kOozie,
    kDoAs,
    kConfig,
    kProperty,
    {"command", Takes::kAll, "sqoop command", Group::kNone, "command"},
    kAuth,
    kUserName,
    kPassword,
};

constexpr OptionDecl kInfoOptions[] = {
    {"timezones", Takes::kNothing, "display a list of available time zones"},
};

constexpr OptionDecl kMapReduceOptions[] = {
    kOozie, kDoAs, kConfig, kProperty, kAuth, kUserName, kPassword,
};

constexpr OptionDecl kWatchOptions[] = {
    kOozie,
    kDoAs,
    kTimeZone,
    {"interval", Takes::kOne, "seconds between two requests (default 1)"},
    {"progress", Takes::kOne,
     "auto (default), live (redraws lines) or plain (a line for each change)"},
    kAuth,
    kUserName,
    kPassword,
};

constexpr CommandDecl kWatch{"watch", "", "follow a job until it ends", kWatchOptions};

constexpr OptionDecl kQueueOptions[] = {
    kOozie,
    kDoAs,
    {"format", Takes::kOne, "text (default), or json as the server sends it"},
    {"len", Takes::kOne, "maximum number of items of each kind and state (default 1000)"},
    kAuth,
    kUserName,
    kPassword,
};
constexpr CommandDecl kQueue{
    "queue", "", "show the work that the server does and the work that waits there", kQueueOptions};

constexpr CommandDecl kCommands[] = {
    {"help", "", "display usage for all commands or specified command", {}, false, false},
    {"version", "", "show client version", {}, false, false},
    {"job", "", "job operations", kJobOptions, false, true},
    {"jobs", "", "jobs status", kJobsOptions, false, false},
    {"admin", "", "admin operations", kAdminOptions, false, false},
    {"validate", "", "validate a workflow, coordinator, bundle XML file", kValidateOptions, true,
     false},
    {"sla", "", "sla operations (Deprecated with Oozie 4.0)", kSlaOptions, false, false},
    {"pig", "-X ",
     "submit a pig job, everything after '-X' are pass-through parameters to pig, any '-D' "
     "arguments after '-X' are put in <configuration>",
     kPigOptions, true, false},
    {"hive", "-X ",
     "submit a hive job, everything after '-X' are pass-through parameters to hive, any '-D' "
     "arguments after '-X' are put in <configuration>",
     kHiveOptions, true, false},
    {"sqoop", "-X ",
     "submit a sqoop job, everything after '-X' are pass-through parameters to sqoop, any '-D' "
     "arguments after '-X' are put in <configuration>",
     kSqoopOptions, true, false},
    {"info", "", "get more detailed info about specific topics", kInfoOptions, false, false},
    {"mapreduce", "", "submit a mapreduce job", kMapReduceOptions, false, false},
};

}  // namespace

std::span<const CommandDecl> OozieCommands() {
  return kCommands;
}

const CommandDecl* FindOozieCommand(std::string_view name) {
  for (const CommandDecl& command : kCommands) {
    if (command.name == name) {
      return &command;
    }
  }
  return nullptr;
}

const CommandDecl& WatchDecl() {
  return kWatch;
}

const CommandDecl& QueueDecl() {
  return kQueue;
}

}  // namespace hpdl::client
