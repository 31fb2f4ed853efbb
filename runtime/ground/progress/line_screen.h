#ifndef HPDL_RUNTIME_GROUND_PROGRESS_LINE_SCREEN_H_
#define HPDL_RUNTIME_GROUND_PROGRESS_LINE_SCREEN_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace hpdl::rt {

/// Brings a terminal from the lines it shows to other lines: moves up, rewrites what changed. The
/// cursor rests at the start of the line below. Leaves every mode of the terminal as it is, so that
/// a program that is killed in the middle leaves nothing to repair.
class LineScreen {
 public:
  /// The bytes to send. `width` is the terminal's now; if it changed, the lines may have been
  /// wrapped anew, and all of them are drawn again.
  std::string Update(std::vector<std::string> lines, std::size_t width);
  /// Forgets what is shown: the next Update begins where the cursor is.
  void Forget() { shown_.clear(); }

 private:
  std::vector<std::string> shown_;
  std::size_t width_ = 0;
};

/// Columns of a line with escape sequences in it.
std::size_t StyledWidth(std::string_view line);

}  // namespace hpdl::rt

#endif  // HPDL_RUNTIME_GROUND_PROGRESS_LINE_SCREEN_H_
