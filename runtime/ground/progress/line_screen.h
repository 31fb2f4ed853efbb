#ifndef HPDL_RUNTIME_GROUND_PROGRESS_LINE_SCREEN_H_
#define HPDL_RUNTIME_GROUND_PROGRESS_LINE_SCREEN_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace hpdl::rt {

/// Changes the lines that a terminal shows: moves the cursor up and rewrites the lines that
/// changed. The cursor rests at the start of the line below. No mode of the terminal changes, so a
/// program that is killed in the middle leaves nothing to repair.
class LineScreen {
 public:
  /// Returns the bytes to send to the terminal. `width` is the terminal's width now. If it changed,
  /// the terminal may have wrapped the lines anew, so all lines are drawn again.
  std::string Update(std::vector<std::string> lines, std::size_t width);
  /// Forgets the lines that are shown. The next Update() begins at the cursor.
  void Forget() { shown_.clear(); }

 private:
  std::vector<std::string> shown_;
  std::size_t width_ = 0;
};

/// Returns the columns of a line that contains escape sequences.
std::size_t StyledWidth(std::string_view line);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_GROUND_PROGRESS_LINE_SCREEN_H_
