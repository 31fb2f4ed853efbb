#ifndef HPDL_COMPILER_DIAGNOSTICS_COLUMNS_H_
#define HPDL_COMPILER_DIAGNOSTICS_COLUMNS_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace hpdl {

/// One character with its combining marks: the unit that a terminal draws.
struct Cell {
  std::string text;
  std::size_t columns = 1;  ///< 2 for most characters of East Asia and for emoji
};

/// Splits UTF-8 into cells. Tabs and control characters become single blanks. A text then takes the
/// same columns on any terminal, and no byte of a file controls the terminal. Bytes that are not
/// UTF-8 become U+FFFD.
std::vector<Cell> Cells(std::string_view text);

/// Returns the cells of Cells() as one text, which is safe to show on a terminal.
std::string Clean(std::string_view text);

/// Returns the number of terminal columns that `text` takes.
std::size_t Columns(std::string_view text);

}  // namespace hpdl

#endif  // HPDL_COMPILER_DIAGNOSTICS_COLUMNS_H_
