#include "runtime/rules/celos/scheduler.h"

#include <algorithm>
#include <tuple>
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

void SortParts(std::vector<UnreadablePart>* parts) {
  std::sort(parts->begin(), parts->end(), [](const auto& a, const auto& b) {
    return std::tie(a.start, a.end) < std::tie(b.start, b.end);
  });
}

// Returns the part that has the slot at `time`; null if there is no such part. The parts are sorted
// and do not overlap.
const UnreadablePart* PartWith(const std::vector<UnreadablePart>& parts, ScheduledTime time) {
  const auto after = std::upper_bound(
      parts.begin(), parts.end(), time,
      [](ScheduledTime wanted, const UnreadablePart& each) { return wanted < each.start; });
  return after != parts.begin() && time < std::prev(after)->end ? &*std::prev(after) : nullptr;
}

}  // namespace

ScheduledTime WindowStartOf(const Workflow& workflow, ScheduledTime now) {
  return std::max(WindowStartOf(now), workflow.start_time);
}

Result<ListedSlots> SlotsOf(SlotReader& slots, ScheduleTimes& times, const Workflow& workflow,
                            ScheduledTime start, ScheduledTime end,
                            const std::vector<ScheduledTime>& more) {
  const Result<ScheduleTimes::Times> scheduled = times.Between(workflow, start, end);
  HPDL_TRY(scheduled);
  std::vector<ScheduledTime> all;
  all.reserve((*scheduled)->size() + more.size());
  std::set_union((*scheduled)->begin(), (*scheduled)->end(), more.begin(), more.end(),
                 std::back_inserter(all));
  Result<StoredStates> stored = slots.Between(workflow.id, start, end);
  HPDL_TRY(stored);
  ListedSlots listed;
  listed.states.reserve(all.size());
  for (const UnreadablePart& part : stored->unreadable) {
    listed.problems.push_back(part.error);
  }
  SortParts(&stored->unreadable);
  auto next = stored->states.begin();
  for (const ScheduledTime time : all) {
    if (const UnreadablePart* const part = PartWith(stored->unreadable, time)) {
      listed.unreadable.push_back({time, part->error});
      continue;
    }
    if (time < start || time >= end) {
      Result<std::optional<SlotState>> one = slots.Find({workflow.id, time});
      if (one) {
        listed.states.push_back(*one ? std::move(**one) : SlotState{time});
      } else {
        listed.unreadable.push_back({time, one.error()});
        listed.problems.push_back(one.error());
      }
      continue;
    }
    while (next != stored->states.end() && next->time < time) {
      ++next;  // this stored time is not in the schedule
    }
    const bool is_stored = next != stored->states.end() && next->time == time;
    listed.states.push_back(is_stored ? std::move(*next) : SlotState{time});
  }
  return listed;
}

Scheduler::Scheduler(const Configuration& configuration, const SchedulerWorld& world)
    : configuration_(configuration),
      world_(world),
      times_(configuration),
      submissions_(world.store, world.service, world.intents, world.log) {}

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
    const Result<void> stepped = StepUnlessPaused(workflow, now);
    if (!stepped && EndsStep(stepped.error())) {
      return stepped;
    }
    if (!stepped) {
      Tell(workflow, "", stepped.error());
    }
  }
  world_.log.Info("Ending scheduler step: ", window);
  return {};
}

Result<void> Scheduler::StepUnlessPaused(const Workflow& workflow, ScheduledTime now) {
  std::set<ScheduledTime> busy;
  if (world_.kills != nullptr) {
    Result<std::set<ScheduledTime>> unended =
        TellKills(workflow, *world_.kills, world_.store, world_.service, world_.log);
    HPDL_TRY(unended);
    busy = std::move(*unended);
  }
  const Result<bool> paused = world_.store.IsPaused(workflow.id);
  HPDL_TRY(paused);
  if (*paused) {
    world_.log.Info("Workflow is paused: ", workflow.id);
    return {};
  }
  return StepWorkflow(workflow, now, std::move(busy));
}

Result<void> Scheduler::StepWorkflow(const Workflow& workflow, ScheduledTime now,
                                     std::set<ScheduledTime> busy) {
  world_.log.Info("Processing workflow: ", workflow.id, " at: ", now.Text());
  std::set<ScheduledTime> unended = std::move(busy);
  HPDL_TRY(FinishSubmissions(workflow, &unended));
  Result<std::vector<ScheduledTime>> marks = world_.store.TakeMarks(workflow.id, now);
  HPDL_TRY(marks);
  std::erase_if(*marks, [](ScheduledTime time) { return !time.IsWholeSecond(); });
  const Result<ListedSlots> slots =
      SlotsOf(world_.store, times_, workflow, WindowStartOf(workflow, now), now, *marks);
  HPDL_TRY(slots);
  for (const Error& problem : slots->problems) {
    Tell(workflow, "", problem);
  }
  HPDL_TRY(SubmitSlots(workflow, slots->states, unended));
  for (const SlotState& state : slots->states) {
    if (!unended.contains(state.time)) {
      HPDL_TRY(Apart(workflow, state.time, Update(workflow, state, now)));
    }
  }
  return {};
}

Result<void> Scheduler::FinishSubmissions(const Workflow& workflow,
                                          std::set<ScheduledTime>* unended) {
  for (const Submission& begun : world_.intents.Of(workflow.id)) {
    const Result<void> finished = submissions_.Finish(begun);
    HPDL_TRY(Apart(workflow, begun.slot.time, finished));
    if (!finished) {
      unended->insert(begun.slot.time);
    }
  }
  return {};
}

Result<void> Scheduler::Apart(const Workflow& workflow, ScheduledTime slot, Result<void> result) {
  if (result || EndsStep(result.error())) {
    return result;
  }
  Tell(workflow, SlotId{workflow.id, slot}.Text() + ": ", result.error());
  return {};
}

void Scheduler::Tell(const Workflow& workflow, std::string_view what, const Error& error) {
  if (error.code != kLeftForNextStep) {
    world_.log.Problem("Exception in workflow: ", workflow.id, ": ", what, error.message);
  }
}

/// A slot with an unfinished submission may already have a job. So it is not submitted again, and
/// it keeps its place.
Result<void> Scheduler::SubmitSlots(const Workflow& workflow, const std::vector<SlotState>& slots,
                                    const std::set<ScheduledTime>& unended) {
  std::size_t places = FreePlaces(workflow.strategy, slots);
  int in_place = 0;
  for (const SlotState& state : slots) {
    if (places == 0 || world_.service.IsLeft(workflow.service.url)) {
      return {};
    }
    if (state.status != SlotStatus::kReady) {
      continue;
    }
    const bool tried = !unended.contains(state.time);
    const Result<void> submitted = tried ? SubmitSlot(workflow, state) : Result<void>();
    HPDL_TRY(Apart(workflow, state.time, submitted));
    const bool refused = !submitted && !submissions_.HasBegun({workflow.id, state.time});
    if (refused && in_place < kMostInPlace) {
      ++in_place;
    } else {
      --places;
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
  if (!progress && SaysNoJob(progress.error())) {
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
