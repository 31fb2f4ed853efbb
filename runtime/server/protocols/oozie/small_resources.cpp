#include "runtime/ground/base/lower_case.h"
#include "runtime/ground/base/trim.h"
#include "runtime/server/protocols/oozie/java_json.h"
#include "runtime/server/protocols/oozie/resources.h"

namespace hpdl::rt {

std::optional<Refusal> WrongContent(const OozieRequest& request) {
  const std::string_view type = request.content_type;
  if (LowerCase(Trimmed(type.substr(0, type.find(';')))) == "application/xml") {
    return std::nullopt;
  }
  return Refuse("E0300", "Invalid content-type [" +
                             (type.empty() ? std::string("null") : std::string(type)) + "]");
}

Task<Answered> VersionsResource(Exchange& exchange) {
  if (!exchange.Is("GET")) {
    co_return InvalidResource("");
  }
  co_return JsonAnswer("[0,1,2]");
}

/// Checks the definition in the body. The answer has the diagnostics of hpdlc, not of Oozie.
Task<Answered> ValidateResource(Exchange& exchange) {
  if (!exchange.Is("POST")) {
    co_return InvalidResource("");
  }
  for (const char* name : {"file", "user"}) {
    if (Find(exchange.parameters, name) == nullptr) {
      co_return Refuse("E0305", "Missing parameter [" + std::string(name) + "]");
    }
  }
  if (const std::optional<Refusal> wrong = WrongContent(exchange.request)) {
    co_return *wrong;
  }
  const Result<std::string> verdict = co_await exchange.settings.verbs->Validate(
      exchange.request.caller, std::string(exchange.Of("file")),
      std::string(exchange.request.body));
  if (!verdict) {
    co_return RefusalOf(verdict.error());
  }
  std::string text = "Valid workflow-app";
  if (!verdict->empty()) {
    text.append("\n").append(*verdict);
  }
  JsonWriter json(kJavaJson);
  json.BeginObject().Member("validate", text).EndObject();
  co_return JsonAnswer(json.Take());
}

}  // namespace hpdl::rt
