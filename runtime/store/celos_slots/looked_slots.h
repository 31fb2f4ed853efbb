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

/// The file of a SlotDatabase for whoever only looks at it: nothing is made, nobody is waited for,
/// and it need not be writable. One that is not there has no slots.
class LookedSlots final : public SlotReader {
 public:
  enum class Way : std::uint8_t {
    kAsItLies,       ///< unless somebody writes it, which HasStayed() tells in the end
    kBesideWriters,  ///< what SQLite needs for that beside the file may come, and goes again
  };
  /// Errors are those of SlotDatabase::Open().
  static Result<std::unique_ptr<LookedSlots>> Open(const std::string& path, Way way);

  Result<std::optional<SlotState>> Find(const SlotId& slot) override;
  Result<std::vector<SlotState>> Between(const std::string& workflow, ScheduledTime start,
                                         ScheduledTime end) override;
  Result<bool> IsPaused(const std::string& workflow) override;

  /// Whether there is a file.
  bool exists() const { return database_ != nullptr; }
  /// False: somebody has begun to write since it was opened as it lies, so that what was read, and
  /// an error too, may be of two states of it.
  bool HasStayed() const;

 private:
  LookedSlots() = default;
  Result<void> Prepare();

  std::string path_;
  std::optional<struct stat> settled_;  ///< of the file; nothing: SQLite keeps writers apart
  std::unique_ptr<Database> database_;
  SlotQueries queries_;
};

}  // namespace hpdl::rt::celos

#endif  // HPDL_RUNTIME_STORE_CELOS_SLOTS_LOOKED_SLOTS_H_
