#include "runtime/programs/client/oozie_commands.h"

namespace hpdl::client {
namespace {

constexpr OptionSpec kOozie = {"oozie", "arg", "Oozie URL"};
constexpr OptionSpec kDoAs = {"doas", "arg", "doAs user, impersonates as the specified user"};
constexpr OptionSpec kAuth = {"auth", "arg", "select authentication type [SIMPLE|BASIC|KERBEROS]",
                              "SIMPLE|BASIC|KERBEROS"};
constexpr OptionSpec kUserName = {"username", "arg", "username for BASIC authentication"};
constexpr OptionSpec kPassword = {"password", "arg", "password for BASIC authentication"};
constexpr OptionSpec kLocalTime = {
    "localtime", "",
    "use local time (same as passing your time zone to -timezone). Overrides -timezone option"};
constexpr OptionSpec kTimeZone = {
    "timezone", "arg",
    "use time zone with the specified ID (default GMT).\nSee 'oozie info -timezones' for a list"};
constexpr OptionSpec kVerbose = {"verbose", "", "verbose mode"};
constexpr OptionSpec kConfig =
    rt::TakesPath({"config", "arg", "job configuration file '.properties'"});
constexpr OptionSpec kProperty =
    rt::TakesPair({"D", "property=value", "set/override value for given property"});

constexpr OptionSpec kJobOptions[] = {
    kOozie,
    kDoAs,
    rt::TakesPath({"config", "arg", "job configuration file '.xml' or '.properties'"}),
    kProperty,
    {"value", "arg", "new endtime/concurrency/pausetime value for changing a coordinator job"},
    kLocalTime,
    kTimeZone,
    kVerbose,
    {"debug", "", "Use debug mode to see debugging statements on stdout"},
    {"offset", "arg", "job info offset of actions (default '1', requires -info)"},
    {"len", "arg", "number of actions (default TOTAL ACTIONS, requires -info)"},
    {"filter", "arg",
     "<key><comparator><value>[;<key><comparator><value>]*\n(All Coordinator actions satisfying "
     "the filters will be retrieved).\nkey: status or nominaltime\ncomparator: =, !=, <, <=, >, "
     ">=. = is used as OR and others as AND\nstatus: values are valid status like SUCCEEDED, "
     "KILLED etc. Only = and != apply for status\nnominaltime: time of format "
     "yyyy-MM-dd'T'HH:mm'Z'"},
    {"order", "arg",
     "order to show coord actions (default ascending order, 'desc' for descending order, requires "
     "-info)",
     "asc|desc"},
    {"action", "arg",
     "coordinator rerun/kill on action ids (requires -rerun/-kill); coordinator log retrieval on "
     "action ids (requires -log)"},
    {"date", "arg",
     "coordinator/bundle rerun on action dates (requires -rerun); coordinator log retrieval on "
     "action dates (requires -log)"},
    {"coordinator", "arg", "bundle rerun on coordinator names (requires -rerun)"},
    {"refresh", "", "re-materialize the coordinator rerun actions (requires -rerun)"},
    {"nocleanup", "",
     "do not clean up output-events of the coordinator rerun actions (requires -rerun)"},
    {"failed", "", "runs the failed workflow actions of the coordinator actions (requires -rerun)"},
    {"allruns", "",
     "Get workflow jobs corresponding to a coordinator action including all the reruns"},
    {"logfilter", "arg",
     "job log search parameter. Can be specified as -logfilter opt1=val1;opt2=val1;opt3=val1. "
     "Supported options are recent, start, end, loglevel, text, limit and debug"},
    {"timeout", "arg",
     "timeout in minutes (default is 30, negative values indicate no timeout, requires -poll)"},
    {"interval", "arg", "polling interval in minutes (default is 5, requires -poll)"},
    kAuth,
    kUserName,
    kPassword,
    {"diff", "arg",
     "Show diff of the new coord definition and properties with the existing one (default true)"},
    rt::InFirstGroup({"submit", "", "submit a job"}),
    rt::InFirstGroup({"start", "arg", "start a job"}),
    rt::InFirstGroup({"run", "", "run a job"}),
    rt::InDryRunGroup(
        {"dryrun", "",
         "Dryrun a workflow (since 3.3.2), a coordinator (since 2.0)  or a bundle (since 5.1) job "
         "without actually executing it"}),
    rt::InFirstGroup({"suspend", "arg", "suspend a job"}),
    rt::InFirstGroup({"resume", "arg", "resume a job"}),
    rt::InFirstGroup({"kill", "arg", "kill a job (coordinator can mention -action or -date)"}),
    rt::InFirstGroup({"change", "arg", "change a coordinator or bundle job"}),
    rt::InFirstGroup({"update", "arg", "Update coord definition and properties"}),
    rt::InFirstGroup({"info", "arg", "info of a job"}),
    rt::InFirstGroup(
        {"rerun", "arg",
         "rerun a job  (coordinator requires -action or -date, bundle requires -coordinator "
         "or -date)"}),
    rt::InFirstGroup({"log", "arg", "job log"}),
    rt::InFirstGroup({"errorlog", "arg", "job error log"}),
    rt::InFirstGroup({"auditlog", "arg", "job audit log"}),
    rt::InFirstGroup({"definition", "arg", "job definition"}),
    rt::InFirstGroup({"configcontent", "arg", "job configuration"}),
    rt::InFirstGroup(
        {"ignore", "arg",
         "change status of a coordinator job or action to IGNORED (-action required to "
         "ignore coord "
         "actions)"}),
    rt::InFirstGroup({"validatejar", "arg", "generate and check job definition"}),
    rt::InFirstGroup({"submitjar", "arg", "generate and submit job definition"}),
    rt::InFirstGroup({"runjar", "arg", "generate and run job definition"}),
    rt::InFirstGroup(
        {"poll", "arg", "poll Oozie until a job reaches a terminal state or a timeout occurs"}),
    rt::InFirstGroup({"sladisable", "arg", "disables sla alerts for the job and its children"}),
    rt::InFirstGroup({"slaenable", "arg", "enables sla alerts for the job and its children"}),
    rt::InFirstGroup({"slachange", "arg",
                      "Update sla param for jobs, supported param are should-start, should-end, "
                      "nominal-time and "
                      "max-duration"}),
    rt::InFirstGroup(
        {"retries", "arg", "Get information of the retry attempts for a given workflow action"}),
    rt::InFirstGroup(
        {"missingdeps", "arg",
         "List missing dependencies of a coord action. To specify multiple actions, use with "
         "-action "
         "or -date option."}),
};

constexpr OptionSpec kJobsOptions[] = {
    kOozie,
    kDoAs,
    kLocalTime,
    {"kill", "", "bulk kill operation"},
    {"suspend", "", "bulk suspend operation"},
    {"resume", "", "bulk resume operation"},
    kTimeZone,
    {"offset", "arg", "jobs offset (default '1')"},
    {"len", "arg", "number of jobs (default '100')"},
    {"filter", "arg",
     "text=<*>\\;user=<U>\\;name=<N>\\;group=<G>\\;status=<S>\\;frequency=<F>\\;unit=<M>\\;"
     "startcreatedtime=<SC>\\;endcreatedtime=<EC> \\;sortBy=<SB>\n(text filter: matches partially "
     "with name and user or complete match with job ID. Valid unit values are 'months', 'days', "
     "'hours' or 'minutes'. startcreatedtime, endcreatedtime: time of format "
     "yyyy-MM-dd'T'HH:mm'Z'. Valid values for sortBy are 'createdTime' or 'lastModifiedTime'.)"},
    {"jobtype", "arg",
     "job type ('Supported in Oozie-2.0 or later versions ONLY - 'coordinator' or 'bundle' or "
     "'wf'(default))",
     "wf|coordinator|bundle"},
    kVerbose,
    {"bulk", "arg",
     "key-value pairs to filter bulk jobs response. e.g. "
     "bundle=<B>\\;coordinators=<C>\\;actionstatus=<S>\\;startcreatedtime=<SC>\\;endcreatedtime=<"
     "EC>\\;startscheduledtime=<SS>\\;endscheduledtime=<ES>\\; bundle, coordinators and "
     "actionstatus can be multiple comma separated values. Bundle and coordinators can be id(s) or "
     "appName(s) of those jobs. Specifying bundle is mandatory, other params are optional"},
    kAuth,
    kUserName,
    kPassword,
};

constexpr OptionSpec kAdminOptions[] = {
    kOozie,
    kDoAs,
    rt::InFirstGroup({"systemmode", "arg",
                      "Supported in Oozie-2.0 or later versions ONLY. Change oozie system mode "
                      "[NORMAL|NOWEBSERVICE|SAFEMODE]",
                      "NORMAL|NOWEBSERVICE|SAFEMODE"}),
    rt::InFirstGroup({"status", "", "show the current system status"}),
    rt::InFirstGroup({"version", "", "show Oozie server build version"}),
    rt::InFirstGroup({"queuedump", "", "show Oozie server queue elements"}),
    rt::InFirstGroup(
        {"servers", "", "list available Oozie servers (more than one only if HA is enabled)"}),
    rt::InFirstGroup({"sharelibupdate", "", "Update server to use a newer version of sharelib"}),
    rt::InFirstGroup(
        {"shareliblist", "", "List available sharelib that can be specified in a workflow action"}),
    rt::InFirstGroup({"configuration", "", "show Oozie system configuration"}),
    rt::InFirstGroup({"osenv", "", "show Oozie system OS environment"}),
    rt::InFirstGroup({"javasysprops", "", "show Oozie Java system properties"}),
    rt::InFirstGroup({"metrics", "", "show Oozie system metrics"}),
    rt::InFirstGroup({"instrumentation", "", "show Oozie system instrumentation"}),
    {"purge", "arg",
     "purge old oozie workflow, coordinator and bundle records from DB (parameter unit: day)"},
    kAuth,
    kUserName,
    kPassword,
};

constexpr OptionSpec kValidateOptions[] = {
    kOozie,
    kAuth,
    kUserName,
    kPassword,
};

constexpr OptionSpec kSlaOptions[] = {
    {"offset", "arg", "start offset (default '0')"},
    {"len", "arg", "number of results (default '100', max '1000')"},
    {"filter", "arg", "filter of SLA events. e.g., jobid=<J>\\;appname=<A>"},
    kOozie,
    kAuth,
    kUserName,
    kPassword,
};

constexpr OptionSpec kPigOptions[] = {
    kOozie,
    kDoAs,
    kConfig,
    kProperty,
    rt::TakesPair({"P", "property=value", "set parameters for script"}),
    rt::TakesPath({"file", "arg", "pig script"}),
    kAuth,
    kUserName,
    kPassword,
};

constexpr OptionSpec kHiveOptions[] = {
    kOozie,
    kDoAs,
    kConfig,
    kProperty,
    rt::TakesPair({"P", "property=value", "set parameters for script"}),
    rt::TakesPath({"file", "arg", "hive script"}),
    kAuth,
    kUserName,
    kPassword,
};

constexpr OptionSpec kSqoopOptions[] = {
    kOozie,
    kDoAs,
    kConfig,
    kProperty,
    rt::TakesAllWords({"command", "command", "sqoop command"}),
    kAuth,
    kUserName,
    kPassword,
};

constexpr OptionSpec kInfoOptions[] = {
    {"timezones", "", "display a list of available time zones"},
};

constexpr OptionSpec kMapReduceOptions[] = {
    kOozie, kDoAs, kConfig, kProperty, kAuth, kUserName, kPassword,
};

constexpr OptionSpec kWatchOptions[] = {
    kOozie,
    kDoAs,
    kTimeZone,
    {"interval", "arg", "seconds between two requests (default 1)"},
    {"progress", "arg", "auto (default), live (redraws lines) or plain (a line for each change)",
     "auto|live|plain"},
    kAuth,
    kUserName,
    kPassword,
};

constexpr CommandDecl kWatch{"watch", "", "follow a job until it ends", kWatchOptions};

constexpr OptionSpec kQueueOptions[] = {
    kOozie,
    kDoAs,
    {"format", "arg", "text (default), or json as the server sends it", "text|json"},
    {"len", "arg", "maximum number of items of each kind of work in each state (default 1000)"},
    kAuth,
    kUserName,
    kPassword,
};
constexpr CommandDecl kQueue{"queue", "", "show the running and waiting work of the server",
                             kQueueOptions};

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
