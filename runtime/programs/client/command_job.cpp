#include <sys/stat.h>

#include "runtime/programs/client/commands.h"
#include "runtime/programs/client/view.h"

namespace hpdl::client {
namespace {

/// Sends a PUT with the parameter `action`, for example `suspend`. Neither the request nor the
/// reply has a body. The command-line option with the same name has the job's id as its value.
Result<void> Act(Session* session, const Invocation& invocation, const char* action) {
  const Result<std::string> path = JobPath(invocation.arguments.ValueOr(action, ""));
  HPDL_TRY(path);
  const Result<rt::HttpReply> reply = session->Ask(
      {.method = "PUT", .path = *path, .parameters = {{"action", std::string(action)}}});
  return reply ? Result<void>() : reply.error();
}

Result<void> Kill(Session* session, const Invocation& invocation) {
  const ParsedArguments& arguments = invocation.arguments;
  const bool coordinator = arguments.ValueOr("kill", "").find("-C") != std::string::npos;
  return coordinator && (arguments.Has("date") || arguments.Has("action"))
             ? KillActions(session, invocation)
             : Act(session, invocation, "kill");
}

Result<void> ShowAction(Session* session, const Invocation& invocation) {
  if (invocation.arguments.Has("filter")) {
    return UsageFailure("Filter option is not supported for a Workflow action");
  }
  const Result<Json> action =
      Show(session, "job/" + invocation.arguments.ValueOr("info", ""), {{"show", "info"}});
  HPDL_TRY(action);
  Print(ActionText(*action, invocation.zone(), invocation.arguments.Has("verbose")));
  return {};
}

Result<void> ShowWorkflow(Session* session, const Invocation& invocation) {
  const ParsedArguments& arguments = invocation.arguments;
  if (arguments.Has("filter")) {
    return UsageFailure("Filter option is currently not supported for a Workflow job");
  }
  const Result<int> offset = ReadInteger(arguments.ValueOr("offset", "0"));
  HPDL_TRY(offset);
  const Result<int> length = ReadInteger(arguments.ValueOr("len", "0"));
  HPDL_TRY(length);
  const Result<std::string> path = JobPath(arguments.ValueOr("info", ""));
  HPDL_TRY(path);
  const Result<Json> job = Show(
      session, *path,
      {{"show", "info"}, {"offset", std::to_string(*offset)}, {"len", std::to_string(*length)}});
  HPDL_TRY(job);
  Print(JobText(*job, invocation.zone(), arguments.Has("verbose")));
  return {};
}

Result<void> Info(Session* session, const Invocation& invocation) {
  const std::string id = invocation.arguments.ValueOr("info", "");
  return id.ends_with("-B")                    ? ShowBundle(session, invocation)
         : id.ends_with("-C")                  ? ShowCoordinator(session, invocation)
         : id.find("-C@") != std::string::npos ? ShowCoordinatorAction(session, invocation)
         : id.find("-W@") != std::string::npos ? ShowAction(session, invocation)
                                               : ShowWorkflow(session, invocation);
}

Result<void> Definition(Session* session, const Invocation& invocation) {
  const Result<std::string> path = JobPath(invocation.arguments.ValueOr("definition", ""));
  HPDL_TRY(path);
  const Result<rt::HttpReply> reply =
      session->Ask({.path = *path, .parameters = {{"show", "definition"}}});
  HPDL_TRY(reply);
  Print(reply->body + "\n");
  return {};
}

Result<void> ConfigContent(Session* session, const Invocation& invocation) {
  const std::string id = invocation.arguments.ValueOr("configcontent", "");
  Parameters parameters{{"show", "info"}};
  if (id.ends_with("-C")) {
    parameters.insert(parameters.end(), {{"offset", "-1"}, {"len", "-1"}, {"order", "asc"}});
  } else if (id.ends_with("-W")) {
    parameters.insert(parameters.end(), {{"offset", "0"}, {"len", "0"}});
  } else if (!id.ends_with("-B")) {
    Print("ERROR:  job id [" + id + "] doesn't end with either C or W or B\n");
    return {};
  }
  const Result<Json> job = Show(session, "job/" + id, parameters);
  HPDL_TRY(job);
  Print(JavaText(*job, "conf") + "\n");
  return {};
}

Result<void> Retries(Session* session, const Invocation& invocation) {
  const std::string id = invocation.arguments.ValueOr("retries", "");
  const Result<std::string> path = JobPath(id, "id");
  HPDL_TRY(path);
  const Result<Json> answer = Show(session, *path, {{"show", "retries"}});
  HPDL_TRY(answer);
  Print(RetriesText(id, Member(*answer, "retries")));
  return {};
}

/// Refuses a jar of the Fluent API, because such a jar needs Java. `option` is -validatejar,
/// -submitjar or -runjar without its dash.
Result<void> RefuseJar(const Invocation& invocation, const char* option) {
  const std::string path = invocation.arguments.ValueOr(option, "");
  struct stat info{};
  if (stat(path.c_str(), &info) != 0 || !S_ISREG(info.st_mode)) {
    return ThrownFailure("lang.IllegalArgumentException",
                         "Fluent Job API JAR [" + path + "] should be a file");
  }
  return UsageFailure(
      "jars of the Fluent API are Java programs, and this client has no Java: run the jar, and "
      "submit the workflow that it makes");
}

using JobVerb = Result<void> (*)(Session*, const Invocation&);

struct JobOption {
  const char* option;
  JobVerb run;
};

/// The options of `job`. If the command line has several of them, the client runs only the option
/// that comes first in this table.
constexpr JobOption kVerbs[] = {
    {"submit", [](Session* s, const Invocation& i) { return SubmitJob(s, i, std::nullopt); }},
    {"start", [](Session* s, const Invocation& i) { return Act(s, i, "start"); }},
    {"suspend", [](Session* s, const Invocation& i) { return Act(s, i, "suspend"); }},
    {"resume", [](Session* s, const Invocation& i) { return Act(s, i, "resume"); }},
    {"ignore", &IgnoreJob},
    {"kill", &Kill},
    {"change", &ChangeJob},
    {"run", [](Session* s, const Invocation& i) { return SubmitJob(s, i, "start"); }},
    {"rerun", &Rerun},
    {"info", &Info},
    {"log", &Log},
    {"errorlog",
     [](Session* s, const Invocation& i) {
       return ShowLog(s, i.arguments.ValueOr("errorlog", ""), {{"show", "errorlog"}});
     }},
    {"auditlog",
     [](Session* s, const Invocation& i) {
       return ShowLog(s, i.arguments.ValueOr("auditlog", ""), {{"show", "auditlog"}});
     }},
    {"definition", &Definition},
    {"configcontent", &ConfigContent},
    {"update", &UpdateJob},
    {"poll", &Poll},
    {"slaenable",
     [](Session* s, const Invocation& i) { return ChangeSla(s, i, "slaenable", "sla-enable"); }},
    {"sladisable",
     [](Session* s, const Invocation& i) { return ChangeSla(s, i, "sladisable", "sla-disable"); }},
    {"slachange",
     [](Session* s, const Invocation& i) { return ChangeSla(s, i, "slachange", "sla-change"); }},
    {"retries", &Retries},
    {"missingdeps", &ShowMissing},
    {"validatejar", [](Session*, const Invocation& i) { return RefuseJar(i, "validatejar"); }},
    {"submitjar", [](Session*, const Invocation& i) { return RefuseJar(i, "submitjar"); }},
    {"runjar", [](Session*, const Invocation& i) { return RefuseJar(i, "runjar"); }},
};

}  // namespace

Result<Json> Show(Session* session, const std::string& path, Parameters parameters) {
  const Result<rt::HttpReply> reply =
      session->Ask({.path = path, .parameters = std::move(parameters)});
  HPDL_TRY(reply);
  return ReadJson(reply->body);
}

Result<void> JobCommand(const Invocation& invocation) {
  Result<Login> login = ReadLogin(invocation);
  HPDL_TRY(login);
  Session session(std::move(*login));
  const ParsedArguments& arguments = invocation.arguments;
  const bool first = arguments.Has("submit") || arguments.Has("start");
  if (arguments.Has("dryrun") && !arguments.Has("update") && !first) {
    return DryRun(&session, invocation);
  }
  for (const JobOption& verb : kVerbs) {
    if (arguments.Has(verb.option)) {
      return verb.run(&session, invocation);
    }
  }
  return {};
}

}  // namespace hpdl::client
