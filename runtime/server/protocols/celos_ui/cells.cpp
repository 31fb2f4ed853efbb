#include "runtime/server/protocols/celos_ui/cells.h"

#include <algorithm>
#include <optional>

namespace hpdl::rt::celos {
namespace {

constexpr std::size_t kMostCounted = 9999;

}  // namespace

std::vector<Cell> CellsOf(const Columns& columns, const std::vector<ShownSlot>& slots) {
  std::vector<Cell> cells(columns.begins.size());
  for (const ShownSlot& slot : slots) {
    const std::optional<std::size_t> column = ColumnAt(columns, slot.state.time);
    if (!column || slot.state.time > columns.newest) {
      continue;
    }
    Cell& cell = cells[*column];
    cell.look = std::min(cell.look, slot.look);
    cell.slot = slot;
    ++cell.count;
    ++cell.counts.at(static_cast<std::size_t>(slot.look));
  }
  return cells;
}

std::string TextOf(const Cell& cell) {
  switch (cell.count) {
    case 0:
      return "";
    case 1:
      return std::string(BriefOf(cell.slot));
    default:
      return cell.count > kMostCounted ? "999+" : std::to_string(cell.count);
  }
}

std::string CountsOf(const Cell& cell) {
  std::string text;
  for (int look = 0; look < kLooks; ++look) {
    if (const std::size_t count = cell.counts.at(static_cast<std::size_t>(look)); count > 0) {
      text += (text.empty() ? "" : ", ") + std::to_string(count) + " " +
              std::string(WordsOf(static_cast<Look>(look)).name);
    }
  }
  return text;
}

}  // namespace hpdl::rt::celos
