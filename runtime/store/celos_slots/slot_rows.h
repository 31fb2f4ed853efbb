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

/// What those who read the file of slots have in common.
namespace hpdl::rt::celos {

/// Of the file's structure: `user_version`.
inline constexpr std::int64_t kSlotsVersion = 2;

/// The error of a store, as Celos says what is wrong with its own.
Error StoreError(Error error);

/// Columns from `first` on: time, status, external_id, retry_count.
Result<SlotState> SlotStateOf(const Statement& row, int first);

/// Calls `read` with each row; an error of it ends that.
Result<void> EachRow(Statement& query, const std::function<Result<void>()>& read);

/// What a SlotReader asks of the file.
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
