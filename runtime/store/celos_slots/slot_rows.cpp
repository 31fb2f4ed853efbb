#include "runtime/store/celos_slots/slot_rows.h"

#include <string>
#include <utility>

#include "runtime/rules/celos/java_exception.h"

namespace hpdl::rt::celos {

Error StoreError(Error error) {
  if (error.code.empty()) {
    error.code = kIoException;
  }
  return error;
}

Result<SlotState> SlotStateOf(const Statement& row, int first) {
  const Result<SlotStatus> status = ReadSlotStatus(row.Text(first + 1));
  if (!status) {
    return Error{ErrorClass::kCorruptStore, std::string(kIoException),
                 "damaged: " + status.error().message};
  }
  SlotState state{{row.Integer(first)}, *status, std::nullopt, 0};
  if (!row.IsNull(first + 2)) {
    state.external_id = row.Text(first + 2);
  }
  state.retry_count = static_cast<std::int32_t>(row.Integer(first + 3));
  return state;
}

Result<void> EachRow(Statement& query, const std::function<Result<void>()>& read) {
  for (;;) {
    const Result<bool> row = query.Step();
    if (!row) {
      return StoreError(row.error());
    }
    if (!*row) {
      return {};
    }
    if (const Result<void> done = read(); !done) {
      query.Reset();
      return done;
    }
  }
}

Result<void> SlotQueries::Prepare(Database& database) {
  HPDL_TRY(database.Prepare(
      "SELECT time,status,external_id,retry_count FROM slot WHERE workflow=? AND time=?", &find_));
  HPDL_TRY(
      database.Prepare("SELECT time,status,external_id,retry_count FROM slot WHERE "
                       "workflow=? AND time>=? AND time<? ORDER BY time",
                       &between_));
  return database.Prepare("SELECT 1 FROM paused WHERE workflow=?", &is_paused_);
}

Result<std::optional<SlotState>> SlotQueries::Find(const SlotId& slot) {
  std::optional<SlotState> found;
  find_.Bind(slot.workflow).Bind(slot.time.ms);
  HPDL_TRY(EachRow(find_, [&]() -> Result<void> {
    Result<SlotState> state = SlotStateOf(find_, 0);
    HPDL_TRY(state);
    found = std::move(*state);
    return {};
  }));
  return found;
}

Result<std::vector<SlotState>> SlotQueries::Between(const std::string& workflow,
                                                    ScheduledTime start, ScheduledTime end) {
  std::vector<SlotState> states;
  between_.Bind(workflow).Bind(start.ms).Bind(end.ms);
  HPDL_TRY(EachRow(between_, [&]() -> Result<void> {
    Result<SlotState> state = SlotStateOf(between_, 0);
    HPDL_TRY(state);
    states.push_back(std::move(*state));
    return {};
  }));
  return states;
}

Result<bool> SlotQueries::IsPaused(const std::string& workflow) {
  bool paused = false;
  is_paused_.Bind(workflow);
  HPDL_TRY(EachRow(is_paused_, [&]() -> Result<void> {
    paused = true;
    return {};
  }));
  return paused;
}

}  // namespace hpdl::rt::celos
