#include "runtime/rules/celos/trigger_status.h"

#include <optional>
#include <span>
#include <utility>
#include <variant>

#include "runtime/rules/celos/java_exception.h"

namespace hpdl::rt::celos {
namespace {

// The maximum depth of nested triggers. Java's stack has room for some thousands of nested
// triggers.
constexpr int kDeepestTrigger = 1000;

// Evaluates triggers for a slot. A step of the scheduler does not need the description of a waiting
// slot's trigger, so the description is optional.
class Asking {
 public:
  explicit Asking(const TriggerWorld& world) : world_(world) {}

  // Returns true if the trigger is ready. If `told` is not null, describes the trigger in it. If
  // error() is set, the evaluation has failed and the caller must ignore the result.
  bool Ask(const Trigger& trigger, ScheduledTime slot, TriggerStatus* told) {
    if (++asked_ > kMostTriggerParts || ++depth_ > kDeepestTrigger) {
      return Fail(JavaException(kStackOverflow, "the trigger has too many parts"));
    }
    const bool ready =
        std::visit([&](const auto& kind) { return Of(kind, slot, told); }, trigger.kind);
    --depth_;
    return ready;
  }
  const std::optional<Error>& error() const { return error_; }

 private:
  bool Fail(Error error) {
    error_ = error_ ? std::move(error_) : std::move(error);
    return false;
  }

  // Describes a trigger in `told`, unless `told` is null. `words` returns the text of the
  // description.
  template <class Words>
  static bool Say(TriggerStatus* told, std::string_view type, bool ready, const Words& words) {
    if (told != nullptr) {
      told->type = type;
      told->ready = ready;
      told->description = words();
    }
    return ready;
  }

  // Returns the number of nested triggers that are ready. Adds the result of each nested trigger to
  // `told`.
  template <class Parts>
  std::size_t AskAll(const Parts& parts, ScheduledTime slot, TriggerStatus* told) {
    std::size_t ready = 0;
    for (const TriggerPtr& part : parts) {
      if (part == nullptr) {
        Fail(JavaException(kClassCast,
                           "a part of andTrigger or orTrigger cannot be cast to class "
                           "com.collective.celos.trigger.Trigger"));
      }
      if (error_) {
        break;
      }
      ready += Ask(*part, slot, told == nullptr ? nullptr : &told->parts.emplace_back()) ? 1 : 0;
    }
    return ready;
  }

  bool Of(const AlwaysTrigger&, ScheduledTime, TriggerStatus* told) {
    return Say(told, "AlwaysTrigger", true, [] { return "Always ready"; });
  }

  bool Of(const AndTrigger& trigger, ScheduledTime slot, TriggerStatus* told) {
    const bool ready = AskAll(trigger.parts, slot, told) == trigger.parts.size();
    return Say(told, "AndTrigger", ready, [&] {
      return ready ? "All nested triggers are ready" : "Not all nested triggers are ready";
    });
  }

  bool Of(const OrTrigger& trigger, ScheduledTime slot, TriggerStatus* told) {
    const bool ready = AskAll(trigger.parts, slot, told) > 0;
    return Say(told, "OrTrigger", ready, [&] {
      return ready ? "One or more nested triggers are ready"
                   : "None of the nested triggers are ready";
    });
  }

  bool Of(const NotTrigger& trigger, ScheduledTime slot, TriggerStatus* told) {
    const bool ready = AskAll(std::span(&trigger.part, 1), slot, told) == 0;
    return Say(told, "NotTrigger", ready, [&] {
      return ready ? "Ready, nested trigger isn't ready" : "Not ready, nested trigger is ready";
    });
  }

  bool Of(const OffsetTrigger& trigger, ScheduledTime slot, TriggerStatus* told) {
    const Result<ScheduledTime> moved = slot.Plus(trigger.seconds, TimeUnit::kSeconds);
    if (!moved) {
      return Fail(moved.error());
    }
    const bool ready = AskAll(std::span(&trigger.part, 1), *moved, told) > 0;
    return Say(told, "OffsetTrigger", ready, [&] {
      return "Nested trigger offset by " + std::to_string(trigger.seconds) +
             (ready ? " seconds ready" : " seconds not ready");
    });
  }

  bool Of(const DelayTrigger& trigger, ScheduledTime slot, TriggerStatus* told) {
    const Result<ScheduledTime> from = slot.Plus(trigger.seconds, TimeUnit::kSeconds);
    if (!from) {
      return Fail(from.error());
    }
    const bool ready = world_.now > *from;
    return Say(told, "DelayTrigger", ready,
               [&] { return (ready ? "Ready since " : "Delayed until ") + from->Text(); });
  }

  bool Of(const SuccessTrigger& trigger, ScheduledTime slot, TriggerStatus* told) {
    const SlotId other{trigger.workflow, slot};
    const Result<std::optional<SlotState>> state = world_.slots.Find(other);
    if (!state) {
      return Fail(state.error());
    }
    const bool ready = *state && (*state)->status == SlotStatus::kSuccess;
    return Say(told, "SuccessTrigger", ready, [&] {
      return "Workflow slot " + other.Text() + (ready ? " is ready" : " is not ready");
    });
  }

  bool Of(const HdfsCheckTrigger& trigger, ScheduledTime slot, TriggerStatus* told) {
    const Result<HadoopPath> path = HadoopPath::Parse(ReplaceTimeVariables(trigger.path, slot));
    if (!path) {
      return Fail(path.error());
    }
    const std::string text = path->Text();
    world_.log.Info("Checking HDFS path: ", text);
    const Result<bool> ready = world_.files.Exists(*path, trigger.file_system);
    if (!ready) {
      return Fail(ready.error());
    }
    return Say(told, "HDFSCheckTrigger", *ready,
               [&] { return "HDFS path " + text + (*ready ? " is ready" : " is not ready"); });
  }

  const TriggerWorld& world_;
  std::size_t asked_ = 0;
  int depth_ = 0;
  std::optional<Error> error_;
};

}  // namespace

Result<TriggerStatus> DescribeTrigger(const Trigger& trigger, const TriggerWorld& world,
                                      ScheduledTime slot) {
  Asking asking(world);
  TriggerStatus status;
  asking.Ask(trigger, slot, &status);
  return asking.error() ? Result<TriggerStatus>(*asking.error()) : std::move(status);
}

Result<bool> IsReady(const Trigger& trigger, const TriggerWorld& world, ScheduledTime slot) {
  Asking asking(world);
  const bool ready = asking.Ask(trigger, slot, nullptr);
  return asking.error() ? Result<bool>(*asking.error()) : ready;
}

}  // namespace hpdl::rt::celos
