#ifndef HPDL_RUNTIME_GROUND_PROGRESS_LINE_SCREEN_H_
#define HPDL_RUNTIME_GROUND_PROGRESS_LINE_SCREEN_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace hpdl::rt {

/// Changes the lines that a terminal shows: moves the cursor up and rewrites the lines that
/// changed. Between updates, the cursor is at the start of the line below the last shown line. The
/// class changes no mode of the terminal, so the terminal needs no repair if the program is killed.
class LineScreen {
 public:
  /// Returns the bytes to send to the terminal. `width` is the present width of the terminal. If
  /// the width has changed, the terminal may have wrapped the lines again, so all lines are drawn
  /// again.
  std::string Update(std::vector<std::string> lines, std::size_t width);
  /// Forgets the lines that are shown. The next Update() begins at the cursor.
  void Forget() { shown_.clear(); }

 private:
  std::vector<std::string> shown_;
  std::size_t width_ = 0;
};

/// Returns the number of columns of a line. Escape sequences in the line have no columns.
std::size_t StyledWidth(std::string_view line);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_GROUND_PROGRESS_LINE_SCREEN_H_
