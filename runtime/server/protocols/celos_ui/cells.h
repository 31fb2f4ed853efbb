#ifndef HPDL_RUNTIME_SERVER_PROTOCOLS_CELOS_UI_CELLS_H_
#define HPDL_RUNTIME_SERVER_PROTOCOLS_CELOS_UI_CELLS_H_

#include <array>
#include <cstddef>
#include <string>
#include <vector>

#include "runtime/server/protocols/celos_ui/columns.h"
#include "runtime/server/protocols/celos_ui/shown_slots.h"

namespace hpdl::rt::celos {

/// The slots of a workflow in a column.
struct Cell {
  std::size_t count = 0;
  ShownSlot slot;                            ///< the only slot if `count` is 1
  Look look = Look::kUnseen;                 ///< the worst look of the slots
  std::array<std::size_t, kLooks> counts{};  ///< the number of slots with each look
};

/// Returns a cell for each column. Leaves out the slots that are before all columns, and the slots
/// after `newest`.
std::vector<Cell> CellsOf(const Columns& columns, const std::vector<ShownSlot>& slots);

/// Returns the text of a cell: the status of one slot, or the number of several slots; "" if the
/// cell has no slots.
std::string TextOf(const Cell& cell);
/// Returns the numbers of the slots with each look, the worst first: `2 FAILURE, 10 SUCCESS`.
std::string CountsOf(const Cell& cell);

}  // namespace hpdl::rt::celos

#endif  // HPDL_RUNTIME_SERVER_PROTOCOLS_CELOS_UI_CELLS_H_
