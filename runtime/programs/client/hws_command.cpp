#include "runtime/programs/client/hws_command.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <utility>

#include "runtime/ground/base/percent.h"
#include "runtime/ground/base/terminal_text.h"
#include "runtime/ground/base/text_parts.h"
#include "runtime/programs/client/commands.h"
#include "runtime/programs/client/job_configuration.h"
#include "runtime/programs/client/view.h"

namespace hpdl::client {
namespace {

using Body = HwsVerb::Body;

constexpr OptionSpec kHwsOptions[] = {
    {"oozie", "arg", "Oozie URL of the server, which also has the HWS API"},
    {"doas", "arg", "doAs user, impersonates as the specified user"},
    {"format", "arg", "text (default), or json as the server sends it", "text|json"},
    rt::TakesPath({"state", "arg", "applications, jobs: show only those in this state"}),
    {"owner", "arg",
     "applications: show only applications of this user; other verbs: owner of the application"},
    {"name", "arg", "applications: show only applications with this text in the name"},
    {"application", "arg", "jobs: show only jobs of this application"},
    {"user", "arg", "jobs: show only jobs of this user"},
    {"offset", "arg", "applications, jobs: number of entries to skip (default 0)"},
    {"limit", "arg", "applications, jobs: maximum number of entries (default 50)"},
    {"wait", "arg", "deactivate: seconds to wait until the application's jobs have ended"},
    {"start", "", "submit: start the job, too"},
    {"skip", "arg", "resubmit: nodes not to run again, separated by commas"},
    rt::TakesPath(
        {"config", "arg", "submit, resubmit: job configuration file '.xml' or '.properties'"}),
    rt::TakesPair({"D", "property=value", "submit, resubmit: set a property"}),
    {"days", "arg", "purge: minimum number of days since the end of a job (default 30)"},
    {"auth", "arg", "select authentication type [SIMPLE|BASIC|KERBEROS]", "SIMPLE|BASIC|KERBEROS"},
    {"username", "arg", "username for BASIC authentication"},
    {"password", "arg", "password for BASIC authentication"},
};
constexpr CommandDecl kHws{"hws", "VERB ", "applications, jobs and administration of HWS",
                           kHwsOptions};

constexpr std::string_view kHwsGet = "GET", kHwsPost = "POST";

constexpr HwsVerb kHwsVerbs[] = {
    {"deploy", "FILE", "deploy a package, a ZIP with workflow.xml", kHwsPost, "applications", " ",
     Body::kPackage},
    {"undeploy", "NAME", "undeploy an inactive application", "DELETE", "applications/%", " owner "},
    {"activate", "NAME", "activate an application, so that it accepts jobs", kHwsPost,
     "applications/%/activate", " owner "},
    {"suspend", "NAME|JOB",
     "suspend an application, so that it accepts no new jobs; or suspend a job", kHwsPost,
     "applications/%/suspend", " owner "},
    {"deactivate", "NAME", "deactivate a suspended application whose jobs have ended", kHwsPost,
     "applications/%/deactivate", " owner wait "},
    {"application", "NAME", "show an application", kHwsGet, "applications/%", " owner "},
    {"applications", "", "list applications", kHwsGet, "applications",
     " state owner name offset limit "},
    {"submit", "NAME", "submit a job of an application", kHwsPost, "jobs", " start config D ",
     Body::kSubmission},
    {"jobs", "", "list jobs", kHwsGet, "jobs", " state application user offset limit "},
    {"job", "JOB", "show a job and its actions", kHwsGet, "jobs/%", " "},
    {"start", "JOB", "start a job", kHwsPost, "jobs/%/start", " "},
    {"resume", "JOB", "resume a job", kHwsPost, "jobs/%/resume", " "},
    {"kill", "JOB", "kill a job", kHwsPost, "jobs/%/kill", " "},
    {"retry", "JOB NODE", "retry an action that waits for a person", kHwsPost,
     "jobs/%/actions/%/retry", " "},
    {"resubmit", "JOB", "run an ended job again", kHwsPost, "jobs/%/resubmit", " skip config D ",
     Body::kResubmission},
    {"status", "", "show whether HWS is active", kHwsGet, "admin/status", " "},
    {"activate-server", "", "activate HWS", kHwsPost, "admin/activate", " "},
    {"deactivate-server", "", "deactivate HWS: applications and jobs are no longer served",
     kHwsPost, "admin/deactivate", " "},
    {"instrumentation", "", "show the counters of the server", kHwsGet, "admin/instrumentation",
     " "},
    {"environment", "", "show the environment of the server", kHwsGet, "admin/environment", " "},
    {"system-properties", "", "show facts about the server in place of Java's system properties",
     kHwsGet, "admin/system-properties", " "},
    {"purge", "", "remove jobs that ended long ago", kHwsPost, "admin/purge", " days ",
     Body::kPurge},
};

constexpr std::string_view kEveryVerb = " oozie doas format auth username password ";

const HwsVerb* FindVerb(std::string_view name) {
  const auto* const found = std::find_if(std::begin(kHwsVerbs), std::end(kHwsVerbs),
                                         [&](const HwsVerb& each) { return each.name == name; });
  return found == std::end(kHwsVerbs) ? nullptr : found;
}

std::string VerbUsage(const HwsVerb& verb) {
  std::string text = "usage: hpdl hws " + std::string(verb.name);
  return text + (verb.operands.empty() ? "" : " " + std::string(verb.operands)) + " [options]";
}

std::string VerbsText() {
  constexpr std::size_t kColumn = 28;
  std::string text = "hpdl hws VERB ... [options]: the HWS API of an hpdld\n\nVerbs:\n";
  for (const HwsVerb& verb : kHwsVerbs) {
    std::string line = "  " + std::string(verb.name) + " " + std::string(verb.operands);
    line.resize(std::max(line.size() + 1, kColumn), ' ');
    text += line + std::string(verb.about) + "\n";
  }
  text += "\nOptions:\n";
  for (const OptionSpec& option : kHwsOptions) {
    std::string line = "  -" + std::string(option.name);
    line += option.argument.empty() ? "" : " " + std::string(option.argument);
    line.resize(std::max(line.size() + 1, kColumn), ' ');
    text += line + std::string(option.help) + "\n";
  }
  return text;
}

bool HasWord(std::string_view words, std::string_view word) {
  return words.find(" " + std::string(word) + " ") != std::string_view::npos;
}

/// Refuses options that `verb` does not have.
Result<void> CheckOptions(const HwsVerb& verb, const ParsedArguments& arguments) {
  for (const OptionSpec& option : kHwsOptions) {
    if (arguments.Has(option.name) && !HasWord(kEveryVerb, option.name) &&
        !HasWord(verb.options, option.name)) {
      return UsageFailure("hws " + std::string(verb.name) + " takes no -" +
                          std::string(option.name));
    }
  }
  return {};
}

Result<Json> HwsProperties(const ParsedArguments& arguments, const std::string& user) {
  Json properties = Json::object();
  if (!HasConfiguration(arguments)) {
    return properties;
  }
  const Result<JobConfiguration> configuration = ReadConfiguration(arguments, user);
  HPDL_TRY(configuration);
  for (const auto& [name, value] : configuration->pairs()) {
    if (name != "user.name") {  // the server takes the user from the login
      properties[name] = value;
    }
  }
  return properties;
}

Result<std::string> HwsBody(const HwsVerb& verb, const Invocation& invocation) {
  const ParsedArguments& arguments = invocation.arguments;
  Json body = Json::object();
  if (verb.body == Body::kPurge) {
    if (const std::optional<std::string> days = arguments.Value("days")) {
      const Result<int> number = ReadInteger(*days);
      HPDL_TRY(number);
      body["olderThanDays"] = *number;
    }
    return body.dump();
  }
  const Result<Json> properties = HwsProperties(arguments, invocation.user());
  HPDL_TRY(properties);
  body["properties"] = *properties;
  if (verb.body == Body::kSubmission) {
    body["application"] = arguments.words()[1];
    body["start"] = arguments.Has("start");
  } else {
    body["skip"] = Json::array();
    const std::string skip = arguments.ValueOr("skip", "");
    for (const std::string_view node : rt::Split(skip, ',')) {
      body["skip"].push_back(std::string(node));
    }
  }
  return body.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Result<Call> CallFor(const HwsVerb& verb, const Invocation& invocation) {
  const std::vector<std::string>& words = invocation.arguments.words();
  Call call;
  call.hws = true;
  call.method = verb.method;
  std::string_view path = verb.path;
  if (verb.name == "suspend" && NamesJob(words[1])) {
    path = "jobs/%/suspend";
    if (invocation.arguments.Has("owner")) {
      return UsageFailure("hws suspend takes no -owner with a job");
    }
  }
  std::size_t operand = 1;
  for (const char c : path) {
    call.path += c == '%' ? PercentEncoded(words[operand++]) : std::string(1, c);
  }
  for (const OptionSpec& option : kHwsOptions) {
    const bool in_query = verb.body == Body::kNone && HasWord(verb.options, option.name);
    if (in_query) {
      call.parameters.emplace_back(option.name, invocation.arguments.Value(option.name));
    }
  }
  if (verb.body == Body::kPackage) {
    if (access(words[1].c_str(), R_OK) != 0) {
      return UsageFailure(words[1] + ": " + std::strerror(errno));
    }
    call.body_file = words[1];
    call.content_type = "application/zip";
  } else if (verb.body != Body::kNone) {
    Result<std::string> body = HwsBody(verb, invocation);
    HPDL_TRY(body);
    call.body = std::move(*body);
    call.content_type = "application/json";
  }
  return call;
}

/// Makes an error from the server's answer, with the server's code and message. If the compiler has
/// findings, each finding is on its own line.
Error HwsRefusal(const rt::HttpReply& reply) {
  const Json answer = ReadJson(reply.body);
  const Json& error = Member(answer, "error");
  const std::optional<std::string> code = TextOf(error, "code"), text = TextOf(error, "message");
  return code && text ? ServerFailure(*code, Harmless(*text)) : ReplyFailure(reply);
}

std::string HwsCell(const Json& object, const char* name) {
  const Json& value = Member(object, name);
  return value.is_number() ? IntegerOf(object, name) : OneLine(Shown(object, name));
}

using HwsRow = std::vector<std::string>;

std::string ColumnsText(const std::vector<HwsRow>& rows) {
  std::vector<std::size_t> widths(rows.front().size());
  for (const HwsRow& row : rows) {
    for (std::size_t i = 0; i < row.size(); ++i) {
      widths[i] = std::max(widths[i], DisplayWidth(row[i]));
    }
  }
  std::string text;
  for (const HwsRow& row : rows) {
    for (std::size_t i = 0; i < row.size(); ++i) {
      const bool last = i + 1 == row.size();
      text += row[i] + (last ? "\n" : std::string(widths[i] + 2 - DisplayWidth(row[i]), ' '));
    }
  }
  return text;
}

std::string ListText(const Json& items, std::initializer_list<const char*> members) {
  std::vector<HwsRow> rows(1);
  for (const char* member : members) {
    std::string& title = rows[0].emplace_back();
    for (const char c : std::string_view(member)) {
      title += c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
    }
  }
  for (const Json& item : items) {
    HwsRow& row = rows.emplace_back();
    for (const char* member : members) {
      row.push_back(HwsCell(item, member));
    }
  }
  return ColumnsText(rows);
}

}  // namespace

bool NamesJob(std::string_view word) {
  constexpr std::string_view kDigits = "0123456789";
  constexpr std::size_t kTimeSize = 15;
  const std::size_t number = std::min(word.find_first_not_of(kDigits), word.size());
  const std::string_view rest = word.substr(number);
  const std::size_t time_end = rest.find_first_not_of(kDigits, 1);
  return number > 0 && rest.starts_with('-') && time_end == 1 + kTimeSize &&
         rest[time_end] == '-' && rest.substr(time_end + 1).ends_with("-W");
}

const CommandDecl& HwsDecl() {
  return kHws;
}

std::span<const HwsVerb> HwsVerbs() {
  return kHwsVerbs;
}

std::string HwsText(const Json& answer) {
  std::string text;
  if (!answer.is_object()) {
    return text;
  }
  for (const auto& [name, value] : answer.items()) {
    if (value.is_array() && name == "applications") {
      text += ListText(value, {"name", "state", "owner", "files", "bytes", "deployed"});
    } else if (value.is_array() && name == "jobs") {
      text += ListText(value, {"id", "application", "state", "user", "recovery", "created"});
    } else if (value.is_array() && name == "actions") {
      text += ListText(value, {"name", "type", "state", "transition", "errorCode"});
    } else if (value.is_array() && name == "work") {
      text += ListText(value, {"kind", "running", "waiting", "limit"});
    } else if (name == "definition" || name == "warnings") {
      continue;
    } else if (value.is_object()) {
      for (const auto& [inner, number] : value.items()) {
        text += OneLine(name) + " " + OneLine(inner) + ": " + OneLine(number.dump()) + "\n";
      }
    } else if (!value.is_null()) {
      text += OneLine(name) + ": " +
              OneLine(value.is_string() ? value.get<std::string>() : value.dump()) + "\n";
    }
  }
  if (const std::optional<std::string> definition = TextOf(answer, "definition")) {
    text += "\n" + Harmless(*definition) + (definition->ends_with('\n') ? "" : "\n");
  }
  return text;
}

std::string HwsWarnings(const Json& answer) {
  std::string text;
  const Json& warnings = Member(answer, "warnings");
  for (const Json& each : warnings.is_array() ? warnings : Json::array()) {
    std::string line = TextOf(each, "file").value_or("");
    for (const char* number : {"line", "column"}) {
      line += Member(each, number).is_number() ? ":" + IntegerOf(each, number) : "";
    }
    line += line.empty() ? "warning: " : ": warning: ";
    text += OneLine(line + TextOf(each, "message").value_or("")) + "\n";
  }
  return text;
}

Result<void> HwsCommand(const Settings& settings, const std::vector<std::string>& words) {
  const Result<ParsedArguments> arguments = ParseArguments(kHws, std::span(words).subspan(1));
  HPDL_TRY(arguments);
  const std::vector<std::string>& operands = arguments->words();
  if (operands.empty() || operands[0] == "help") {
    Print(VerbsText());
    return {};
  }
  const HwsVerb* const verb = FindVerb(operands[0]);
  if (verb == nullptr) {
    return UsageFailure("hws has no verb " + operands[0] + "; 'hpdl help hws' lists the verbs");
  }
  const std::size_t wanted = rt::Split(verb->operands, ' ').size();
  if (operands.size() != wanted + 1) {
    return UsageFailure(VerbUsage(*verb));
  }
  const std::string format = arguments->ValueOr("format", "text");
  if (format != "text" && format != "json") {
    return UsageFailure("hws takes -format text or json");
  }
  HPDL_TRY(CheckOptions(*verb, *arguments));
  const Invocation invocation{settings, *arguments};
  Result<Login> login = ReadLogin(invocation);
  HPDL_TRY(login);
  const Result<Call> call = CallFor(*verb, invocation);
  HPDL_TRY(call);
  Session session(std::move(*login));
  const Result<rt::HttpReply> reply = session.Send(*call);
  HPDL_TRY(reply);
  if (reply->status / 100 != 2) {
    return HwsRefusal(*reply);
  }
  if (!reply->body.empty()) {
    const Json answer = ReadJson(reply->body);
    std::fputs(HwsWarnings(answer).c_str(), stderr);
    Print(format == "json" ? reply->body + "\n" : HwsText(answer));
  }
  return {};
}

}  // namespace hpdl::client
