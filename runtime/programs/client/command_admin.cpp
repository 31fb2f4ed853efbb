#include <algorithm>

#include "runtime/ground/base/lower_case.h"
#include "runtime/programs/client/commands.h"
#include "runtime/programs/client/view.h"

namespace hpdl::client {
namespace {

constexpr int kUnavailable = 503;

Result<void> SetMode(Session* session, const Invocation& invocation) {
  const std::string mode = UpperCase(invocation.arguments.ValueOr("systemmode", ""));
  if (mode != "NORMAL" && mode != "NOWEBSERVICE" && mode != "SAFEMODE") {
    return UsageFailure("Invalid input provided for option: systemmode value given :" + mode +
                        " Expected values are: NORMAL/NOWEBSERVICE/SAFEMODE ");
  }
  const Result<rt::HttpReply> reply =
      session->Ask({.method = "PUT", .path = "admin/status", .parameters = {{"systemmode", mode}}});
  HPDL_TRY(reply);
  Print("System mode: " + mode + "\n");
  return {};
}

/// Runs -shareliblist. The command line may have the name of one share lib.
Result<void> ListShareLib(Session* session, const Invocation& invocation) {
  const std::vector<std::string>& words = invocation.arguments.words();
  const std::optional<std::string> lib =
      words.empty() ? std::nullopt : std::optional(words.front());
  const Result<Json> answer = Show(session, "admin/list_sharelib", {{"lib", lib}});
  HPDL_TRY(answer);
  Print(ShareLibText(*answer));
  return {};
}

/// Requests the server's metrics at `path` and prints them. If the server answers that it does not
/// keep these metrics, prints `without`.
Result<void> ShowFigures(Session* session, const char* path, std::string (*text)(const Json&),
                         const char* without) {
  const Result<rt::HttpReply> reply = session->Ask({.path = path}, kUnavailable);
  HPDL_TRY(reply);
  Print(reply->status == kUnavailable ? without : text(ReadJson(reply->body)));
  return {};
}

Result<void> ShowText(Session* session, const char* path, std::string (*text)(const Json&),
                      Parameters parameters = {}) {
  const Result<Json> answer = Show(session, path, std::move(parameters));
  HPDL_TRY(answer);
  Print(text(*answer));
  return {};
}

/// Reads "wf=30;coord=7;limit=1000;oldcoordaction=true" as the parameters of a purge. A missing
/// parameter has the value "".
Result<Parameters> ReadPurge(const std::string& text) {
  Parameters parameters{
      {"wf", ""}, {"coord", ""}, {"bundle", ""}, {"limit", ""}, {"oldcoordaction", ""}};
  for (std::size_t at = 0; at < text.size();) {
    const std::string pair = text.substr(at, text.find(';', at) - at);
    at += pair.size() + 1;
    const std::size_t equals = pair.find('=');
    std::string value = equals == std::string::npos ? "" : pair.substr(equals + 1);
    value = value.substr(0, value.find('='));
    if (value.empty()) {
      return ServerFailure("INVALID_INPUT", "Invalid purge option pair [" + pair + "] specified.");
    }
    const std::string name = LowerCase(pair.substr(0, equals));
    const auto found = std::find_if(parameters.begin(), parameters.end(),
                                    [&name](const auto& each) { return each.first == name; });
    if (found == parameters.end()) {
      return ServerFailure("INVALID_INPUT", "Invalid purge option [" + name + "] specified.");
    }
    if (name != "oldcoordaction") {
      const Result<int> number = ReadInteger(value);
      HPDL_TRY(number);
      value = std::to_string(*number);
    }
    found->second = value;
  }
  return parameters;
}

Result<void> Purge(Session* session, const Invocation& invocation) {
  const Result<Parameters> parameters = ReadPurge(invocation.arguments.ValueOr("purge", ""));
  HPDL_TRY(parameters);
  const Result<rt::HttpReply> reply =
      session->Ask({.method = "PUT", .path = "admin/purge", .parameters = *parameters});
  HPDL_TRY(reply);
  Print(JavaText(ReadJson(reply->body), "purge") + "\n");
  return {};
}

using AdminVerb = Result<void> (*)(Session*, const Invocation&);

struct AdminOption {
  const char* option;
  AdminVerb run;
};

/// The options of `admin`. If the command line has several of them, the client runs only the option
/// that comes first in this table.
constexpr AdminOption kAdminVerbs[] = {
    {"version",
     [](Session* s, const Invocation&) {
       return ShowText(s, "admin/build-version", [](const Json& answer) {
         return "Oozie server build version: " + JavaText(answer, "buildInfo") + "\n";
       });
     }},
    {"systemmode", &SetMode},
    {"status",
     [](Session* s, const Invocation&) {
       return ShowText(s, "admin/status", [](const Json& answer) {
         return "System mode: " + JavaText(answer, "systemMode") + "\n";
       });
     }},
    {"sharelibupdate",
     [](Session* s, const Invocation&) {
       return ShowText(s, "admin/update_sharelib", &ShareLibUpdateText, {{"allservers", "true"}});
     }},
    {"shareliblist", &ListShareLib},
    {"queuedump",
     [](Session* s, const Invocation&) { return ShowText(s, "admin/queue-dump", &QueueText); }},
    {"servers",
     [](Session* s, const Invocation&) {
       return ShowText(s, "admin/available-oozie-servers", &SortedText);
     }},
    {"configuration",
     [](Session* s, const Invocation&) { return ShowText(s, "admin/configuration", &SortedText); }},
    {"osenv",
     [](Session* s, const Invocation&) { return ShowText(s, "admin/os-env", &SortedText); }},
    {"javasysprops",
     [](Session* s, const Invocation&) {
       return ShowText(s, "admin/java-sys-properties", &SortedText);
     }},
    {"metrics",
     [](Session* s, const Invocation&) {
       return ShowFigures(s, "admin/metrics", &MetricsText,
                          "Metrics are unavailable.  Try Instrumentation (-instrumentation) "
                          "instead\n");
     }},
    {"instrumentation",
     [](Session* s, const Invocation&) {
       return ShowFigures(s, "admin/instrumentation", &InstrumentationText,
                          "Instrumentation is unavailable.  Try Metrics (-metrics) instead\n");
     }},
    {"purge", &Purge},
};

}  // namespace

Result<void> AdminCommand(const Invocation& invocation) {
  Result<Login> login = ReadLogin(invocation);
  HPDL_TRY(login);
  Session session(std::move(*login));
  for (const AdminOption& verb : kAdminVerbs) {
    if (invocation.arguments.Has(verb.option)) {
      return verb.run(&session, invocation);
    }
  }
  return {};
}

}  // namespace hpdl::client
