#ifndef HPDL_COMPILER_DRAW_TEXT_H_
#define HPDL_COMPILER_DRAW_TEXT_H_

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace hpdl::draw {

enum class Font { kSans, kBold, kMono };

/// How wide a line of UTF-8 is at a font size in pixels. The viewer chooses the font, so this is an
/// upper bound for the usual ones (Helvetica, Arial, Liberation Sans, system monospace).
double TextWidth(std::string_view text, Font font, double size);
/// The same of the widest line; 0 if there is none.
double Widest(const std::vector<std::string>& lines, Font font, double size);

/// Lines of at most `width` code points, broken behind one of `breaks` where there is one, else
/// anywhere. What does not fit into `lines` lines ends in an ellipsis. White space is one blank.
std::vector<std::string> Wrap(std::string_view text, std::size_t width, std::size_t lines,
                              std::string_view breaks);

}  // namespace hpdl::draw

#endif  // HPDL_COMPILER_DRAW_TEXT_H_
