#ifndef HPDL_RUNTIME_STORE_CELOS_SLOTS_LOOKED_SLOTS_H_
#define HPDL_RUNTIME_STORE_CELOS_SLOTS_LOOKED_SLOTS_H_

#include <sys/stat.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "runtime/ground/base/result.h"
#include "runtime/rules/celos/slot_store.h"
#include "runtime/store/celos_slots/slot_rows.h"
#include "runtime/store/sqlite/sqlite.h"

namespace hpdl::rt::celos {

/// Reads the file of a SlotDatabase. The file need not be writable, and is not changed. Waits for
/// no other process. A missing file has no slots, and is not created.
class LookedSlots final : public SlotReader {
 public:
  enum class Way : std::uint8_t {
    kAsItLies,       ///< reads the file without locks if it has no WAL; if a process then writes to
                     ///< the file, HasStayed() returns false
    kBesideWriters,  ///< reads while other processes write; SQLite may create files beside the
                     ///< database and removes them again
  };
  /// Opens the file. The errors are those of SlotDatabase::Open().
  static Result<std::unique_ptr<LookedSlots>> Open(const std::string& path, Way way);

  Result<std::optional<SlotState>> Find(const SlotId& slot) override;
  Result<StoredStates> Between(const std::string& workflow, ScheduledTime start,
                               ScheduledTime end) override;
  Result<bool> IsPaused(const std::string& workflow) override;

  /// False if the file does not exist, is empty or has no tables yet.
  bool exists() const { return database_ != nullptr; }
  /// Returns false if a process has begun to write since the file was opened with kAsItLies. The
  /// results so far, including errors, may then mix two states of the file.
  bool HasStayed() const;

 private:
  LookedSlots() = default;
  Result<void> Prepare();

  std::string path_;
  std::optional<struct stat> settled_;  ///< status of the file when it was opened; nullopt: SQLite
                                        ///< protects the reader from writers
  std::unique_ptr<Database> database_;
  SlotQueries queries_;
};

}  // namespace hpdl::rt::celos

#endif  // HPDL_RUNTIME_STORE_CELOS_SLOTS_LOOKED_SLOTS_H_
