#include "runtime/programs/celos_program/views.h"

#include <array>
#include <optional>
#include <variant>

#include "runtime/ground/base/json_writer.h"
#include "runtime/ground/base/terminal_text.h"
#include "runtime/programs/celos_program/schedules.h"
#include "runtime/programs/program/text.h"
#include "runtime/rules/celos/schedule_times.h"
#include "runtime/rules/celos/scheduler.h"

namespace hpdl::rt::celos {
namespace {

/// Returns the number of slots in each status. The index is the status.
std::array<std::int64_t, kSlotStatuses> CountsOf(const WorkflowView& view) {
  std::array<std::int64_t, kSlotStatuses> counts{};
  for (const SlotState& slot : view.slots) {
    ++counts[static_cast<std::size_t>(slot.status)];
  }
  return counts;
}

std::string ScheduleOf(const Workflow& workflow) {
  const auto* cron = std::get_if<CronSchedule>(&workflow.schedule);
  return cron != nullptr ? cron->expression
                         : "as " + std::get<DependentSchedule>(workflow.schedule).workflow;
}

std::string PlaceOf(const WorkflowView& view) {
  return view.own.empty() ? view.service : "program: " + view.own;
}

void AddTrigger(const TriggerStatus& status, int depth, std::string* text) {
  text->append(static_cast<std::size_t>(depth) * 2, ' ');
  text->append(status.ready ? "ready    " : "not ready ").append(OneLine(status.description));
  text->append("\n");
  for (const TriggerStatus& part : status.parts) {
    AddTrigger(part, depth + 1, text);
  }
}

void AddTrigger(const TriggerStatus& status, JsonWriter* json) {
  json->BeginObject().Member("type", status.type).Key("ready").Boolean(status.ready);
  json->Member("description", status.description).Key("parts").BeginArray();
  for (const TriggerStatus& part : status.parts) {
    AddTrigger(part, json);
  }
  json->EndArray().EndObject();
}

void AddHead(const WorkflowView& view, JsonWriter* json) {
  json->Member("id", view.workflow->id).Member("schedule", ScheduleOf(*view.workflow));
  json->Key("paused").Boolean(view.paused);
  json->Optional("workflow", view.own).Optional("service", view.own.empty() ? view.service : "");
}

}  // namespace

Result<WorkflowView> ViewOf(SlotReader& slots, const Configuration& configuration,
                            const Workflow& workflow, ScheduledTime start, ScheduledTime end) {
  WorkflowView view;
  view.workflow = &workflow;
  const Result<bool> paused = slots.IsPaused(workflow.id);
  HPDL_TRY(paused);
  view.paused = *paused;
  ScheduleTimes times(configuration);
  Result<ListedSlots> listed = SlotsOf(slots, times, workflow, start, end);
  HPDL_TRY(listed);
  view.slots = std::move(listed->states);
  return view;
}

std::string WorkflowsText(const std::vector<WorkflowView>& workflows, ScheduledTime now) {
  Table table({"WORKFLOW", "SCHEDULE", "WAIT", "READY", "RUN", "OK", "FAIL", "STARTS"});
  for (const WorkflowView& view : workflows) {
    const auto counts = CountsOf(view);
    const auto of = [&](SlotStatus status) { return counts[static_cast<std::size_t>(status)]; };
    const std::int64_t failed =
        of(SlotStatus::kFailure) + of(SlotStatus::kWaitTimeout) + of(SlotStatus::kKilled);
    table.Add({OneLine(view.workflow->id) + (view.paused ? " (paused)" : ""),
               OneLine(ScheduleOf(*view.workflow)), std::to_string(of(SlotStatus::kWaiting)),
               std::to_string(of(SlotStatus::kReady)), std::to_string(of(SlotStatus::kRunning)),
               std::to_string(of(SlotStatus::kSuccess)), std::to_string(failed),
               OneLine(PlaceOf(view))});
  }
  return "slots of the " + std::to_string(kWindowHours / 24) + " days before " + now.Pretty() +
         "\n" + table.Text();
}

std::string WorkflowsJson(const std::vector<WorkflowView>& workflows, ScheduledTime now) {
  JsonWriter json;
  json.BeginObject().Member("version", std::int64_t{1}).Member("time", now.Text());
  json.Key("workflows").BeginArray();
  for (const WorkflowView& view : workflows) {
    json.BeginObject();
    AddHead(view, &json);
    json.Key("slots").BeginObject();
    const auto counts = CountsOf(view);
    for (int status = 0; status < kSlotStatuses; ++status) {
      json.Member(NameOf(static_cast<SlotStatus>(status)),
                  counts[static_cast<std::size_t>(status)]);
    }
    json.EndObject().EndObject();
  }
  json.EndArray().EndObject();
  return json.Take() + "\n";
}

std::string SlotsText(const WorkflowView& view) {
  Table table({"TIME", "STATUS", "RETRIES", "JOB"});
  for (const SlotState& slot : view.slots) {
    table.Add({slot.time.Pretty(), std::string(NameOf(slot.status)),
               std::to_string(slot.retry_count), OneLine(slot.external_id.value_or("-"))});
  }
  return OneLine(view.workflow->id) + (view.paused ? " (paused)" : "") + ", " +
         OneLine(ScheduleOf(*view.workflow)) + ", " + OneLine(PlaceOf(view)) + "\n" +
         (table.empty() ? "no slots in this period\n" : table.Text());
}

std::string SlotsJson(const WorkflowView& view) {
  JsonWriter json;
  json.BeginObject().Member("version", std::int64_t{1});
  AddHead(view, &json);
  json.Key("slots").BeginArray();
  for (const SlotState& slot : view.slots) {
    json.BeginObject().Member("time", slot.time.Text()).Member("status", NameOf(slot.status));
    json.Optional("job", slot.external_id.value_or(""));
    json.Member("retries", std::int64_t{slot.retry_count}).EndObject();
  }
  json.EndArray().EndObject();
  return json.Take() + "\n";
}

std::string TriggerText(const TriggerStatus& status) {
  std::string text;
  AddTrigger(status, 0, &text);
  return text;
}

std::string TriggerJson(const TriggerStatus& status) {
  JsonWriter json;
  json.BeginObject().Member("version", std::int64_t{1}).Key("trigger");
  AddTrigger(status, &json);
  json.EndObject();
  return json.Take() + "\n";
}

}  // namespace hpdl::rt::celos
