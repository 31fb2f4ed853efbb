#include "runtime/programs/client/commands.h"

#include <charconv>
#include <cstdio>

#include "runtime/ground/base/base64.h"
#include "runtime/ground/base/lower_case.h"
#include "runtime/programs/client/help.h"
#include "runtime/programs/client/oozie_commands.h"
#include "runtime/programs/client/own_commands.h"

namespace hpdl::client {
namespace {

constexpr std::string_view kHeaderProperty = "header:";

/// The version text of Oozie 5.2.1's Java client. Oozie's build left the variables `${...}` in this
/// text.
constexpr const char* kVersionText =
    "Oozie client build version: 5.2.1\n"
    "Source code repository: ${vc.url}\n"
    "Compiled by dbodo on ${build.time}\n"
    "From source with checksum: ${vc.revision}\n";

Result<std::optional<std::string>> ReadAuth(const Invocation& invocation) {
  const ParsedArguments& arguments = invocation.arguments;
  if (arguments.Has("username")) {
    if (!arguments.Has("password")) {
      return UsageFailure("No password specified, it is required, if username is set!");
    }
    return std::optional<std::string>("BASIC");
  }
  if (arguments.Has("password")) {
    return UsageFailure("No username specified, it is required, if password is set!");
  }
  std::optional<std::string> auth = arguments.Value("auth");
  if (!auth) {
    auth = invocation.settings.Variable("OOZIE_AUTH");
  }
  if (arguments.Has("debug")) {
    Print(" Auth type : " + auth.value_or("null") + "\n");
  }
  if (auth && IsInAnyCase(*auth, "basic")) {
    return UsageFailure("BASIC authentication requires -username and -password to set!");
  }
  return auth;
}

Result<int> ReadTries(const Settings& settings) {
  const std::string text = settings.Property("oozie.connection.retry.count").value_or("");
  return text.empty() ? Result<int>(4) : ReadInteger(text);
}

bool ReadDebug(const Invocation& invocation) {
  const std::string text = invocation.settings.Variable("OOZIE_DEBUG").value_or("");
  if (text.empty()) {
    return invocation.arguments.Has("debug");
  }
  const Result<int> level = ReadInteger(text);
  if (!level) {
    Print("Unable to parse the debug settings. May be not an integer [" + text + "]\n");
  }
  return level && *level > 0;
}

using Run = Result<void> (*)(const Invocation&);

Result<void> InfoCommand(const Invocation& invocation) {
  if (invocation.arguments.Has("timezones")) {
    Print(ListOfZones());
  }
  return {};
}

Result<void> HelpCommand(const Invocation& invocation) {
  const std::vector<std::string>& words = invocation.arguments.words();
  Print(HelpText(OozieCommands(), words.empty() ? "" : words.front()));
  return {};
}

Result<void> VersionCommand(const Invocation&) {
  Print(kVersionText);
  Print("This client: hpdl " HPDL_VERSION "\n");
  return {};
}

struct Runner {
  const char* name;
  Run run;
};

constexpr Runner kRunners[] = {
    {"help", &HelpCommand},
    {"version", &VersionCommand},
    {"job", &JobCommand},
    {"jobs", &JobsCommand},
    {"admin", &AdminCommand},
    {"validate", &ValidateCommand},
    {"sla", &SlaCommand},
    {"pig", [](const Invocation& invocation) { return ScriptCommand(invocation, "pig"); }},
    {"hive", [](const Invocation& invocation) { return ScriptCommand(invocation, "hive"); }},
    {"sqoop", &SqoopCommand},
    {"info", &InfoCommand},
    {"mapreduce", &MapReduceCommand},
};

Result<void> RunCommand(const Settings& settings, const std::vector<std::string>& words) {
  if (words.empty()) {
    return SyntaxFailure("missing sub-command");
  }
  const CommandDecl* declared = FindOozieCommand(words.front());
  if (declared == nullptr) {
    return SyntaxFailure("invalid sub-command [" + words.front() + "]");
  }
  const Result<ParsedArguments> arguments = ParseArguments(*declared, std::span(words).subspan(1));
  HPDL_TRY(arguments);
  for (const Runner& runner : kRunners) {
    if (runner.name == declared->name) {
      return runner.run({settings, *arguments});
    }
  }
  return SyntaxFailure("invalid sub-command [" + words.front() + "]");
}

}  // namespace

std::string Invocation::user() const {
  const std::optional<std::string> other = arguments.Value("doas");
  return other ? *other : settings.user();
}

NamedZone Invocation::zone() const {
  if (arguments.Has("localtime")) {
    return NamedZone::OfThisMachine();
  }
  std::optional<std::string> id = arguments.Value("timezone");
  if (!id) {
    id = settings.Variable("OOZIE_TIMEZONE");
  }
  return NamedZone::FindOrGmt(id.value_or("GMT"));
}

Result<int> ReadInteger(const std::string& text) {
  int number = 0;
  const char* begin = text.data() + (text.starts_with('+') ? 1 : 0);
  const auto [end, error] = std::from_chars(begin, text.data() + text.size(), number);
  const bool twice = text.starts_with("+-");
  if (error != std::errc() || end != text.data() + text.size() || twice) {
    return NumberFailure(text);
  }
  return number;
}

void Print(const std::string& text) {
  std::fwrite(text.data(), 1, text.size(), stdout);
}

Result<std::string> ReadServer(const Invocation& invocation) {
  std::optional<std::string> url = invocation.arguments.Value("oozie");
  if (!url) {
    url = invocation.settings.Variable("OOZIE_URL");
  }
  return url ? Result<std::string>(std::move(*url))
             : ThrownFailure("lang.IllegalArgumentException",
                             "Oozie URL is not available neither in command option or in the "
                             "environment");
}

Result<Login> ReadLogin(const Invocation& invocation) {
  const Result<std::string> url = ReadServer(invocation);
  HPDL_TRY(url);
  return ReadLoginAt(invocation, *url);
}

Result<Login> ReadLoginAt(const Invocation& invocation, const std::string& url) {
  const Settings& settings = invocation.settings;
  const Result<std::optional<std::string>> auth = ReadAuth(invocation);
  HPDL_TRY(auth);
  if (url.empty()) {
    return ThrownFailure("lang.IllegalArgumentException", "oozieUrl cannot be empty");
  }
  const Result<int> tries = ReadTries(settings);
  HPDL_TRY(tries);
  Login login{.url = url, .user = settings.user(), .home = settings.home()};
  login.keep_token =
      IsInAnyCase(settings.Property("oozie.auth.token.cache").value_or("true"), "true");
  login.auth = *auth;
  if (const std::optional<std::string> name = invocation.arguments.Value("username")) {
    login.authorization =
        "Basic " + Base64(*name + ":" + invocation.arguments.ValueOr("password", ""));
  }
  login.do_as = invocation.arguments.Value("doas");
  for (const auto& [name, value] : settings.properties()) {
    if (name.starts_with(kHeaderProperty)) {
      login.headers.emplace_back(name.substr(kHeaderProperty.size()), value);
    }
  }
  login.tries = *tries;
  login.debug = ReadDebug(invocation);
  return login;
}

Result<std::string> JobPath(const std::string& id, const std::string& name) {
  if (id.empty()) {
    return ThrownFailure("lang.IllegalArgumentException", name + " cannot be empty");
  }
  return "job/" + id;
}

int RunClient(std::vector<std::string> arguments, bool own_too) {
  const Settings settings = Settings::Read(&arguments);
  if (own_too) {
    if (const std::optional<int> code = RunOwnCommand(settings, arguments)) {
      return std::fflush(stdout) == 0 ? *code : 1;
    }
    arguments = WithJobVerb(std::move(arguments));
  }
  const Result<void> done = RunCommand(settings, arguments);
  const int code = done ? 0 : ReportFailure(done.error());
  return std::fflush(stdout) == 0 ? code : 1;
}

}  // namespace hpdl::client
