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
  SlotState slot;                            ///< if it is one
  SlotStatus status = SlotStatus::kWaiting;  ///< of all together: the worst
};

/// One for each column. Slots before all columns, and from the newest time on, are left out.
std::vector<Cell> CellsOf(const Columns& columns, const std::vector<SlotState>& slots);

/// `fail`; four letters or fewer, none of a slot that has succeeded.
std::string_view ShortName(SlotStatus status);
/// What stands in a cell: the status, or how many slots there are; "" if there is none.
std::string TextOf(const Cell& cell);

}  // namespace hpdl::rt::celos

#endif  // HPDL_RUNTIME_SERVER_PROTOCOLS_CELOS_UI_CELLS_H_
