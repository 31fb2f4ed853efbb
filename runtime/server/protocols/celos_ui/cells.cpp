#include "runtime/server/protocols/celos_ui/cells.h"

#include <optional>

namespace hpdl::rt::celos {
namespace {

constexpr std::size_t kMostCounted = 9999;

// Returns the status to show for two slots in a column. A failure takes precedence over a slot that
// has not ended. A slot that has not ended takes precedence over a success.
SlotStatus Worse(SlotStatus one, SlotStatus other) {
  const SlotOutcome first = OutcomeOf(one), second = OutcomeOf(other);
  if (first == SlotOutcome::kFailure || second == SlotOutcome::kFailure) {
    return SlotStatus::kFailure;
  }
  return first == SlotOutcome::kIndeterminate || second == SlotOutcome::kIndeterminate
             ? SlotStatus::kWaiting
             : SlotStatus::kSuccess;
}

}  // namespace

std::vector<Cell> CellsOf(const Columns& columns, const std::vector<SlotState>& slots) {
  std::vector<Cell> cells(columns.begins.size());
  for (const SlotState& slot : slots) {
    const std::optional<std::size_t> column = ColumnAt(columns, slot.time);
    if (!column || slot.time >= columns.newest) {
      continue;
    }
    Cell& cell = cells[*column];
    cell.status = cell.count == 0 ? slot.status : Worse(cell.status, slot.status);
    cell.slot = slot;
    ++cell.count;
  }
  return cells;
}

std::string_view ShortName(SlotStatus status) {
  switch (status) {
    case SlotStatus::kWaiting:
      return "wait";
    case SlotStatus::kReady:
      return "rdy";
    case SlotStatus::kRunning:
      return "run";
    case SlotStatus::kSuccess:
      return "";
    case SlotStatus::kFailure:
      return "fail";
    case SlotStatus::kWaitTimeout:
      return "time";
    case SlotStatus::kKilled:
      return "kill";
  }
  return "";
}

std::string TextOf(const Cell& cell) {
  switch (cell.count) {
    case 0:
      return "";
    case 1:
      return std::string(ShortName(cell.status));
    default:
      return cell.count > kMostCounted ? "999+" : std::to_string(cell.count);
  }
}

}  // namespace hpdl::rt::celos
