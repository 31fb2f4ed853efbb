#ifndef HPDL_RUNTIME_SERVER_PROTOCOLS_CELOS_UI_CELLS_H_
#define HPDL_RUNTIME_SERVER_PROTOCOLS_CELOS_UI_CELLS_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/rules/celos/slot_state.h"
#include "runtime/server/protocols/celos_ui/columns.h"

namespace hpdl::rt::celos {

/// The slots of a workflow in a column.
struct Cell {
  std::size_t count = 0;
  SlotState slot;                            ///< the only slot if `count` is 1
  SlotStatus status = SlotStatus::kWaiting;  ///< the worst status of the slots
};

/// Returns a cell for each column. Leaves out the slots that are before all columns, and the slots
/// from `newest` on.
std::vector<Cell> CellsOf(const Columns& columns, const std::vector<SlotState>& slots);

/// Returns a name of at most four letters, such as `fail`; "" for a slot that has succeeded.
std::string_view ShortName(SlotStatus status);
/// Returns the text of a cell: the status of one slot, or the number of several slots; "" if the
/// cell has no slots.
std::string TextOf(const Cell& cell);

}  // namespace hpdl::rt::celos

#endif  // HPDL_RUNTIME_SERVER_PROTOCOLS_CELOS_UI_CELLS_H_
