#ifndef HPDL_RUNTIME_RULES_CELOS_STEP_VIEW_H_
#define HPDL_RUNTIME_RULES_CELOS_STEP_VIEW_H_

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "runtime/rules/celos/slot_store.h"

namespace hpdl::rt::celos {

/// The old values that one change has replaced. `next` is the log of the next change.
struct ChangeLog {
  std::map<SlotId, std::optional<SlotState>> slots;
  std::map<std::string, bool> paused;
  std::shared_ptr<ChangeLog> next;
};

/// A store that one thread at a time may change while other threads read. A reader sees the values
/// that the store had when the reader was made. Therefore a reader sees all values of a change or
/// no value of the change. A reader never waits for the end of a change.
class SteppedStore {
 public:
  explicit SteppedStore(SlotStore& store);

  /// One change of the store. It reads the current values and writes new values. The change ends
  /// when this object is destroyed.
  class Change final : public StepStore {
   public:
    explicit Change(SteppedStore& owner) : owner_(owner) {}
    ~Change() override;
    Change(const Change&) = delete;
    Change& operator=(const Change&) = delete;

    Result<std::optional<SlotState>> Find(const SlotId& slot) override;
    Result<StoredStates> Between(const std::string& workflow, ScheduledTime start,
                                 ScheduledTime end) override;
    Result<bool> IsPaused(const std::string& workflow) override;
    Result<void> Put(const std::string& workflow, const SlotState& state) override;
    Result<void> PutAll(const std::map<SlotId, SlotState>& states) override;
    void PutLater(const std::string& workflow, const SlotState& state) override;
    Result<void> Flush() override;
    Result<std::vector<ScheduledTime>> TakeMarks(const std::string& workflow,
                                                 ScheduledTime now) override;
    Result<std::vector<ScheduledTime>> Marks(const std::string& workflow) override;
    Result<void> Mark(const SlotId& slot, ScheduledTime now) override;
    Result<void> SetPaused(const std::string& workflow, bool paused) override;

   private:
    SteppedStore& owner_;
    std::map<SlotId, SlotState> later_;
  };

  /// Reads the store as it was when this object was made.
  class View final : public SlotReader {
   public:
    explicit View(SteppedStore& owner);

    Result<std::optional<SlotState>> Find(const SlotId& slot) override;
    Result<StoredStates> Between(const std::string& workflow, ScheduledTime start,
                                 ScheduledTime end) override;
    Result<bool> IsPaused(const std::string& workflow) override;
    /// Returns the times of the slots that are marked now, even if this object is older.
    Result<std::vector<ScheduledTime>> Marks(const std::string& workflow) {
      return owner_.store_.Marks(workflow);
    }

   private:
    SteppedStore& owner_;
    const std::shared_ptr<ChangeLog> since_;
  };

 private:
  SlotStore& store_;
  std::mutex mutex_;  ///< guards all logs
  /// The log of the change in progress, or of the next change if no change is in progress.
  std::shared_ptr<ChangeLog> current_;
};

}  // namespace hpdl::rt::celos

#endif  // HPDL_RUNTIME_RULES_CELOS_STEP_VIEW_H_
