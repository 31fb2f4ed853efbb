#ifndef HPDL_RUNTIME_STORE_CELOS_SLOTS_SLOT_ROWS_H_
#define HPDL_RUNTIME_STORE_CELOS_SLOTS_SLOT_ROWS_H_

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "runtime/ground/base/result.h"
#include "runtime/rules/celos/slot_state.h"
#include "runtime/store/sqlite/sqlite.h"

/// Code that all readers of the file of slots share.
namespace hpdl::rt::celos {

/// The version of the file's structure, stored in `user_version`.
inline constexpr std::int64_t kSlotsVersion = 2;

/// Returns a store's error in the form in which Celos reports errors of its own store.
Error StoreError(Error error);

/// Reads the columns time, status, external_id and retry_count, which begin at column `first`.
Result<SlotState> SlotStateOf(const Statement& row, int first);

/// Calls `read` for each row. An error of `read` ends the loop.
Result<void> EachRow(Statement& query, const std::function<Result<void>()>& read);

/// The queries that a SlotReader makes to the file.
class SlotQueries {
 public:
  Result<void> Prepare(Database& database);
  bool prepared() const { return find_.prepared(); }
  Result<std::optional<SlotState>> Find(const SlotId& slot);
  Result<std::vector<SlotState>> Between(const std::string& workflow, ScheduledTime start,
                                         ScheduledTime end);
  Result<bool> IsPaused(const std::string& workflow);

 private:
  Statement find_, between_, is_paused_;
};

}  // namespace hpdl::rt::celos

#endif  // HPDL_RUNTIME_STORE_CELOS_SLOTS_SLOT_ROWS_H_
