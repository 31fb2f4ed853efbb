#include "runtime/server/protocols/celos_ui/server_answers.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "runtime/ground/base/percent.h"
#include "runtime/ground/base/text_parts.h"
#include "runtime/ground/base/utf8.h"
#include "runtime/server/protocols/celos/jackson_json.h"

namespace hpdl::rt::celos {
namespace {

using Kind = JsonValue::Kind;

constexpr std::string_view kSource = "the server's answer";

Error NotUnderstood(std::string_view what) {
  return {ErrorClass::kError, "",
          "the server's answer cannot be understood: the member " + std::string(what) +
              " is missing or has another type"};
}

// Returns a member of a JSON object. It is an error if the member is missing or is not of the given
// kind.
Result<const JsonValue*> Member(const JsonValue& json, std::string_view name, Kind kind) {
  const JsonValue* const value = json.Find(name);
  if (value == nullptr || value->kind() != kind) {
    return NotUnderstood(name);
  }
  return value;
}

std::optional<std::string> TextOf(const JsonValue& json, std::string_view name) {
  const JsonValue* const value = json.Find(name);
  return value != nullptr && value->kind() == Kind::kText ? std::optional(value->text())
                                                          : std::nullopt;
}

Result<SlotState> ReadSlot(const JsonValue& json) {
  const std::optional<std::string> time = TextOf(json, "time"), status = TextOf(json, "status");
  if (!time || !status) {
    return NotUnderstood("slots");
  }
  SlotState slot;
  const Result<ScheduledTime> read_time = ScheduledTime::Parse(*time);
  HPDL_TRY(read_time);
  const Result<SlotStatus> read_status = ReadSlotStatus(*status);
  HPDL_TRY(read_status);
  slot.time = *read_time;
  slot.status = *read_status;
  slot.external_id = TextOf(json, "externalID");
  const JsonValue* const retries = json.Find("retryCount");
  if (retries != nullptr && retries->kind() == Kind::kInteger) {
    slot.retry_count = static_cast<std::int32_t>(std::min<std::int64_t>(
        ParseNumber(retries->text()).value_or(0), std::numeric_limits<std::int32_t>::max()));
  }
  return slot;
}

Result<ScheduledTime> TimeOf(const JsonValue& json, std::string_view name) {
  const Result<const JsonValue*> text = Member(json, name, Kind::kText);
  HPDL_TRY(text);
  return ScheduledTime::Parse((*text)->text());
}

Result<void> ReadUnreadable(const JsonValue& json, WorkflowSlots* read) {
  const JsonValue* const list = json.Find("unreadable");
  if (list == nullptr) {
    return {};
  }
  for (const JsonValue& item : list->items()) {
    const Result<ScheduledTime> time = TimeOf(item, "time");
    HPDL_TRY(time);
    read->unreadable[*time] = TextOf(item, "error").value_or("");
  }
  return {};
}

Result<void> ReadWindow(const JsonValue& json, WorkflowSlots* read) {
  const JsonValue* const window = json.Find("window");
  if (window == nullptr) {
    return {};
  }
  const Result<ScheduledTime> start = TimeOf(*window, "start");
  HPDL_TRY(start);
  const Result<const JsonValue*> marked = Member(*window, "marked", Kind::kArray);
  HPDL_TRY(marked);
  read->window = SeenWindow{*start, {}};
  for (const JsonValue& item : (*marked)->items()) {
    const Result<ScheduledTime> time = ScheduledTime::Parse(item.text());
    HPDL_TRY(time);
    read->window->marked.insert(*time);
  }
  return {};
}

Result<TriggerTree> TreeOf(const JsonValue& json) {
  const Result<const JsonValue*> type = Member(json, "type", Kind::kText);
  HPDL_TRY(type);
  const Result<const JsonValue*> ready = Member(json, "ready", Kind::kBoolean);
  HPDL_TRY(ready);
  TriggerTree tree{
      (*type)->text(), TextOf(json, "description").value_or(""), (*ready)->text() == "true", {}};
  if (const JsonValue* const parts = json.Find("subStatuses")) {
    for (const JsonValue& part : parts->items()) {
      Result<TriggerTree> read = TreeOf(part);  // the JSON reader limits this recursion's depth
      HPDL_TRY(read);
      tree.parts.push_back(std::move(*read));
    }
  }
  return tree;
}

std::string Target(std::string_view path, std::string_view id) {
  return std::string(path) + "?id=" + PercentEncoded(id);
}

// Returns a time as a further parameter of a query, `&NAME=TIME`. The caller chooses the form of
// the time: as in Celos' own client, some requests use the short form.
std::string Parameter(std::string_view name, const std::string& time) {
  return "&" + std::string(name) + "=" + PercentEncoded(time);
}

}  // namespace

Result<std::vector<std::string>> ReadWorkflowList(std::string_view json) {
  const Result<JsonValue> value = JsonValue::Parse(json, kSource);
  HPDL_TRY(value);
  const Result<const JsonValue*> list = Member(*value, "ids", Kind::kArray);
  HPDL_TRY(list);
  std::vector<std::string> ids;
  for (const JsonValue& id : (*list)->items()) {
    if (id.kind() != Kind::kText) {
      return NotUnderstood("ids");
    }
    ids.push_back(id.text());
  }
  return ids;
}

Result<WorkflowSlots> ReadWorkflowSlots(std::string_view json) {
  const Result<JsonValue> value = JsonValue::Parse(json, kSource);
  HPDL_TRY(value);
  const Result<const JsonValue*> list = Member(*value, "slots", Kind::kArray);
  HPDL_TRY(list);
  WorkflowSlots read;
  for (const JsonValue& item : (*list)->items()) {
    Result<SlotState> slot = ReadSlot(item);
    HPDL_TRY(slot);
    if (slot->time.IsWholeSecond()) {  // Celos also lists the start of a request as a slot
      read.slots.push_back(std::move(*slot));
    }
  }
  HPDL_TRY(ReadUnreadable(*value, &read));
  HPDL_TRY(ReadWindow(*value, &read));
  const JsonValue* const paused = value->Find("paused");
  read.paused = paused != nullptr && paused->kind() == Kind::kBoolean && paused->text() == "true";
  const JsonValue* const info = value->Find("info");
  if (info == nullptr) {
    return read;
  }
  read.url = TextOf(*info, "url");
  if (const JsonValue* const contacts = info->Find("contacts")) {
    for (const JsonValue& contact : contacts->items()) {
      Contact& added = read.contacts.emplace_back();
      added.name = TextOf(contact, "name");
      added.email = TextOf(contact, "email");
    }
  }
  return read;
}

Result<TriggerTree> ReadTriggerTree(std::string_view json) {
  const Result<JsonValue> value = JsonValue::Parse(json, kSource);
  HPDL_TRY(value);
  return TreeOf(*value);
}

std::string ReasonOf(const CelosAnswer& answer) {
  constexpr std::string_view kBegin = "<pre>", kEnd = "</pre>";
  constexpr std::pair<std::string_view, char> kEntities[] = {
      {"&lt;", '<'}, {"&gt;", '>'}, {"&amp;", '&'}, {"&quot;", '"'}};
  std::string_view body = answer.body;
  const std::size_t begin = body.find(kBegin);
  const std::string otherwise = "the server answers with status " + std::to_string(answer.status);
  if (begin == std::string_view::npos) {
    return otherwise;
  }
  body.remove_prefix(begin + kBegin.size());
  body = body.substr(0, body.find(kEnd));
  body.remove_prefix(std::min(body.find_first_not_of(" \n"), body.size()));
  std::string reason;
  while (!body.empty()) {
    const auto* const entity =
        std::find_if(std::begin(kEntities), std::end(kEntities),
                     [&](const auto& known) { return body.starts_with(known.first); });
    if (entity != std::end(kEntities)) {
      reason += entity->second;
      body.remove_prefix(entity->first.size());
    } else {  // the page is in ISO-8859-1
      AppendUtf8(&reason, static_cast<unsigned char>(body.front()));
      body.remove_prefix(1);
    }
  }
  return reason.empty() ? otherwise : reason;
}

Result<std::string> ServerApi::Ask(std::string_view method, std::string target) const {
  Result<CelosAnswer> answer = ask_({std::string(method), std::move(target), "", ""});
  HPDL_TRY(answer);
  constexpr int kOk = 200;
  if (answer->status != kOk) {
    return Error{ErrorClass::kError, std::to_string(answer->status), ReasonOf(*answer)};
  }
  return std::move(answer->body);
}

Result<std::vector<std::string>> ServerApi::List() const {
  const Result<std::string> json = Ask("GET", "/workflow-list");
  HPDL_TRY(json);
  return ReadWorkflowList(*json);
}

Result<WorkflowSlots> ServerApi::Slots(std::string_view id, std::optional<ScheduledTime> start,
                                       ScheduledTime last) const {
  const ScheduledTime end{last.ms + 1};  // the server leaves out the slot at `end`
  const std::string from = start ? Parameter("start", start->Pretty()) : "";
  const Result<std::string> json =
      Ask("GET",
          Target("/workflow-slots", id) + Parameter("end", end.Pretty()) + from + "&window=true");
  HPDL_TRY(json);
  return ReadWorkflowSlots(*json);
}

Result<TriggerTree> ServerApi::Trigger(std::string_view id, ScheduledTime time) const {
  const Result<std::string> json =
      Ask("GET", Target("/trigger-status", id) + Parameter("time", time.Text()));
  HPDL_TRY(json);
  return ReadTriggerTree(*json);
}

Result<void> ServerApi::Rerun(std::string_view id, ScheduledTime time) const {
  HPDL_TRY(Ask("POST", Target("/rerun", id) + Parameter("time", time.Text())));
  return {};
}

Result<void> ServerApi::Kill(std::string_view id, ScheduledTime time) const {
  HPDL_TRY(Ask("POST", Target("/kill", id) + Parameter("time", time.Text())));
  return {};
}

Result<void> ServerApi::Pause(std::string_view id, bool paused) const {
  HPDL_TRY(Ask("POST", Target("/pause", id) + "&paused=" + (paused ? "true" : "false")));
  return {};
}

Result<std::string> ServerApi::Version() const {
  return Ask("GET", "/version");
}

}  // namespace hpdl::rt::celos
