#include <algorithm>

#include "runtime/rules/celos/schedule_times.h"
#include "runtime/server/protocols/celos/jackson_json.h"
#include "runtime/server/protocols/celos/resources.h"
#include "runtime/server/protocols/celos/slot_file.h"

namespace hpdl::rt::celos {
namespace {

constexpr std::int64_t kWindowMs = kWindowHours * 3'600'000;

JsonValue TextOrNull(const std::optional<std::string>& text) {
  return text ? JsonValue::Of(*text) : JsonValue::Null();
}

JsonValue InfoOf(const Workflow& workflow) {
  JsonValue contacts = JsonValue::Array();
  for (const Contact& contact : workflow.contacts) {
    JsonValue json = JsonValue::Object();
    json.Set("email", TextOrNull(contact.email)).Set("name", TextOrNull(contact.name));
    contacts.Add(std::move(json));
  }
  JsonValue info = JsonValue::Object();
  info.Set("url", TextOrNull(workflow.url)).Set("contacts", std::move(contacts));
  return info;
}

// Says which slots a step looks at: those from `start` on, and those that are marked for a rerun.
Result<JsonValue> WindowOf(const Exchange& exchange, const Workflow& workflow,
                           SteppedStore::View& slots) {
  const Result<std::vector<ScheduledTime>> marks = slots.Marks(workflow.id);
  HPDL_TRY(marks);
  JsonValue marked = JsonValue::Array();
  for (const ScheduledTime time : *marks) {
    marked.Add(JsonValue::Of(time.Text()));
  }
  JsonValue json = JsonValue::Object();
  json.Set("start", JsonValue::Of(WindowStartOf(workflow, exchange.Now()).Text()));
  json.Set("marked", std::move(marked));
  return json;
}

// The newest slot comes first, as in the list of slots.
JsonValue JsonOf(const std::vector<UnreadableSlot>& slots) {
  JsonValue list = JsonValue::Array();
  for (auto slot = slots.rbegin(); slot != slots.rend(); ++slot) {
    JsonValue json = JsonValue::Object();
    json.Set("time", JsonValue::Of(slot->time.Text()));
    json.Set("error", JsonValue::Of(ExceptionText(slot->error)));
    list.Add(std::move(json));
  }
  return list;
}

Result<ListedSlots> SlotsBetween(const FoundWorkflow& found, SlotReader& slots, ScheduledTime start,
                                 ScheduledTime end) {
  ScheduleTimes times(*found.definitions->configuration);
  return SlotsOf(slots, times, *found.workflow, start, end);
}

}  // namespace

Result<std::string> GetWorkflowList(Exchange& exchange) {
  const Result<DefinitionsPtr> definitions = exchange.world.definitions.Get();
  HPDL_TRY(definitions);
  JsonValue ids = JsonValue::Array();
  for (const auto& [id, workflow] : (*definitions)->configuration->workflows) {
    ids.Add(JsonValue::Of(id));
  }
  return JsonValue::Object().Set("ids", std::move(ids)).Pretty();
}

Result<std::string> GetWorkflowSlots(Exchange& exchange) {
  const Result<std::string> id = exchange.Id();
  HPDL_TRY(id);
  const Result<FoundWorkflow> found = FindWorkflow(exchange, *id);
  HPDL_TRY(found);
  const Result<ScheduledTime> end = exchange.Time("end", exchange.Now());
  HPDL_TRY(end);
  const Result<ScheduledTime> start = exchange.Time("start", WindowStartOf(*found->workflow, *end));
  HPDL_TRY(start);
  if (start->ms + kWindowMs < end->ms) {
    return JavaException(kIncomplete, "Time interval between start and end is limited to: " +
                                          std::to_string(kWindowHours) + " hours");
  }
  SteppedStore::View view(exchange.world.slots);
  const Result<ListedSlots> listed = SlotsBetween(*found, view, *start, *end);
  HPDL_TRY(listed);
  const Result<bool> paused = view.IsPaused(*id);
  HPDL_TRY(paused);
  JsonValue slots = JsonValue::Array();
  for (auto state = listed->states.rbegin(); state != listed->states.rend(); ++state) {
    slots.Add(JsonOf(*state));
  }
  JsonValue answer = JsonValue::Object();
  answer.Set("info", InfoOf(*found->workflow));
  answer.Set("paused", JsonValue::Of(*paused)).Set("slots", std::move(slots));
  // Celos does not have these two members. Only our page asks for the window.
  if (!listed->unreadable.empty()) {
    answer.Set("unreadable", JsonOf(listed->unreadable));
  }
  if (exchange.Find("window") != nullptr) {
    Result<JsonValue> window = WindowOf(exchange, *found->workflow, view);
    HPDL_TRY(window);
    answer.Set("window", std::move(*window));
  }
  return answer.Pretty();
}

Result<std::string> GetWorkflow(Exchange& exchange) {
  const Result<std::string> id = exchange.Id();
  HPDL_TRY(id);
  const Result<FoundWorkflow> found = FindWorkflow(exchange, *id);
  HPDL_TRY(found);
  const Result<ScheduledTime> time = exchange.TimeOrNow();
  HPDL_TRY(time);
  SteppedStore::View view(exchange.world.slots);
  const Result<ListedSlots> listed =
      SlotsBetween(*found, view, WindowStartOf(*found->workflow, *time), *time);
  HPDL_TRY(listed);
  JsonValue answer = JsonValue::Object();
  for (const SlotState& state : listed->states) {
    answer.AddMember(state.time.Text(), JsonOf(state));
  }
  return answer.Pretty();
}

}  // namespace hpdl::rt::celos
