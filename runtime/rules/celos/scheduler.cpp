#include "runtime/rules/celos/scheduler.h"

#include <algorithm>
#include <utility>

#include "runtime/rules/celos/java_exception.h"
#include "runtime/rules/celos/strategy.h"
#include "runtime/rules/celos/trigger_status.h"

namespace hpdl::rt::celos {
namespace {

constexpr std::int64_t kHour = 3'600'000;  // ms

ScheduledTime WindowStartOf(ScheduledTime now) {
  return {now.ms - kWindowHours * kHour};
}

// True if the error ends the whole step, not only the step of one workflow.
bool EndsStep(const Error& error) {
  return error.code == kStackOverflow;
}

}  // namespace

ScheduledTime WindowStartOf(const Workflow& workflow, ScheduledTime now) {
  return std::max(WindowStartOf(now), workflow.start_time);
}

Result<std::vector<SlotState>> SlotsOf(SlotReader& slots, ScheduleTimes& times,
                                       const Workflow& workflow, ScheduledTime start,
                                       ScheduledTime end, const std::vector<ScheduledTime>& more) {
  const Result<ScheduleTimes::Times> scheduled = times.Between(workflow, start, end);
  HPDL_TRY(scheduled);
  std::vector<ScheduledTime> all;
  all.reserve((*scheduled)->size() + more.size());
  std::set_union((*scheduled)->begin(), (*scheduled)->end(), more.begin(), more.end(),
                 std::back_inserter(all));
  Result<std::vector<SlotState>> stored = slots.Between(workflow.id, start, end);
  HPDL_TRY(stored);
  std::vector<SlotState> states;
  states.reserve(all.size());
  auto next = stored->begin();
  for (const ScheduledTime time : all) {
    if (time < start || time >= end) {
      Result<std::optional<SlotState>> one = slots.Find({workflow.id, time});
      HPDL_TRY(one);
      states.push_back(*one ? std::move(**one) : SlotState{time});
      continue;
    }
    while (next != stored->end() && next->time < time) {
      ++next;  // this stored time is not in the schedule
    }
    const bool is_stored = next != stored->end() && next->time == time;
    states.push_back(is_stored ? std::move(*next) : SlotState{time});
  }
  return states;
}

Scheduler::Scheduler(const Configuration& configuration, const SchedulerWorld& world,
                     SchedulerRules rules)
    : configuration_(configuration),
      world_(world),
      rules_(rules),
      times_(configuration),
      submissions_(world.store, world.service, world.intents, world.log, rules.failed_start) {}

Result<void> Scheduler::Step(ScheduledTime now, const std::set<std::string>& ids) {
  world_.service.BeginStep();
  const Result<void> stepped = StepAll(now, ids);
  world_.service.EndStep();
  const Result<void> kept = world_.store.Flush();
  return stepped ? kept : stepped;
}

Result<void> Scheduler::StepAll(ScheduledTime now, const std::set<std::string>& ids) {
  const std::string window = now.Text() + " -- " + WindowStartOf(now).Text();
  world_.log.Info("Starting scheduler step: ", window);
  for (const auto& [id, workflow] : configuration_.workflows) {
    if (!ids.empty() && !ids.contains(id)) {
      world_.log.Info("Ignoring workflow: ", id);
      continue;
    }
    std::set<ScheduledTime> busy;
    if (world_.kills != nullptr) {
      Result<std::set<ScheduledTime>> unended =
          TellKills(workflow, *world_.kills, world_.store, world_.service, world_.log);
      HPDL_TRY(unended);
      busy = std::move(*unended);
    }
    const Result<bool> paused = world_.store.IsPaused(id);
    HPDL_TRY(paused);
    if (*paused) {
      world_.log.Info("Workflow is paused: ", id);
      continue;
    }
    const Result<void> stepped = StepWorkflow(workflow, now, std::move(busy));
    if (!stepped && EndsStep(stepped.error())) {
      return stepped;
    }
    if (!stepped) {
      Tell(workflow, stepped.error());
    }
  }
  world_.log.Info("Ending scheduler step: ", window);
  return {};
}

Result<void> Scheduler::StepWorkflow(const Workflow& workflow, ScheduledTime now,
                                     std::set<ScheduledTime> busy) {
  world_.log.Info("Processing workflow: ", workflow.id, " at: ", now.Text());
  std::set<ScheduledTime> unended = std::move(busy);
  HPDL_TRY(FinishSubmissions(workflow, &unended));
  Result<std::vector<ScheduledTime>> marks = world_.store.TakeMarks(workflow.id, now);
  HPDL_TRY(marks);
  std::erase_if(*marks, [](ScheduledTime time) { return !time.IsWholeSecond(); });
  const Result<std::vector<SlotState>> slots =
      SlotsOf(world_.store, times_, workflow, WindowStartOf(workflow, now), now, *marks);
  HPDL_TRY(slots);
  HPDL_TRY(SubmitSlots(workflow, *slots, unended));
  for (const SlotState& state : *slots) {
    if (!unended.contains(state.time)) {
      HPDL_TRY(Apart(workflow, Update(workflow, state, now)));
    }
  }
  return {};
}

Result<void> Scheduler::FinishSubmissions(const Workflow& workflow,
                                          std::set<ScheduledTime>* unended) {
  for (const Submission& begun : world_.intents.Of(workflow.id)) {
    const Result<void> finished = submissions_.Finish(begun);
    HPDL_TRY(Apart(workflow, finished));
    if (!finished) {
      unended->insert(begun.slot.time);
    }
  }
  return {};
}

Result<void> Scheduler::Apart(const Workflow& workflow, Result<void> result) {
  if (result || !rules_.slots_apart || EndsStep(result.error())) {
    return result;
  }
  Tell(workflow, result.error());
  return {};
}

void Scheduler::Tell(const Workflow& workflow, const Error& error) {
  if (error.code != kLeftForNextStep) {
    world_.log.Problem("Exception in workflow: ", workflow.id, ": ", error.message);
  }
}

/// A slot with an unfinished submission may already have a job, so it is not submitted even if the
/// strategy chooses it. No other slot is submitted in its place.
Result<void> Scheduler::SubmitSlots(const Workflow& workflow, const std::vector<SlotState>& slots,
                                    const std::set<ScheduledTime>& unended) {
  for (const std::size_t chosen : ChooseSlots(workflow.strategy, slots)) {
    if (!unended.contains(slots[chosen].time) && !world_.service.IsLeft(workflow.service.url)) {
      HPDL_TRY(Apart(workflow, SubmitSlot(workflow, slots[chosen])));
    }
  }
  return {};
}

Result<void> Scheduler::SubmitSlot(const Workflow& workflow, const SlotState& state) {
  const SlotId slot{workflow.id, state.time};
  world_.log.Info("Submitting slot to external service: ", slot.Text());
  const Result<Properties> properties = world_.properties.PropertiesOf(workflow, state.time);
  if (!properties) {
    return JavaException(kExternalService, ExceptionText(properties.error()));
  }
  return submissions_.Submit(slot, state, workflow.service.url,
                             PropertiesOfSlot(*properties, slot));
}

Result<void> Scheduler::Update(const Workflow& workflow, const SlotState& state,
                               ScheduledTime now) {
  switch (state.status) {
    case SlotStatus::kWaiting:
      return UpdateWaiting(workflow, state, now);
    case SlotStatus::kRunning:
      return UpdateRunning(workflow, state);
    default:
      return {};
  }
}

Result<void> Scheduler::UpdateWaiting(const Workflow& workflow, const SlotState& state,
                                      ScheduledTime now) {
  const TriggerWorld world{world_.store, world_.files, world_.log, now};
  const Result<bool> ready = IsReady(*workflow.trigger, world, state.time);
  HPDL_TRY(ready);
  const std::string& time = TextOf(state.time);
  if (*ready) {
    world_.log.Info("Slot is ready: ", workflow.id, "@", time);
    return Put(workflow, state, SlotEvent::kTriggered);
  }
  if (now.ms > state.time.ms + std::int64_t{workflow.wait_timeout_seconds} * 1000) {
    world_.log.Info("Slot timed out waiting: ", workflow.id, "@", time);
    return Put(workflow, state, SlotEvent::kTimedOut);
  }
  world_.log.Info("Waiting for slot: ", workflow.id, "@", time);
  return {};
}

const std::string& Scheduler::TextOf(ScheduledTime time) {
  std::string& text = texts_[time.ms];
  if (text.empty()) {
    text = time.Text();
  }
  return text;
}

Result<void> Scheduler::UpdateRunning(const Workflow& workflow, const SlotState& state) {
  const std::string slot = SlotId{workflow.id, state.time}.Text();
  const std::string id = state.external_id.value_or("");
  const Result<JobProgress> progress = world_.service.Look(workflow.service.url, id);
  if (!progress && rules_.gone_job == GoneJob::kEnded && SaysNoJob(progress.error())) {
    world_.log.Problem("Slot failed, its job is gone: ", slot, " external ID: ", id);
    return Put(workflow, state, SlotEvent::kFailed);
  }
  HPDL_TRY(progress);
  if (*progress == JobProgress::kRunning) {
    world_.log.Info("Slot still running: ", slot, " external ID: ", id);
    return {};
  }
  if (*progress == JobProgress::kSucceeded) {
    world_.log.Info("Slot successful: ", slot, " external ID: ", id);
    return Put(workflow, state, SlotEvent::kSucceeded);
  }
  if (state.retry_count < workflow.max_retry_count) {
    world_.log.Info("Slot failed, preparing for retry: ", slot, " external ID: ", id);
    return Put(workflow, state, SlotEvent::kRetried);
  }
  world_.log.Info("Slot failed permanently: ", slot, " external ID: ", id);
  return Put(workflow, state, SlotEvent::kFailed);
}

Result<void> Scheduler::Put(const Workflow& workflow, const SlotState& state, SlotEvent event) {
  const Result<SlotState> after = After(state, event);
  HPDL_TRY(after);
  world_.store.PutLater(workflow.id, *after);
  return {};
}

}  // namespace hpdl::rt::celos
