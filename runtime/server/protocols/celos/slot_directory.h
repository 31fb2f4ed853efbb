#ifndef HPDL_RUNTIME_SERVER_PROTOCOLS_CELOS_SLOT_DIRECTORY_H_
#define HPDL_RUNTIME_SERVER_PROTOCOLS_CELOS_SLOT_DIRECTORY_H_

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "runtime/rules/celos/slot_store.h"
#include "runtime/rules/celos/step_log.h"
#include "runtime/server/protocols/celos/directory_files.h"
#include "runtime/server/protocols/celos/slot_days.h"

namespace hpdl::rt::celos {

/// The slots of a directory in Celos' layout, which other programs may read and write meanwhile:
///
///     state/ID/2013-12-02/19:00:00.000Z    the state of a slot
///     rerun/ID/2013-12-02/19:00:00.000Z    the time at which the slot was marked for a rerun
///     paused/ID                            an empty file
///
/// Each function shows the directory as it is at the time of the call. Any number of threads may
/// read while one thread writes.
class SlotDirectory final : public SlotStore {
 public:
  /// Both arguments outlive this object.
  SlotDirectory(const DirectoryFiles& files, StepLog& log)
      : files_(files), log_(log), days_(files) {}

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

 private:
  /// Adds the slots of the day `day` that are in [start, end). Reads the folder file by file.
  void AddDay(const std::string& workflow, ScheduledTime day, ScheduledTime start,
              ScheduledTime end, StoredStates* stored);
  /// Returns the times of the marks. Removes each mark that is too old at the time `now`; nullopt:
  /// removes no mark.
  std::vector<ScheduledTime> ReadMarks(const std::string& workflow,
                                       std::optional<ScheduledTime> now);
  Result<std::vector<ScheduledTime>> ReadMarksOfDay(const std::string& workflow,
                                                    const std::string& day,
                                                    std::optional<ScheduledTime> now);
  /// Returns nullopt if the file does not exist.
  Result<std::optional<ScheduledTime>> ReadMark(const Descriptor& folder,
                                                const DirectoryFiles::Parts& file,
                                                std::optional<ScheduledTime> now);
  /// Logs that a mark, or a folder of marks, cannot be read.
  void TellUnread(const std::string& workflow, const DirectoryFiles::Parts& parts,
                  const Error& error);

  const DirectoryFiles& files_;
  StepLog& log_;
  SlotDays days_;
};

}  // namespace hpdl::rt::celos

#endif  // HPDL_RUNTIME_SERVER_PROTOCOLS_CELOS_SLOT_DIRECTORY_H_
