#include "runtime/celos/trigger_status.h"

#include <utility>

#include "runtime/celos/java_exception.h"

namespace hpdl::rt::celos {
namespace {

// Parts within parts; Java's stack holds some thousands.
constexpr int kDeepestTrigger = 1000;

class Asking {
 public:
  Asking(const TriggerWorld& world, bool in_words) : world_(world), in_words_(in_words) {}

  Result<TriggerStatus> Ask(const TriggerPtr& trigger, ScheduledTime slot) {
    if (trigger == nullptr) {
      return JavaException(kClassCast,
                           "a part of andTrigger or orTrigger cannot be cast to class "
                           "com.collective.celos.trigger.Trigger");
    }
    return Ask(*trigger, slot);
  }

  Result<TriggerStatus> Ask(const Trigger& trigger, ScheduledTime slot) {
    if (++asked_ > kMostTriggerParts || ++depth_ > kDeepestTrigger) {
      return JavaException(kStackOverflow, "the trigger has too many parts");
    }
    Result<TriggerStatus> status = std::visit(
        [&](const auto& kind) -> Result<TriggerStatus> { return Of(kind, slot); }, trigger.kind);
    --depth_;
    return status;
  }

 private:
  // `words` is a function that gives the description.
  template <class Words>
  TriggerStatus Status(std::string_view type, bool ready, const Words& words) {
    TriggerStatus status{type, ready, {}, {}};
    if (in_words_) {
      status.description = words();
    }
    return status;
  }

  // Counts those that are ready.
  Result<std::size_t> AskAll(const std::vector<TriggerPtr>& parts, ScheduledTime slot,
                             std::vector<TriggerStatus>* statuses) {
    std::size_t ready = 0;
    for (const TriggerPtr& part : parts) {
      Result<TriggerStatus> status = Ask(part, slot);
      HPDL_TRY(status);
      ready += status->ready ? 1 : 0;
      if (in_words_) {
        statuses->push_back(std::move(*status));
      }
    }
    return ready;
  }

  Result<TriggerStatus> Of(const AlwaysTrigger&, ScheduledTime) {
    return Status("AlwaysTrigger", true, [] { return "Always ready"; });
  }

  Result<TriggerStatus> Of(const AndTrigger& trigger, ScheduledTime slot) {
    std::vector<TriggerStatus> parts;
    const Result<std::size_t> count = AskAll(trigger.parts, slot, &parts);
    HPDL_TRY(count);
    const bool ready = *count == trigger.parts.size();
    TriggerStatus status = Status("AndTrigger", ready, [&] {
      return ready ? "All nested triggers are ready" : "Not all nested triggers are ready";
    });
    status.parts = std::move(parts);
    return status;
  }

  Result<TriggerStatus> Of(const OrTrigger& trigger, ScheduledTime slot) {
    std::vector<TriggerStatus> parts;
    const Result<std::size_t> count = AskAll(trigger.parts, slot, &parts);
    HPDL_TRY(count);
    const bool ready = *count > 0;
    TriggerStatus status = Status("OrTrigger", ready, [&] {
      return ready ? "One or more nested triggers are ready"
                   : "None of the nested triggers are ready";
    });
    status.parts = std::move(parts);
    return status;
  }

  Result<TriggerStatus> Of(const NotTrigger& trigger, ScheduledTime slot) {
    std::vector<TriggerStatus> parts;
    const Result<std::size_t> count = AskAll({trigger.part}, slot, &parts);
    HPDL_TRY(count);
    const bool ready = *count == 0;
    TriggerStatus status = Status("NotTrigger", ready, [&] {
      return ready ? "Ready, nested trigger isn't ready" : "Not ready, nested trigger is ready";
    });
    status.parts = std::move(parts);
    return status;
  }

  Result<TriggerStatus> Of(const OffsetTrigger& trigger, ScheduledTime slot) {
    const Result<ScheduledTime> moved = slot.Plus(trigger.seconds, TimeUnit::kSeconds);
    HPDL_TRY(moved);
    std::vector<TriggerStatus> parts;
    const Result<std::size_t> count = AskAll({trigger.part}, *moved, &parts);
    HPDL_TRY(count);
    const bool ready = *count > 0;
    TriggerStatus status = Status("OffsetTrigger", ready, [&] {
      return "Nested trigger offset by " + std::to_string(trigger.seconds) +
             (ready ? " seconds ready" : " seconds not ready");
    });
    status.parts = std::move(parts);
    return status;
  }

  Result<TriggerStatus> Of(const DelayTrigger& trigger, ScheduledTime slot) {
    const Result<ScheduledTime> from = slot.Plus(trigger.seconds, TimeUnit::kSeconds);
    HPDL_TRY(from);
    const bool ready = world_.now > *from;
    return Status("DelayTrigger", ready,
                  [&] { return (ready ? "Ready since " : "Delayed until ") + from->Text(); });
  }

  Result<TriggerStatus> Of(const SuccessTrigger& trigger, ScheduledTime slot) {
    const SlotId other{trigger.workflow, slot};
    const Result<std::optional<SlotState>> state = world_.slots.Find(other);
    HPDL_TRY(state);
    const bool ready = *state && (*state)->status == SlotStatus::kSuccess;
    return Status("SuccessTrigger", ready, [&] {
      return "Workflow slot " + other.Text() + (ready ? " is ready" : " is not ready");
    });
  }

  Result<TriggerStatus> Of(const HdfsCheckTrigger& trigger, ScheduledTime slot) {
    const Result<HadoopPath> path = HadoopPath::Parse(ReplaceTimeVariables(trigger.path, slot));
    HPDL_TRY(path);
    const std::string text = path->Text();
    world_.log.Info("Checking HDFS path: ", text);
    const Result<bool> ready = world_.files.Exists(*path, trigger.file_system);
    HPDL_TRY(ready);
    return Status("HDFSCheckTrigger", *ready,
                  [&] { return "HDFS path " + text + (*ready ? " is ready" : " is not ready"); });
  }

  const TriggerWorld& world_;
  const bool in_words_;
  std::size_t asked_ = 0;
  int depth_ = 0;
};

}  // namespace

Result<TriggerStatus> DescribeTrigger(const Trigger& trigger, const TriggerWorld& world,
                                      ScheduledTime slot) {
  return Asking(world, true).Ask(trigger, slot);
}

Result<bool> IsReady(const Trigger& trigger, const TriggerWorld& world, ScheduledTime slot) {
  const Result<TriggerStatus> status = Asking(world, false).Ask(trigger, slot);
  HPDL_TRY(status);
  return status->ready;
}

}  // namespace hpdl::rt::celos
