#include "runtime/server/protocols/celos/slot_file.h"

#include <charconv>

#include "runtime/rules/celos/java_exception.h"

namespace hpdl::rt::celos {
namespace {

// Returns the name of Jackson's Java class for a JSON value that is not an object.
std::string_view NodeOf(JsonValue::Kind kind) {
  switch (kind) {
    case JsonValue::Kind::kNull:
      return "NullNode";
    case JsonValue::Kind::kBoolean:
      return "BooleanNode";
    case JsonValue::Kind::kInteger:
      return "IntNode";
    case JsonValue::Kind::kReal:
      return "DoubleNode";
    case JsonValue::Kind::kText:
      return "TextNode";
    default:
      return "ArrayNode";
  }
}

Error Missing(std::string_view member) {
  return JavaException(kNullPointer, "the member \"" + std::string(member) + "\" is missing");
}

}  // namespace

JsonValue JsonOf(const SlotState& state) {
  JsonValue json = JsonValue::Object();
  json.Set("time", JsonValue::Of(state.time.Text()));
  json.Set("status", JsonValue::Of(NameOf(state.status)));
  json.Set("externalID", state.external_id ? JsonValue::Of(*state.external_id) : JsonValue::Null());
  json.Set("retryCount", JsonValue::Of(std::int64_t{state.retry_count}));
  return json;
}

std::string SlotFileText(const SlotState& state) {
  return JsonOf(state).Compact();
}

Result<JsonValue> ReadJsonObject(std::string_view text) {
  constexpr std::string_view kPackage = "com.fasterxml.jackson.databind.node.";
  Result<JsonValue> value = JsonValue::Parse(text, "java.io.StringReader@0");
  if (value && value->kind() != JsonValue::Kind::kObject) {
    const std::string node = std::string(kPackage) + std::string(NodeOf(value->kind()));
    const std::string object = std::string(kPackage) + "ObjectNode";
    return JavaException(kClassCast, "class " + node + " cannot be cast to class " + object + " (" +
                                         node + " and " + object +
                                         " are in unnamed module of loader 'app')");
  }
  return value;
}

Result<SlotState> ReadSlotFile(std::string_view text, ScheduledTime time) {
  const Result<JsonValue> json = ReadJsonObject(text);
  HPDL_TRY(json);
  const JsonValue* const status = json->Find("status");
  const JsonValue* const id = json->Find("externalID");
  const JsonValue* const retries = json->Find("retryCount");
  if (status == nullptr || status->kind() != JsonValue::Kind::kText) {
    return status == nullptr ? Missing("status") : JavaException(kNullPointer, "Name is null");
  }
  const Result<SlotStatus> read = ReadSlotStatus(status->text());
  HPDL_TRY(read);
  if (id == nullptr || retries == nullptr) {
    return Missing(id == nullptr ? "externalID" : "retryCount");
  }
  SlotState state{time, *read, std::nullopt, 0};
  if (id->kind() == JsonValue::Kind::kText) {
    state.external_id = id->text();
  }
  if (retries->kind() == JsonValue::Kind::kInteger || retries->kind() == JsonValue::Kind::kReal) {
    const std::string& number = retries->text();
    std::from_chars(number.data(), number.data() + number.size(), state.retry_count);
  }
  return state;
}

std::string MarkFileText(ScheduledTime marked) {
  return JsonValue::Object().Set("rerunTime", JsonValue::Of(marked.Text())).Compact();
}

Result<ScheduledTime> ReadMarkFile(std::string_view text) {
  const Result<JsonValue> json = ReadJsonObject(text);
  HPDL_TRY(json);
  const JsonValue* const time = json->Find("rerunTime");
  if (time == nullptr || time->kind() != JsonValue::Kind::kText) {
    return Missing("rerunTime");
  }
  return ScheduledTime::Parse(time->text());
}

}  // namespace hpdl::rt::celos
