#ifndef HPDL_RUNTIME_STORE_CELOS_SLOTS_SLOT_DATABASE_H_
#define HPDL_RUNTIME_STORE_CELOS_SLOTS_SLOT_DATABASE_H_

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/ground/base/result.h"
#include "runtime/rules/celos/registers.h"
#include "runtime/rules/celos/slot_store.h"
#include "runtime/rules/celos/submissions.h"
#include "runtime/rules/celos/wanted_kills.h"
#include "runtime/store/celos_slots/recent_slots.h"
#include "runtime/store/celos_slots/slot_rows.h"
#include "runtime/store/sqlite/sqlite.h"

namespace hpdl::rt::celos {

/// All stored data of the workflows in a folder of scripts. This type is also used to move data
/// from one store to another.
struct StoredSlots {
  std::map<SlotId, SlotState> states;
  std::map<SlotId, ScheduledTime>
      marks;  ///< for each slot that a person marked to run again: the time when it was marked
  std::vector<std::string> paused;  ///< ids of the paused workflows
  /// The values of all registers. A map key is the bucket and the register's key.
  std::map<std::pair<std::string, std::string>, std::string> registers;
  std::vector<Submission> submissions;  ///< submissions that have not ended
};

/// Texts that the database stores without interpreting them. The outer key is the name of the
/// owner, and the inner key is the name of the text.
using KeptTexts = std::map<std::string, std::map<std::string, std::string>>;

/// Slots, marks of slots that must run again, registers and submissions in a SQLite file. Only one
/// SlotDatabase may have the file open. A change is durable when its call returns, and each change
/// is one transaction. Any thread may call it.
class SlotDatabase final : public SlotStore, public Intents, public WantedKills, public Registers {
 public:
  /// Opens the file. Creates a missing file with rights for its owner only; does not change an
  /// existing file. The first opening in a process checks the structure of the file, which may take
  /// a while. The error is kCorruptStore if the file is damaged, and kFatal if the file has a later
  /// version or the operating system reports an error.
  static Result<std::unique_ptr<SlotDatabase>> Open(const std::string& path);

  // These functions read and change slots.
  Result<std::optional<SlotState>> Find(const SlotId& slot) override;
  Result<StoredStates> Between(const std::string& workflow, ScheduledTime start,
                               ScheduledTime end) override;
  Result<bool> IsPaused(const std::string& workflow) override;
  Result<void> Put(const std::string& workflow, const SlotState& state) override;
  Result<void> PutAll(const std::map<SlotId, SlotState>& states) override;
  Result<std::vector<ScheduledTime>> TakeMarks(const std::string& workflow,
                                               ScheduledTime now) override;
  Result<std::vector<ScheduledTime>> Marks(const std::string& workflow) override;
  Result<void> Mark(const SlotId& slot, ScheduledTime now) override;
  Result<void> SetPaused(const std::string& workflow, bool paused) override;

  // These functions keep the submissions that have begun and are not known to have ended.
  Result<void> Put(const Submission& submission) override;
  Result<void> Remove(const SlotId& slot) override;
  std::vector<Submission> Of(const std::string& workflow) override;
  std::string NewKey() override;
  std::int64_t NowMs() override;

  // These functions keep kill requests. Each request is kept until the service that runs the slot's
  // job has answered it.
  Result<void> PutKill(const WantedKill& kill) override;
  Result<void> RemoveKill(const WantedKill& kill) override;
  Result<std::vector<WantedKill>> KillsOf(const std::string& workflow) override;

  // These functions read and change registers.
  Result<std::optional<std::string>> Get(const std::string& bucket,
                                         const std::string& key) override;
  Result<std::map<std::string, std::string>> All(const std::string& bucket) override;
  Result<void> Put(const std::string& bucket, const std::string& key,
                   std::string_view json) override;
  Result<void> Remove(const std::string& bucket, const std::string& key) override;
  Result<std::vector<std::string>> Keys(const std::string& bucket,
                                        std::string_view prefix) override;

  Result<KeptTexts> ReadTexts();
  /// Replaces the texts of each owner in `texts`. An owner without texts is removed.
  Result<void> PutTexts(const KeptTexts& texts);

  /// Returns all data except texts.
  Result<StoredSlots> Read();
  /// Adds all of the data. If the database already has one of the items with a different value,
  /// fails and adds nothing.
  Result<void> Add(const StoredSlots& more);

 private:
  SlotDatabase() = default;
  Result<void> Prepare();
  Result<void> ReadSubmissions();
  Result<std::vector<ScheduledTime>> MarksLocked(const std::string& workflow);
  Result<void> PutRow(const SlotId& slot, const SlotState& state);
  Result<void> PutRow(const Submission& submission);
  Result<void> AddAll(const StoredSlots& more);
  /// Runs the changes in one transaction.
  Result<void> Together(const std::function<Result<void>()>& changes);

  std::mutex mutex_;  ///< guards all members below
  std::unique_ptr<Database> database_;
  RecentSlots recent_;
  std::map<SlotId, Submission> submissions_;
  SlotQueries queries_;
  Statement put_, pause_, unpause_, marks_, mark_, unmark_, put_submission_, remove_submission_,
      submissions_query_, get_, all_, put_register_, remove_register_, states_query_, marks_query_,
      paused_query_, registers_query_, texts_query_, put_text_, remove_texts_, put_kill_,
      remove_kill_, kills_;
};

}  // namespace hpdl::rt::celos

#endif  // HPDL_RUNTIME_STORE_CELOS_SLOTS_SLOT_DATABASE_H_
