#include "runtime/server/protocols/hws/answers.h"

#include <algorithm>
#include <charconv>
#include <iterator>

#include "runtime/ground/base/json_writer.h"
#include "runtime/ground/base/text_parts.h"
#include "runtime/server/applications/applications.h"

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

/// Writes one line of a diagnostic as an object. For a line `FILE:LINE:COLUMN: error: TEXT`, the
/// object also has the file, the line and the column. For any other line, it has only a message.
void WriteDiagnostic(JsonWriter* json, std::string_view line) {
  constexpr std::string_view kError = ": error: ";
  const std::size_t end = line.find(kError);
  std::string_view place = line.substr(0, end == std::string_view::npos ? 0 : end);
  std::int64_t numbers[2] = {0, 0};  // the column and the line
  bool whole = !place.empty();
  for (std::int64_t& number : numbers) {
    const std::size_t colon = place.rfind(':');
    const auto read =
        colon == std::string_view::npos ? std::nullopt : ParseNumber(place.substr(colon + 1));
    whole = whole && read.has_value();
    number = read.value_or(0);
    place = place.substr(0, colon == std::string_view::npos ? place.size() : colon);
  }
  json->BeginObject();
  if (whole) {
    json->Member("file", place).Member("line", numbers[1]).Member("column", numbers[0]);
    line.remove_prefix(end + kError.size());
  }
  json->Member("message", line).EndObject();
}

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

OozieAnswer JsonAnswer(std::string json, int status) {
  return {status, std::move(json), "application/json", "X-Content-Type-Options: nosniff\r\n", ""};
}

OozieAnswer AnswerOf(const Refusal& refusal) {
  JsonWriter json;
  json.BeginObject().Key("error").BeginObject().Member("code", refusal.code);
  json.Member("message", refusal.message);
  if (refusal.code == kNotCompiled) {
    json.Key("diagnostics").BeginArray();
    for (const std::string_view line : Split(refusal.message, '\n')) {
      WriteDiagnostic(&json, line);
    }
    json.EndArray();
  }
  OozieAnswer answer = JsonAnswer(json.EndObject().EndObject().Take(), refusal.status);
  answer.fields += refusal.fields;
  return answer;
}

}  // namespace hpdl::rt::hws
