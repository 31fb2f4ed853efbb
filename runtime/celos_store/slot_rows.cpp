#include "runtime/celos_store/slot_rows.h"

#include <string>

#include "runtime/celos/java_exception.h"

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

}  // namespace hpdl::rt::celos
