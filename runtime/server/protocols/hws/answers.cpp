#include "runtime/server/protocols/hws/answers.h"

#include <algorithm>
#include <iterator>

#include "runtime/ground/base/text_parts.h"
#include "runtime/server/applications/applications.h"
#include "runtime/server/applications/compile_errors.h"

namespace hpdl::rt::hws {
namespace {

struct CodeStatus {
  std::string_view code;
  int status;
};
constexpr CodeStatus kStatuses[] = {
    {kNoSuchApplication, 404},
    {"E0604", 404},
    {"E0605", 404},
    {kNameTaken, 409},
    {kWrongState, 409},
    {kHasJobs, 409},
    {kNotActive, 409},
    {"E0805", 409},
    {"E0717", 409},
    {"E0716", 409},
    {"E0718", 409},
    {"E0725", 409},
    {"E0727", 409},
    {"E0606", 409},
    {kBadPackage, 422},
    {kNotCompiled, 422},
    {"E0303", 422},
    {"E0404", 422},
    {"E0738", 422},
    {"E0804", 422},
    {"E0806", 422},
    {"E0807", 422},
    {kTooManyDeployments, 429},
    {"E0508", 403},
    {"E0503", 403},
    {"E0501", 403},
    {"E1400", 403},
    {kDiskFull, 507},
    {"E0710", 503},
};

}  // namespace

Refusal WrongWords(std::string message) {
  return {422, kWrongRequest, std::move(message), ""};
}

Refusal RefusalOf(const Error& error) {
  const auto* const found =
      std::find_if(std::begin(kStatuses), std::end(kStatuses),
                   [&](const CodeStatus& each) { return each.code == error.code; });
  const int status = found != std::end(kStatuses)                     ? found->status
                     : error.error_class == ErrorClass::kTransient    ? 503
                     : error.error_class == ErrorClass::kCorruptStore ? 500
                     : error.error_class == ErrorClass::kFatal        ? 500
                     : error.error_class == ErrorClass::kNonTransient ? 503
                                                                      : 422;
  return {status, error.code.empty() ? "E0307" : error.code, error.message, ""};
}

Refusal RefusalOfActing(const Error& error) {
  return {error.code == "E1400" ? 403 : 400, error.code, error.message, ""};
}

void WriteDiagnostics(JsonWriter* json, std::string_view lines) {
  json->BeginArray();
  for (const std::string_view each : Split(lines, '\n')) {
    const CompilerLine line = ReadCompilerLine(each);
    json->BeginObject();
    if (!line.file.empty()) {
      json->Member("file", line.file);
    }
    if (line.line != 0) {
      json->Member("line", line.line).Member("column", line.column);
    }
    if (!line.kind.empty()) {
      json->Member("kind", line.kind);
    }
    json->Member("message", line.message).EndObject();
  }
  json->EndArray();
}

OozieAnswer JsonAnswer(std::string json, int status) {
  return {status, std::move(json), "application/json", "X-Content-Type-Options: nosniff\r\n", ""};
}

OozieAnswer AnswerOf(const Refusal& refusal) {
  JsonWriter json;
  json.BeginObject().Key("error").BeginObject().Member("code", refusal.code);
  json.Member("message", refusal.message);
  if (refusal.code == kNotCompiled) {
    WriteDiagnostics(&json.Key("diagnostics"), refusal.message);
  }
  OozieAnswer answer = JsonAnswer(json.EndObject().EndObject().Take(), refusal.status);
  answer.fields += refusal.fields;
  return answer;
}

}  // namespace hpdl::rt::hws
