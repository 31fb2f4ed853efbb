#ifndef HPDL_COMPILER_DIAGNOSTICS_COLUMNS_H_
#define HPDL_COMPILER_DIAGNOSTICS_COLUMNS_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace hpdl {

/// What a terminal draws as one: a character with the marks that combine with it.
struct Cell {
  std::string text;
  std::size_t columns = 1;  ///< 2 for most characters of East Asia and for emoji
};

/// Splits UTF-8. Tabs and control characters become single blanks, so that a column is a column on
/// any terminal and nothing in a file acts on it. Bytes that are no UTF-8 become U+FFFD.
std::vector<Cell> Cells(std::string_view text);

/// The same in one piece: what may be shown of a text or a name that others chose.
std::string Clean(std::string_view text);

/// Columns that `text` takes.
std::size_t Columns(std::string_view text);

}  // namespace hpdl

#endif  // HPDL_COMPILER_DIAGNOSTICS_COLUMNS_H_
